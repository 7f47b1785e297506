// The SQL of webhooks: tables `platform.webhooks` and `webhook_settings`. Triggers of functions are in the first one too: those
// with a `function_id`.
import type { Queryable } from '#platform/db/transaction.ts'

/** WebhookRow is a webhook without its secrets. */
export interface WebhookRow {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly events: string[]
  readonly filter: string | null
  readonly ordered: boolean
  readonly enabled: boolean
  readonly disabled_reason: string | null
  readonly previous_secret_expires_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** StoredSecrets are the sealed secrets of a webhook. */
export interface StoredSecrets {
  readonly secret: string
  readonly secret_version: number
  readonly previous_secret: string | null
  readonly previous_expires_at: Date | null
}

/** WebhookFields is what of a webhook is written. */
export type WebhookFields = Pick<
  WebhookRow,
  'id' | 'name' | 'url' | 'events' | 'filter' | 'ordered' | 'enabled' | 'disabled_reason'
> &
  StoredSecrets

const COLUMNS = `id, name, url, events, filter, ordered, enabled, disabled_reason,
  previous_expires_at as previous_secret_expires_at, created_at, updated_at`

/** listWebhooks returns a project's webhooks, oldest first. */
export async function listWebhooks(db: Queryable, projectId: string): Promise<WebhookRow[]> {
  const sql = `select ${COLUMNS} from platform.webhooks
    where project_id = $1 and function_id is null order by created_at, id`
  return (await db.query<WebhookRow>(sql, [projectId])).rows
}

/** findWebhook returns one webhook of a project. */
export async function findWebhook(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  const sql = `select ${COLUMNS} from platform.webhooks where project_id = $1 and id = $2 and function_id is null`
  return (await db.query<WebhookRow>(sql, [projectId, id])).rows[0]
}

/** lockWebhook returns a webhook with its secrets, which nobody else changes until the transaction ends. */
export async function lockWebhook(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<WebhookFields | undefined> {
  const { rows } = await db.query<WebhookFields>(
    `select id, name, url, events, filter, ordered, enabled, disabled_reason, secret, secret_version,
       previous_secret, previous_expires_at
     from platform.webhooks where project_id = $1 and id = $2 and function_id is null for update`,
    [projectId, id],
  )
  return rows[0]
}

/** lockWebhooks has those who change which events a project needs take turns, until the transaction ends. */
export async function lockWebhooks(db: Queryable, projectId: string): Promise<void> {
  await db.query('select from platform.projects where id = $1 for no key update', [projectId])
}

/** countWebhooks returns how many webhooks a project has. */
export async function countWebhooks(db: Queryable, projectId: string): Promise<number> {
  const sql =
    'select count(*)::int as count from platform.webhooks where project_id = $1 and function_id is null'
  return (await db.query<{ count: number }>(sql, [projectId])).rows[0]?.count ?? 0
}

function valuesOf(projectId: string, row: WebhookFields, at: Date): unknown[] {
  const { id, name, url, events, filter, ordered, enabled, disabled_reason } = row
  const { secret, secret_version, previous_secret, previous_expires_at } = row
  const settings = [projectId, id, name, url, events, filter, ordered, enabled, disabled_reason]
  return [...settings, secret, secret_version, previous_secret, previous_expires_at, at]
}

/** insertWebhook stores a new webhook. */
export async function insertWebhook(
  db: Queryable,
  projectId: string,
  row: WebhookFields,
  at: Date,
): Promise<WebhookRow> {
  const { rows } = await db.query<WebhookRow>(
    `insert into platform.webhooks (project_id, id, name, url, events, filter, ordered, enabled, disabled_reason,
       secret, secret_version, previous_secret, previous_expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) returning ${COLUMNS}`,
    valuesOf(projectId, row, at),
  )
  return rows[0] as WebhookRow
}

/** updateWebhook stores a webhook that has changed. */
export async function updateWebhook(
  db: Queryable,
  projectId: string,
  row: WebhookFields,
  at: Date,
): Promise<WebhookRow> {
  const { rows } = await db.query<WebhookRow>(
    `update platform.webhooks set name = $3, url = $4, events = $5, filter = $6, ordered = $7, enabled = $8,
       disabled_reason = $9, secret = $10, secret_version = $11, previous_secret = $12, previous_expires_at = $13,
       updated_at = $14
     where project_id = $1 and id = $2 returning ${COLUMNS}`,
    valuesOf(projectId, row, at),
  )
  return rows[0] as WebhookRow
}

/** deleteWebhook removes a webhook, and returns whether there was one. Its deliveries are removed in the background. */
export async function deleteWebhook(db: Queryable, projectId: string, id: string): Promise<boolean> {
  const sql = 'delete from platform.webhooks where project_id = $1 and id = $2'
  return (await db.query(sql, [projectId, id])).rowCount === 1
}

/** ListeningWebhook is what of a webhook or trigger decides about which events it gets. */
export type ListeningWebhook = Pick<WebhookRow, 'id' | 'events' | 'filter' | 'ordered'>

/** listEnabled returns the webhooks and triggers of a project that get events. */
export async function listEnabled(db: Queryable, projectId: string): Promise<ListeningWebhook[]> {
  const { rows } = await db.query<ListeningWebhook>(
    'select id, events, filter, ordered from platform.webhooks where project_id = $1 and enabled order by id',
    [projectId],
  )
  return rows
}

/** ActiveProject is what its tables are found and read by. */
export interface ActiveProject {
  readonly id: string
  readonly cluster: string
  readonly own_login: boolean
}

/** findActive returns a project unless it is being deleted. */
export async function findActive(db: Queryable, projectId: string): Promise<ActiveProject | undefined> {
  const sql = `select id, cluster, own_login from platform.projects where id = $1 and status = 'active'`
  return (await db.query<ActiveProject>(sql, [projectId])).rows[0]
}

/** listListeningProjects returns the ids of some projects that have webhooks, behind an id. */
export async function listListeningProjects(db: Queryable, after: string, most: number): Promise<string[]> {
  const { rows } = await db.query<{ project_id: string }>(
    `select distinct project_id from platform.webhooks where enabled and project_id > $1
     order by project_id limit $2`,
    [after, most],
  )
  return rows.map(({ project_id }) => project_id)
}

/** findAllowedHosts returns the hosts that a project's webhooks may reach; empty where all may be. */
export async function findAllowedHosts(db: Queryable, projectId: string): Promise<string[]> {
  const sql = 'select allowed_hosts from platform.webhook_settings where project_id = $1'
  return (await db.query<{ allowed_hosts: string[] }>(sql, [projectId])).rows[0]?.allowed_hosts ?? []
}

/** saveAllowedHosts stores them. */
export async function saveAllowedHosts(
  db: Queryable,
  projectId: string,
  hosts: readonly string[],
  at: Date,
): Promise<void> {
  await db.query(
    `insert into platform.webhook_settings (project_id, allowed_hosts, updated_at) values ($1, $2, $3)
     on conflict (project_id) do update set allowed_hosts = $2, updated_at = $3`,
    [projectId, hosts, at],
  )
}
