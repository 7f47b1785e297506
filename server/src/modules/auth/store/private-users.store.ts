// The SQL of the private half of users: table `msingi_auth.users`.
import type { Queryable } from '#platform/db/transaction.ts'

/** PrivateUser is what only the server knows about a user. */
export interface PrivateUser {
  readonly id: string
  readonly password_hash: string | null
  readonly metadata: Record<string, unknown>
  readonly claims: Record<string, unknown>
  /** verified_email and verified_phone are the contacts that the user has proven, in lower case. */
  readonly verified_email: string | null
  readonly verified_phone: string | null
  /** disowned_phone is a number that does not sign in until it is verified in a session of the user. */
  readonly disowned_phone: string | null
  /** began_anonymous is true if the user was created by an anonymous sign-in. */
  readonly began_anonymous: boolean
}

/** PrivateFields are the fields that can be changed. */
export type PrivateFields = {
  [Field in keyof Omit<PrivateUser, 'id' | 'disowned_phone'>]?: PrivateUser[Field] | undefined
}

const STORED = 'id, password_hash, metadata, claims, verified_email, verified_phone, began_anonymous'
const COLUMNS = `${STORED}, disowned_phone`

/** UNKNOWN_USER_ID belongs to no user: an unknown address then takes the same queries as a known one. */
export const UNKNOWN_USER_ID = '00000000-0000-0000-0000-000000000000'

export async function listPrivateUsers(
  db: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<PrivateUser[]> {
  const { rows } = await db.query<PrivateUser>(
    `select ${COLUMNS} from msingi_auth.users where project_id = $1 and id = any($2::uuid[])`,
    [projectId, ids],
  )
  return rows
}

export async function findPrivateUser(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<PrivateUser | undefined> {
  return (await listPrivateUsers(db, projectId, [id]))[0]
}

/**
 * savePrivateUser inserts or updates the private half and returns it; undefined fields keep their values. The project's
 * owner can insert into `users` by SQL, so the private half may not exist yet. The row stays locked until the
 * transaction ends.
 */
export async function savePrivateUser(
  db: Queryable,
  projectId: string,
  id: string,
  { password_hash, metadata, claims, verified_email, verified_phone, began_anonymous }: PrivateFields,
): Promise<PrivateUser> {
  const { rows } = await db.query<PrivateUser>(
    `insert into msingi_auth.users as u (project_id, ${STORED})
     values ($1, $2, $3, coalesce($4::jsonb, '{}'), coalesce($5::jsonb, '{}'), $6, $7, coalesce($8, false))
     on conflict (project_id, id) do update set password_hash = coalesce($3, u.password_hash),
       metadata = coalesce($4::jsonb, u.metadata), claims = coalesce($5::jsonb, u.claims),
       verified_email = coalesce($6, u.verified_email), verified_phone = coalesce($7, u.verified_phone),
       began_anonymous = coalesce($8, u.began_anonymous)
     returning ${COLUMNS}`,
    [
      ...[projectId, id, password_hash, json(metadata), json(claims)],
      ...[verified_email, verified_phone, began_anonymous],
    ],
  )
  return rows[0] as PrivateUser
}

/** clearStaleVerifiedPhone clears verified_phone unless it is this number: a returning number must be proven again. */
export async function clearStaleVerifiedPhone(
  db: Queryable,
  projectId: string,
  id: string,
  phone: string | null,
): Promise<void> {
  await db.query(
    `update msingi_auth.users set verified_phone = null
     where project_id = $1 and id = $2 and verified_phone is distinct from $3`,
    [projectId, id, phone],
  )
}

/**
 * lockPassword reports whether a user still has this password hash, and locks the row until the transaction ends: a
 * request that was allowed by the old password cannot commit after a concurrent change of the password.
 */
export async function lockPassword(
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

/** clearCredentials removes the password and bars the phone number from signing in: another person may have them. */
export async function clearCredentials(
  db: Queryable,
  projectId: string,
  id: string,
  phone: string | null,
): Promise<void> {
  await db.query(
    `update msingi_auth.users set password_hash = null, verified_phone = null, disowned_phone = $3
     where project_id = $1 and id = $2`,
    [projectId, id, phone],
  )
}

/** deletePrivateUser deletes the private half of a user, with all sessions and roles, and returns whether there was one. */
export async function deletePrivateUser(db: Queryable, projectId: string, id: string): Promise<boolean> {
  const sql = 'delete from msingi_auth.users where project_id = $1 and id = $2'
  return (await db.query(sql, [projectId, id])).rowCount === 1
}

function json(value: object | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}
