// The SQL of what is private of users: table `msingi_auth.users`.
import type { Queryable } from '#platform/db/transaction.ts'

/** PrivateUser is what only the server knows of a user. */
export interface PrivateUser {
  readonly id: string
  readonly password_hash: string | null
  readonly metadata: Record<string, unknown>
  readonly claims: Record<string, unknown>
  /** verified_email and verified_phone are what the user has proven to be theirs, in lower case. */
  readonly verified_email: string | null
  readonly verified_phone: string | null
  /** disowned_phone is a number that signs in nobody before it is proven in a session of the user. */
  readonly disowned_phone: string | null
  /** began_anonymous is true of who signed in without telling anything of themselves. */
  readonly began_anonymous: boolean
}

/** PrivateFields are what may change. */
export type PrivateFields = {
  [Field in keyof Omit<PrivateUser, 'id' | 'disowned_phone'>]?: PrivateUser[Field] | undefined
}

const STORED = 'id, password_hash, metadata, claims, verified_email, verified_phone, began_anonymous'
const COLUMNS = `${STORED}, disowned_phone`

/** NOBODY is nobody's id: what is asked of an unknown address costs the same queries as of a known one. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

/** listPrivateUsers gives what is private of some users. */
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

/** findPrivateUser gives what is private of a user. */
export async function findPrivateUser(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<PrivateUser | undefined> {
  return (await listPrivateUsers(db, projectId, [id]))[0]
}

/**
 * savePrivateUser stores what is private of a user, and gives all of it; what is undefined keeps its value. A row in
 * `users` may have come about without us, by SQL of the project's owner, so there need not be anything yet. Until the
 * transaction ends nobody else changes it.
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

/** forgetOtherPhone forgets that a number was proven that the user has no longer: to have it back takes a new proof. */
export async function forgetOtherPhone(
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

/** disown takes from a user what somebody else may know or hold: the password, and the phone number as a way in. */
export async function disown(
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

/** deletePrivateUser forgets what is private of a user, with all sessions and roles. */
export async function deletePrivateUser(db: Queryable, projectId: string, id: string): Promise<void> {
  await db.query('delete from msingi_auth.users where project_id = $1 and id = $2', [projectId, id])
}

function json(value: object | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}
