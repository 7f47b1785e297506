// The SQL of identities: table `msingi_auth.identities`, which links issuer and subject to a user.
import type { Queryable } from '#platform/db/transaction.ts'

/** IdentityRow is a stored identity. `provider` is the provider's name at the last sign-in. */
export interface IdentityRow {
  readonly id: string
  readonly project_id: string
  readonly user_id: string
  readonly provider: string
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly created_at: Date
  readonly last_used_at: Date
}

const COLUMNS = 'id, project_id, user_id, provider, issuer, subject, email, created_at, last_used_at'

/** listIdentities returns the identities of a user, the oldest first. */
export async function listIdentities(
  db: Queryable,
  projectId: string,
  userId: string,
): Promise<IdentityRow[]> {
  const { rows } = await db.query<IdentityRow>(
    `select ${COLUMNS} from msingi_auth.identities
     where project_id = $1 and user_id = $2 order by created_at, id`,
    [projectId, userId],
  )
  return rows
}

/** findIdentity returns the identity of a subject at an issuer. */
export async function findIdentity(
  db: Queryable,
  projectId: string,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<IdentityRow | undefined> {
  const { rows } = await db.query<IdentityRow>(
    `select ${COLUMNS} from msingi_auth.identities where project_id = $1 and issuer = $2 and subject = $3`,
    [projectId, issuer, subject],
  )
  return rows[0]
}

/** insertIdentity reports whether the identity was not linked yet. */
export async function insertIdentity(db: Queryable, row: IdentityRow): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into msingi_auth.identities (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (project_id, issuer, subject) do nothing`,
    [
      ...[row.id, row.project_id, row.user_id, row.provider, row.issuer, row.subject, row.email],
      ...[row.created_at, row.last_used_at],
    ],
  )
  return rowCount === 1
}

/** touchIdentity updates an identity at a sign-in, and reports whether it still exists. */
export async function touchIdentity(
  db: Queryable,
  id: string,
  { provider, email, now }: { readonly provider: string; readonly email: string | null; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update msingi_auth.identities set provider = $2, email = $3, last_used_at = $4 where id = $1',
    [id, provider, email, now],
  )
  return rowCount === 1
}

/** deleteIdentity reports whether the user had this identity. */
export async function deleteIdentity(
  db: Queryable,
  projectId: string,
  userId: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from msingi_auth.identities where project_id = $1 and user_id = $2 and id = $3',
    [projectId, userId, id],
  )
  return rowCount === 1
}
