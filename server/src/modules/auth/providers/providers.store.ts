// The SQL of identity providers: table `msingi_auth.identity_providers`.
import type { Queryable } from '#platform/db/transaction.ts'

/** ProviderRow is a stored provider; its secret is encrypted. */
export interface ProviderRow {
  readonly id: string
  readonly project_id: string
  readonly name: string
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string | null
  readonly scopes: string[]
  readonly enabled: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

export type ProviderChanges = Pick<
  ProviderRow,
  'issuer' | 'client_id' | 'client_secret' | 'scopes' | 'enabled' | 'updated_at'
>

const COLUMNS =
  'id, project_id, name, issuer, client_id, client_secret, scopes, enabled, created_at, updated_at'

export async function listProviders(db: Queryable, projectId: string): Promise<ProviderRow[]> {
  const { rows } = await db.query<ProviderRow>(
    `select ${COLUMNS} from msingi_auth.identity_providers where project_id = $1 order by name`,
    [projectId],
  )
  return rows
}

/** findProvider finds a provider by name; `lock` locks its row until the transaction ends. */
export async function findProvider(
  db: Queryable,
  projectId: string,
  name: string,
  lock: 'for update' | '' = '',
): Promise<ProviderRow | undefined> {
  const { rows } = await db.query<ProviderRow>(
    `select ${COLUMNS} from msingi_auth.identity_providers where project_id = $1 and name = $2 ${lock}`,
    [projectId, name],
  )
  return rows[0]
}

/** insertProvider reports whether the name was free. */
export async function insertProvider(db: Queryable, row: ProviderRow): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into msingi_auth.identity_providers (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (project_id, name) do nothing`,
    [
      ...[row.id, row.project_id, row.name, row.issuer, row.client_id, row.client_secret],
      ...[row.scopes, row.enabled, row.created_at, row.updated_at],
    ],
  )
  return rowCount === 1
}

export async function updateProvider(db: Queryable, id: string, changes: ProviderChanges): Promise<void> {
  await db.query(
    `update msingi_auth.identity_providers
     set issuer = $2, client_id = $3, client_secret = $4, scopes = $5, enabled = $6, updated_at = $7
     where id = $1`,
    [
      ...[id, changes.issuer, changes.client_id, changes.client_secret],
      ...[changes.scopes, changes.enabled, changes.updated_at],
    ],
  )
}

/** deleteProvider reports whether the project had such a provider. */
export async function deleteProvider(db: Queryable, projectId: string, name: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from msingi_auth.identity_providers where project_id = $1 and name = $2',
    [projectId, name],
  )
  return rowCount === 1
}
