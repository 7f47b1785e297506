// The SQL of triggers: the rows of `platform.webhooks` that have a function.
import type { Queryable } from '#platform/db/transaction.ts'

/** TriggerFields are what a caller chooses, and what follows from it. */
export interface TriggerFields {
  readonly events: string[]
  readonly filter: string | null
  readonly ordered: boolean
  readonly enabled: boolean
  readonly disabled_reason: string | null
}

/** TriggerRow is a stored trigger. */
export interface TriggerRow extends TriggerFields {
  readonly id: string
  readonly function_id: string
  readonly created_at: Date
  readonly updated_at: Date
}

/** TriggerKey names a trigger, and whose it has to be. */
export interface TriggerKey {
  readonly projectId: string
  readonly functionId: string
  readonly id: string
}

const COLUMNS = 'id, function_id, events, filter, ordered, enabled, disabled_reason, created_at, updated_at'
const KEY = 'project_id = $1 and function_id = $2 and id = $3'

/** hasFunction reports whether a project has a function, which then stays until the transaction ends. */
export async function hasFunction(db: Queryable, projectId: string, id: string): Promise<boolean> {
  const sql = 'select from platform.functions where project_id = $1 and id = $2 for key share'
  return (await db.query(sql, [projectId, id])).rowCount === 1
}

/** listTriggers returns the triggers of a function, oldest first. */
export async function listTriggers(
  db: Queryable,
  projectId: string,
  functionId: string,
): Promise<TriggerRow[]> {
  const { rows } = await db.query<TriggerRow>(
    `select ${COLUMNS} from platform.webhooks where project_id = $1 and function_id = $2 order by created_at, id`,
    [projectId, functionId],
  )
  return rows
}

/** findTrigger returns one trigger; with `lock` nobody else changes it until the transaction ends. */
export async function findTrigger(
  db: Queryable,
  { projectId, functionId, id }: TriggerKey,
  { lock = false } = {},
): Promise<TriggerRow | undefined> {
  const sql = `select ${COLUMNS} from platform.webhooks where ${KEY} ${lock ? 'for update' : ''}`
  return (await db.query<TriggerRow>(sql, [projectId, functionId, id])).rows[0]
}

/** countTriggers returns how many triggers a project has; their makers take turns until the transaction ends. */
export async function countTriggers(db: Queryable, projectId: string): Promise<number> {
  await db.query('select from platform.projects where id = $1 for no key update', [projectId])
  const sql =
    'select count(*)::int as count from platform.webhooks where project_id = $1 and function_id is not null'
  return (await db.query<{ count: number }>(sql, [projectId])).rows[0]?.count ?? 0
}

function valuesOf({ projectId, functionId, id }: TriggerKey, fields: TriggerFields, at: Date): unknown[] {
  const { events, filter, ordered, enabled, disabled_reason } = fields
  return [projectId, functionId, id, events, filter, ordered, enabled, disabled_reason, at]
}

/** insertTrigger stores a new trigger. */
export async function insertTrigger(
  db: Queryable,
  key: TriggerKey,
  fields: TriggerFields,
  at: Date,
): Promise<TriggerRow> {
  const { rows } = await db.query<TriggerRow>(
    `insert into platform.webhooks (project_id, function_id, id, name, events, filter, ordered, enabled,
       disabled_reason, secret_version, created_at, updated_at)
     values ($1, $2, $3, '', $4, $5, $6, $7, $8, 0, $9, $9) returning ${COLUMNS}`,
    valuesOf(key, fields, at),
  )
  return rows[0] as TriggerRow
}

/** updateTrigger stores a trigger that has changed. */
export async function updateTrigger(
  db: Queryable,
  key: TriggerKey,
  fields: TriggerFields,
  at: Date,
): Promise<TriggerRow> {
  const { rows } = await db.query<TriggerRow>(
    `update platform.webhooks set events = $4, filter = $5, ordered = $6, enabled = $7, disabled_reason = $8,
       updated_at = $9 where ${KEY} returning ${COLUMNS}`,
    valuesOf(key, fields, at),
  )
  return rows[0] as TriggerRow
}

/** deleteTrigger removes a trigger, and returns whether there was one. Its deliveries are removed in the background. */
export async function deleteTrigger(
  db: Queryable,
  { projectId, functionId, id }: TriggerKey,
): Promise<boolean> {
  const sql = `delete from platform.webhooks where ${KEY}`
  return (await db.query(sql, [projectId, functionId, id])).rowCount === 1
}
