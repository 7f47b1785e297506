// The SQL of what is private of users: table `msingi_auth.users`.
import type { Queryable } from '#platform/db/transaction.ts'

/** PrivateUser is what only the server knows of a user. */
export interface PrivateUser {
  readonly id: string
  readonly password_hash: string | null
  readonly metadata: Record<string, unknown>
  readonly claims: Record<string, unknown>
}

/** PrivateFields are what may change. */
export type PrivateFields = {
  [Field in 'password_hash' | 'metadata' | 'claims']?: PrivateUser[Field] | undefined
}

/** listPrivateUsers gives what is private of some users. */
export async function listPrivateUsers(
  db: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<PrivateUser[]> {
  const { rows } = await db.query<PrivateUser>(
    `select id, password_hash, metadata, claims from msingi_auth.users
     where project_id = $1 and id = any($2::uuid[])`,
    [projectId, ids],
  )
  return rows
}

/** findPrivateUser gives what is private of a user. */
export async function findPrivateUser(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<PrivateUser | undefined> {
  return (await listPrivateUsers(db, projectId, [id]))[0]
}

/**
 * savePrivateUser stores what is private of a user; what is undefined keeps its value. A row in `users` may have come
 * about without us, by SQL of the project's owner, so there need not be anything yet.
 */
export async function savePrivateUser(
  db: Queryable,
  projectId: string,
  id: string,
  { password_hash, metadata, claims }: PrivateFields,
): Promise<void> {
  await db.query(
    `insert into msingi_auth.users as u (project_id, id, password_hash, metadata, claims)
     values ($1, $2, $3, coalesce($4::jsonb, '{}'), coalesce($5::jsonb, '{}'))
     on conflict (project_id, id) do update set password_hash = coalesce($3, u.password_hash),
       metadata = coalesce($4::jsonb, u.metadata), claims = coalesce($5::jsonb, u.claims)`,
    [projectId, id, password_hash, json(metadata), json(claims)],
  )
}

/**
 * holdPassword says whether a user still has this password, and keeps it so until the transaction ends: what was
 * allowed by an old password cannot be carried out after a change that runs beside it.
 */
export async function holdPassword(
  db: Queryable,
  projectId: string,
  id: string,
  passwordHash: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from msingi_auth.users where project_id = $1 and id = $2 and password_hash = $3 for no key update`,
    [projectId, id, passwordHash],
  )
  return rowCount === 1
}

/** deletePrivateUser forgets what is private of a user, with all sessions and roles. */
export async function deletePrivateUser(db: Queryable, projectId: string, id: string): Promise<void> {
  await db.query('delete from msingi_auth.users where project_id = $1 and id = $2', [projectId, id])
}

function json(value: object | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}
