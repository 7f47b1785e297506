// The SQL of upkeep: deliveries that are old, too many, or of webhooks that are gone, and webhooks that were disabled.
import type pg from 'pg'
import { lockQueues } from '#modules/automation/webhook-deliveries/queue/queue.store.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'

const CHUNK = 1000

// The counters of a queue follow what is deleted of it. What has been queued again meanwhile stays.
const REMOVE = `
with gone as (
  delete from platform.webhook_deliveries d
  using unnest($1::uuid[], $2::bigint[]) as chosen (webhook_id, position)
  where d.webhook_id = chosen.webhook_id and d.position = chosen.position and (
    d.status <> 'pending' or not exists (select from platform.webhooks w where w.id = d.webhook_id))
  returning d.webhook_id, d.id, d.bytes, d.status
), attempts as (
  delete from platform.webhook_attempts a using gone where a.delivery_id = gone.id
  returning gone.webhook_id, coalesce(octet_length(a.response_body), 0) as bytes
), freed as (
  select webhook_id, count(*) filter (where status <> 'pending') as rows, sum(bytes) as bytes,
    (select coalesce(sum(a.bytes), 0) from attempts a where a.webhook_id = gone.webhook_id) as responses
  from gone group by webhook_id
), counted as (
  update platform.webhook_queues q set kept = greatest(0, q.kept - freed.rows),
    kept_bytes = greatest(0, q.kept_bytes - freed.bytes - freed.responses)
  from freed where q.webhook_id = freed.webhook_id
)
select count(*)::int as count from gone`

const OLD = `
select webhook_id, position from platform.webhook_deliveries
where finished_at < $1 order by finished_at limit ${CHUNK}`

const SURPLUS = `
select d.webhook_id, d.position
from (select webhook_id from platform.webhook_queues where kept > $1 or kept_bytes > $2 limit 20) q,
lateral (select webhook_id, position from platform.webhook_deliveries d
  where d.webhook_id = q.webhook_id and d.status <> 'pending' order by d.position limit 500) d`

const ORPHANS = `
select d.webhook_id, d.position
from (select webhook_id from platform.webhook_queues q
  where not exists (select from platform.webhooks w where w.id = q.webhook_id) limit 20) q,
lateral (select webhook_id, position from platform.webhook_deliveries d
  where d.webhook_id = q.webhook_id order by d.position limit 500) d`

interface Chosen {
  readonly webhook_id: string
  readonly position: string
}

// A transaction is begun only where there is something to delete.
async function remove(pool: pg.Pool, choose: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await pool.query<Chosen>(choose, [...values])
  return rows.length === 0 ? 0 : transaction(pool, (db) => removeChosen(db, rows))
}

// Queues are locked first, as everybody does.
async function removeChosen(db: Queryable, chosen: readonly Chosen[]): Promise<number> {
  const ids = chosen.map(({ webhook_id }) => webhook_id)
  await lockQueues(db, ids)
  const positions = chosen.map(({ position }) => position)
  return (await db.query<{ count: number }>(REMOVE, [ids, positions])).rows[0]?.count ?? 0
}

/** removeOld deletes some deliveries that were finished before a time, and returns how many. */
export function removeOld(pool: pg.Pool, before: Date): Promise<number> {
  return remove(pool, OLD, [before])
}

/** removeSurplus deletes some of the oldest finished deliveries of webhooks that keep more than they may. */
export function removeSurplus(pool: pg.Pool, most: { rows: number; bytes: number }): Promise<number> {
  return remove(pool, SURPLUS, [most.rows, most.bytes])
}

const FAILED = `
select webhook_id, position from platform.webhook_deliveries where project_id = $1 and id = $2 and status = 'failed'`

/** removeFailed deletes a delivery that has failed for good, within a transaction, and returns whether there was one. */
export async function removeFailed(db: Queryable, projectId: string, id: string): Promise<boolean> {
  const { rows } = await db.query<Chosen>(FAILED, [projectId, id])
  return rows.length === 1 && (await removeChosen(db, rows)) === 1
}

/** removeOrphans deletes some deliveries of webhooks that are gone, and their queues once these are empty. */
export async function removeOrphans(pool: pg.Pool): Promise<number> {
  const count = await remove(pool, ORPHANS, [])
  await pool.query(
    `delete from platform.webhook_queues q
     where not exists (select from platform.webhooks w where w.id = q.webhook_id)
       and not exists (select from platform.webhook_deliveries d where d.webhook_id = q.webhook_id)`,
  )
  return count
}

/** DisabledWebhook is a webhook that the server has disabled, and that was not announced yet. */
export interface DisabledWebhook {
  readonly id: string
  readonly project_id: string
  readonly name: string
  readonly url: string | null
  /** function_id is set for triggers of functions. */
  readonly function_id: string | null
  readonly events: string[]
  readonly disabled_reason: string
}

/** hasDisabled reports whether there are disabled webhooks to announce. */
export async function hasDisabled(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query('select from platform.webhooks where not announced limit 1')
  return rowCount === 1
}

/** takeDisabled marks some disabled webhooks as announced, within the transaction that announces them. */
export async function takeDisabled(db: Queryable): Promise<DisabledWebhook[]> {
  const { rows } = await db.query<DisabledWebhook>(
    `update platform.webhooks set announced = true where id in (
       select id from platform.webhooks where not announced order by id limit 10 for update skip locked)
     returning id, project_id, name, url, function_id, events, disabled_reason`,
  )
  return rows
}

/** QueueFigures is how all queues are doing. */
export interface QueueFigures {
  readonly waiting: number
  readonly age: number
  readonly failing: number
}

/** sumQueues returns how much waits for all webhooks that are enabled, and for how long it is due. */
export async function sumQueues(db: Queryable, now: Date): Promise<QueueFigures> {
  const { rows } = await db.query<QueueFigures>(
    `select coalesce(sum(q.waiting), 0)::float8 as waiting,
       greatest(0, coalesce(extract(epoch from $1 - min(q.due_at) filter (where q.due_at <= $1)), 0))::float8 as age,
       count(*) filter (where q.failing_since is not null)::int as failing
     from platform.webhook_queues q join platform.webhooks w on w.id = q.webhook_id and w.enabled`,
    [now],
  )
  return rows[0] as QueueFigures
}
