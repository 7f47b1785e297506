// The SQL of one-time codes: table `msingi_auth.codes`, one code for each purpose and recipient.
import type { Queryable } from '#platform/db/transaction.ts'

/** Purpose is what a code is good for. */
export type Purpose = 'otp' | 'reset'

/** CodeName says which code is meant: `recipient` is a phone number, or an e-mail address in lower case. */
export interface CodeName {
  readonly project_id: string
  readonly purpose: Purpose
  readonly recipient: string
}

/** saveCode stores a code in place of an older one, and forgets the codes of the project that have ended. */
export async function saveCode(
  db: Queryable,
  { project_id, purpose, recipient }: CodeName,
  code: { readonly digest: string; readonly created_at: Date; readonly expires_at: Date },
): Promise<void> {
  await db.query('delete from msingi_auth.codes where project_id = $1 and expires_at <= $2', [
    project_id,
    code.created_at,
  ])
  await db.query(
    `insert into msingi_auth.codes (project_id, purpose, recipient, digest, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (project_id, purpose, recipient)
     do update set digest = $4, attempts = 0, created_at = $5, expires_at = $6`,
    [project_id, purpose, recipient, code.digest, code.created_at, code.expires_at],
  )
}

/** countAttempt counts an attempt at a code and gives the code's digest, unless there were too many or it has ended. */
export async function countAttempt(
  db: Queryable,
  { project_id, purpose, recipient }: CodeName,
  now: Date,
  max: number,
): Promise<string | undefined> {
  const { rows } = await db.query<{ digest: string }>(
    `update msingi_auth.codes set attempts = attempts + 1
     where project_id = $1 and purpose = $2 and recipient = $3 and expires_at > $4 and attempts < $5
     returning digest`,
    [project_id, purpose, recipient, now, max],
  )
  return rows[0]?.digest
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
