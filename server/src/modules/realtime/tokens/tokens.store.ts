// The SQL of dashboard users' realtime tokens: table `msingi_realtime.tokens`.
import type { Queryable } from '#platform/db/transaction.ts'

export interface TokenRow {
  readonly id: string
  readonly project_id: string
  readonly account_id: string
  readonly session_id: string
  readonly created_at: Date
  readonly expires_at: Date
}

/** insertToken stores a token, and deletes expired ones of the project. */
export async function insertToken(db: Queryable, token: TokenRow): Promise<void> {
  await db.query('delete from msingi_realtime.tokens where project_id = $1 and expires_at < $2', [
    token.project_id,
    token.created_at,
  ])
  await db.query(
    `insert into msingi_realtime.tokens (id, project_id, account_id, session_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [token.id, token.project_id, token.account_id, token.session_id, token.created_at, token.expires_at],
  )
}

/** findToken returns a token of a project that has not expired. */
export async function findToken(
  db: Queryable,
  projectId: string,
  id: string,
  now: Date,
): Promise<TokenRow | undefined> {
  const { rows } = await db.query<TokenRow>(
    `select id, project_id, account_id, session_id, created_at, expires_at
     from msingi_realtime.tokens where project_id = $1 and id = $2 and expires_at > $3`,
    [projectId, id, now],
  )
  return rows[0]
}

/** deleteToken deletes a token of a project and reports whether there was one. */
export async function deleteToken(db: Queryable, projectId: string, id: string): Promise<boolean> {
  const sql = 'delete from msingi_realtime.tokens where project_id = $1 and id = $2'
  return (await db.query(sql, [projectId, id])).rowCount === 1
}
