// The SQL of one-time codes: table `msingi_auth.codes`, one code for each purpose and recipient.
import type { Queryable } from '#platform/db/transaction.ts'

/** Purpose is what a code is good for. */
export type Purpose = 'otp' | 'reset' | LinkPurpose

/** LinkPurpose is what a code is good for that is also sent as a link. */
export type LinkPurpose = 'verify_email' | 'magic_link'

/** CodeName says which code is meant: `recipient` is a phone number, or an e-mail address in lower case. */
export interface CodeName {
  readonly project_id: string
  readonly purpose: Purpose
  readonly recipient: string
}

/** NewCode is a code to store. */
export interface NewCode {
  readonly digest: string
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
}

/** saveCode stores a code in place of an older one, and forgets the codes of the project that have ended. */
export async function saveCode(
  db: Queryable,
  { project_id, purpose, recipient }: CodeName,
  { digest, token_digest, details = {}, created_at, expires_at }: NewCode,
): Promise<void> {
  await db.query('delete from msingi_auth.codes where project_id = $1 and expires_at <= $2', [
    project_id,
    created_at,
  ])
  await db.query(
    `insert into msingi_auth.codes
       (project_id, purpose, recipient, digest, token_digest, details, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (project_id, purpose, recipient)
     do update set digest = $4, token_digest = $5, details = $6, attempts = 0, created_at = $7, expires_at = $8`,
    [project_id, purpose, recipient, digest, token_digest, JSON.stringify(details), created_at, expires_at],
  )
}

/** countAttempt counts an attempt at a code and gives the code, unless there were too many or it has ended. */
export async function countAttempt(
  db: Queryable,
  { project_id, purpose, recipient }: CodeName,
  now: Date,
  max: number,
): Promise<StoredCode | undefined> {
  const { rows } = await db.query<StoredCode>(
    `update msingi_auth.codes set attempts = attempts + 1
     where project_id = $1 and purpose = $2 and recipient = $3 and expires_at > $4 and attempts < $5
     returning recipient, digest, details`,
    [project_id, purpose, recipient, now, max],
  )
  return rows[0]
}

/** findCodeByToken gives the code that was sent with a token, unless it has ended. */
export async function findCodeByToken(
  db: Queryable,
  projectId: string,
  purpose: LinkPurpose,
  tokenDigest: string,
  now: Date,
): Promise<StoredCode | undefined> {
  const { rows } = await db.query<StoredCode>(
    `select recipient, digest, details from msingi_auth.codes
     where project_id = $1 and purpose = $2 and token_digest = $3 and expires_at > $4`,
    [projectId, purpose, tokenDigest, now],
  )
  return rows[0]
}

/** deleteCode uses a code up, and says whether it was this one's turn: of several who try at once, one gets it. */
export async function deleteCode(
  db: Queryable,
  { project_id, purpose, recipient }: CodeName,
  digest: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from msingi_auth.codes
     where project_id = $1 and purpose = $2 and recipient = $3 and digest = $4`,
    [project_id, purpose, recipient, digest],
  )
  return rowCount === 1
}
