// The SQL of one-time codes: table `msingi_auth.codes`, one code for each purpose, recipient and requester.
import type { Queryable } from '#platform/db/transaction.ts'

/** Purpose is what a code is good for. */
export type Purpose = 'otp' | 'reset' | LinkPurpose

/** LinkPurpose is what a code is good for that is also sent as a link. */
export type LinkPurpose = 'verify_email' | 'magic_link'

/** CodeName says which codes are meant: `recipient` is a phone number, or an e-mail address in lower case. */
export interface CodeName {
  readonly project_id: string
  readonly purpose: Purpose
  readonly recipient: string
}

/** NewCode is a code to store. */
export interface NewCode {
  /** source is who asked for it, as requesterOf returns it. */
  readonly source: string
  readonly digest: string
  /** digits is how many it has, null for a code that nobody can guess. */
  readonly digits: number | null
  /** token_digest is that of the token in the link, where there is one. */
  readonly token_digest?: string
  /** details are what was asked for along with the code. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly created_at: Date
  readonly expires_at: Date
}

/** StoredCode is a code that may be right. */
export interface StoredCode {
  readonly recipient: string
  readonly digest: string
  readonly details: Readonly<Record<string, unknown>>
  /** attempts are those of who asked for it. */
  readonly attempts: number
}

const COLUMNS = 'recipient, digest, details, attempts'

/** saveCode stores a code in place of an older one, and forgets the codes of the project that have ended. */
export async function saveCode(
  db: Queryable,
  { project_id, purpose, recipient }: CodeName,
  { source, digest, digits, token_digest, details = {}, created_at, expires_at }: NewCode,
): Promise<void> {
  await db.query('delete from msingi_auth.codes where project_id = $1 and expires_at <= $2', [
    project_id,
    created_at,
  ])
  await db.query(
    `insert into msingi_auth.codes
       (project_id, purpose, recipient, source, digest, digits, token_digest, details, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (project_id, purpose, recipient, source)
     do update set digest = $5, digits = $6, token_digest = $7, details = $8, attempts = 0, attempts_elsewhere = 0,
       created_at = $9, expires_at = $10`,
    [
      ...[project_id, purpose, recipient, source, digest, digits, token_digest, JSON.stringify(details)],
      ...[created_at, expires_at],
    ],
  )
}

/** AttemptBounds say which codes an attempt is at: those with so many digits, tried at most `max` times. */
export interface AttemptBounds {
  readonly source: string
  readonly digits: number
  readonly now: Date
  readonly max: number
}

/** countAttempt counts an attempt at the code of a requester, and returns the code unless there were too many. */
export async function countAttempt(
  db: Queryable,
  { project_id, purpose, recipient }: CodeName,
  { source, digits, now, max }: AttemptBounds,
): Promise<StoredCode | undefined> {
  const { rows } = await db.query<StoredCode>(
    `update msingi_auth.codes set attempts = attempts + 1
     where project_id = $1 and purpose = $2 and recipient = $3 and source = $4 and digits = $5
       and expires_at > $6 and attempts < $7
     returning ${COLUMNS}`,
    [project_id, purpose, recipient, source, digits, now, max],
  )
  return rows[0]
}

/** countAttemptElsewhere counts an attempt at the codes that others have asked for, and returns those codes. */
export async function countAttemptElsewhere(
  db: Queryable,
  { project_id, purpose, recipient }: CodeName,
  { source, digits, now, max }: AttemptBounds,
): Promise<StoredCode[]> {
  // Locked in one order, so that attempts at the same moment do not wait for one another in a circle.
  const { rows } = await db.query<StoredCode>(
    `with tried as (
       select source from msingi_auth.codes
       where project_id = $1 and purpose = $2 and recipient = $3 and source <> $4 and digits = $5
         and expires_at > $6 and attempts_elsewhere < $7
       order by source for no key update
     )
     update msingi_auth.codes c set attempts_elsewhere = attempts_elsewhere + 1 from tried
     where c.project_id = $1 and c.purpose = $2 and c.recipient = $3 and c.source = tried.source
     returning ${COLUMNS}`,
    [project_id, purpose, recipient, source, digits, now, max],
  )
  return rows
}

/** findLongCode returns a code that nobody can guess, unless it has ended. */
export async function findLongCode(
  db: Queryable,
  { project_id, purpose, recipient }: CodeName,
  digest: string,
  now: Date,
): Promise<StoredCode | undefined> {
  const { rows } = await db.query<StoredCode>(
    `select ${COLUMNS} from msingi_auth.codes
     where project_id = $1 and purpose = $2 and recipient = $3 and digest = $4 and digits is null
       and expires_at > $5`,
    [project_id, purpose, recipient, digest, now],
  )
  return rows[0]
}

/** findCodeByToken returns the code that was sent with a token, unless it has ended. */
export async function findCodeByToken(
  db: Queryable,
  projectId: string,
  purpose: LinkPurpose,
  tokenDigest: string,
  now: Date,
): Promise<StoredCode | undefined> {
  const { rows } = await db.query<StoredCode>(
    `select ${COLUMNS} from msingi_auth.codes
     where project_id = $1 and purpose = $2 and token_digest = $3 and expires_at > $4`,
    [projectId, purpose, tokenDigest, now],
  )
  return rows[0]
}

/**
 * deleteCodes uses a code up, with all others that were sent to the recipient for the purpose, and says whether it was
 * this one's turn: of several who try at once, one gets it.
 */
export async function deleteCodes(
  db: Queryable,
  { project_id, purpose, recipient }: CodeName,
  digest: string,
): Promise<boolean> {
  const { rows } = await db.query<{ digest: string }>(
    `delete from msingi_auth.codes where project_id = $1 and purpose = $2 and recipient = $3 returning digest`,
    [project_id, purpose, recipient],
  )
  return rows.some((row) => row.digest === digest)
}
