// The SQL of one-time codes: table `msingi_auth.codes`, one code per purpose, recipient and requester.
import type { Queryable } from '#platform/db/transaction.ts'

/** Purpose is what a code can be used for. */
export type Purpose = 'otp' | 'reset' | LinkPurpose

/** LinkPurpose is the purpose of a code that is also sent as a link. */
export type LinkPurpose = 'verify_email' | 'magic_link'

/** CodeName identifies codes: `recipient` is a phone number, or an e-mail address in lower case. */
export interface CodeName {
  readonly project_id: string
  readonly purpose: Purpose
  readonly recipient: string
}

export interface NewCode {
  /** source identifies the requester, from requesterOf. */
  readonly source: string
  readonly digest: string
  /** digits is the number of digits, or null for a long code that cannot be guessed. */
  readonly digits: number | null
  /** token_digest is the digest of the token in the link. */
  readonly token_digest?: string
  /** details are stored from the request and returned when the code is used. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly created_at: Date
  readonly expires_at: Date
}

/** StoredCode is a candidate to compare with. */
export interface StoredCode {
  readonly recipient: string
  readonly digest: string
  readonly details: Readonly<Record<string, unknown>>
  /** attempts are those of the requester. */
  readonly attempts: number
}

const COLUMNS = 'recipient, digest, details, attempts'

/** saveCode replaces an older code of the same requester, and deletes expired codes of the project. */
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

/** AttemptBounds selects the codes of an attempt: unexpired, with this many digits, tried fewer than `max` times. */
export interface AttemptBounds {
  readonly source: string
  readonly digits: number
  readonly now: Date
  readonly max: number
}

/** countAttempt counts an attempt at the requester's own code and returns it, or undefined after too many. */
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

/** countAttemptElsewhere counts an attempt at the codes of all other requesters and returns them. */
export async function countAttemptElsewhere(
  db: Queryable,
  { project_id, purpose, recipient }: CodeName,
  { source, digits, now, max }: AttemptBounds,
): Promise<StoredCode[]> {
  // Locked in one order, so that concurrent attempts cannot deadlock.
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

/** findLongCode returns an unexpired long code. */
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

/** findCodeByToken returns the unexpired code that was sent with a link token. */
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
 * deleteCodes deletes all codes of the recipient and purpose, and reports whether the given one was among them: of
 * several concurrent calls only one gets true.
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
