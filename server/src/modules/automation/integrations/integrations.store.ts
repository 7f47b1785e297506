// The SQL of integrations: table `platform.integrations`. Secrets are sealed.
import type { Queryable } from '#platform/db/transaction.ts'
import type { IntegrationKind, ProviderConfig } from './providers/provider.ts'
import type { ProviderName } from './providers/providers.ts'

/** IntegrationRow is a stored integration; `config` is without its secrets, which are in `sealed`. */
export interface IntegrationRow {
  readonly id: string
  readonly project_id: string
  readonly provider: ProviderName
  readonly kind: IntegrationKind
  readonly name: string
  readonly config: ProviderConfig
  readonly sealed: string
  readonly enabled: boolean
  readonly disabled_reason: string | null
  readonly failing_since: Date | null
  readonly last_error: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

const COLUMNS = `id, project_id, provider, kind, name, config, sealed, enabled, disabled_reason, failing_since, last_error,
  created_at, updated_at`

/** listIntegrations returns a project's integrations, oldest first. */
export async function listIntegrations(db: Queryable, projectId: string): Promise<IntegrationRow[]> {
  const sql = `select ${COLUMNS} from platform.integrations where project_id = $1 order by created_at, id`
  return (await db.query<IntegrationRow>(sql, [projectId])).rows
}

/** findIntegration returns one integration of a project. */
export async function findIntegration(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<IntegrationRow | undefined> {
  const sql = `select ${COLUMNS} from platform.integrations where project_id = $1 and id = $2`
  return (await db.query<IntegrationRow>(sql, [projectId, id])).rows[0]
}

/** findSender returns the enabled integration by which a project sends mail or SMS. */
export async function findSender(
  db: Queryable,
  projectId: string,
  kind: IntegrationKind,
): Promise<IntegrationRow | undefined> {
  const sql = `select ${COLUMNS} from platform.integrations where project_id = $1 and kind = $2 and enabled`
  return (await db.query<IntegrationRow>(sql, [projectId, kind])).rows[0]
}

/** Listener is an enabled integration for alerts. */
export type Listener = Pick<IntegrationRow, 'id' | 'project_id'> & { readonly events: readonly string[] }

/** listListeners returns the enabled integrations for alerts of some projects. */
export async function listListeners(db: Queryable, projectIds: readonly string[]): Promise<Listener[]> {
  const { rows } = await db.query<Listener>(
    `select id, project_id, config->'events' as events from platform.integrations
     where project_id = any($1) and kind = 'alert' and enabled order by id`,
    [projectIds],
  )
  return rows
}

/** insertIntegration stores a new integration. */
export async function insertIntegration(db: Queryable, row: IntegrationRow): Promise<void> {
  const { id, project_id, provider, kind, name, config, sealed, enabled, created_at } = row
  await db.query(
    `insert into platform.integrations
       (id, project_id, provider, kind, name, config, sealed, enabled, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [id, project_id, provider, kind, name, JSON.stringify(config), sealed, enabled, created_at],
  )
}

/** updateIntegration stores an integration that was changed. It is no longer said to be failing: it may be right now. */
export async function updateIntegration(db: Queryable, row: IntegrationRow): Promise<void> {
  const { id, project_id, name, config, sealed, enabled, disabled_reason, updated_at } = row
  await db.query(
    `update platform.integrations set name = $3, config = $4, sealed = $5, enabled = $6, disabled_reason = $7,
       updated_at = $8, failures = 0, failing_since = null, last_error = null
     where project_id = $1 and id = $2`,
    [project_id, id, name, JSON.stringify(config), sealed, enabled, disabled_reason, updated_at],
  )
}

/** deleteIntegration removes an integration, and returns whether there was one. */
export async function deleteIntegration(db: Queryable, projectId: string, id: string): Promise<boolean> {
  const sql = 'delete from platform.integrations where project_id = $1 and id = $2'
  return (await db.query(sql, [projectId, id])).rowCount === 1
}
