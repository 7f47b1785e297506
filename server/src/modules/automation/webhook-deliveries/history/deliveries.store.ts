// The SQL of what users see and do: the list of a webhook's deliveries, one with its attempts, retry, replay and tests.

import { type ClaimedDelivery, lockQueues } from '#modules/automation/webhook-deliveries/queue/queue.store.ts'
import type { AttemptRecord } from '#modules/automation/webhook-deliveries/queue/results.store.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** DeliveryStatus is what has become of a delivery. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed'

/** DeliveryRow is a delivery without its payload. */
export interface DeliveryRow {
  readonly id: string
  readonly webhook_id: string
  readonly position: string
  readonly event_id: string
  readonly event: string
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly response_status: number | null
  readonly error: string | null
  readonly next_attempt_at: Date | null
  readonly created_at: Date
  readonly finished_at: Date | null
}

/** StoredAttempt is an attempt with its number. */
export type StoredAttempt = AttemptRecord & { readonly number: number }

/** DeliveryKey names a delivery, and whose it has to be. */
export interface DeliveryKey {
  readonly projectId: string
  readonly webhookId: string
  readonly id: string
}

const COLUMNS = `id, webhook_id, position, event_id, event_type as event, status, attempts, response_status, error,
  case when claim is null then nullif(attempt_at, 'infinity') end as next_attempt_at, created_at, finished_at`

/** hasWebhook reports whether a project has a webhook, or a function of it a trigger. */
export async function hasWebhook(
  db: Queryable,
  projectId: string,
  id: string,
  functionId: string | null,
): Promise<boolean> {
  const sql =
    'select from platform.webhooks where project_id = $1 and id = $2 and function_id is not distinct from $3'
  return (await db.query(sql, [projectId, id, functionId])).rowCount === 1
}

/** findTriggerOfFailed returns the trigger of a delivery that has failed for good. */
export async function findTriggerOfFailed(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select w.id from platform.webhook_deliveries d
     join platform.webhooks w on w.id = d.webhook_id and w.function_id is not null
     where d.project_id = $1 and d.id = $2 and d.status = 'failed'`,
    [projectId, id],
  )
  return rows[0]?.id
}

/** isEnabled reports whether a webhook is enabled. */
export async function isEnabled(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('select from platform.webhooks where id = $1 and enabled', [id])).rowCount === 1
}

/** DeliveryFilter chooses deliveries of a list. */
export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined
  readonly event?: string | undefined
  /** cursor is the id of the last delivery of the page before. */
  readonly cursor?: string | undefined
  readonly limit: number
}

/** listDeliveries returns a webhook's deliveries, newest first. */
export async function listDeliveries(
  db: Queryable,
  webhookId: string,
  { status, event, cursor, limit }: DeliveryFilter,
): Promise<DeliveryRow[]> {
  const { rows } = await db.query<DeliveryRow>(
    `select ${COLUMNS} from platform.webhook_deliveries
     where webhook_id = $1 and ($2::text is null or status = $2) and ($3::text is null or event_type = $3)
       and ($4::uuid is null or position < (
         select position from platform.webhook_deliveries where webhook_id = $1 and id = $4))
     order by position desc limit $5`,
    [webhookId, status ?? null, event ?? null, cursor ?? null, limit],
  )
  return rows
}

/** findDelivery returns a delivery with its payload. */
export async function findDelivery(
  db: Queryable,
  { projectId, webhookId, id }: DeliveryKey,
): Promise<(DeliveryRow & { readonly body: string }) | undefined> {
  const { rows } = await db.query<DeliveryRow & { body: string }>(
    `select ${COLUMNS}, body from platform.webhook_deliveries
     where project_id = $1 and webhook_id = $2 and id = $3`,
    [projectId, webhookId, id],
  )
  return rows[0]
}

const MAX_ATTEMPTS = 100

/** listAttempts returns the latest attempts of a delivery, the first one first. */
export async function listAttempts(db: Queryable, deliveryId: string): Promise<StoredAttempt[]> {
  const { rows } = await db.query<StoredAttempt>(
    `select * from (
       select number, started_at, duration_ms, url, request_headers, response_status, response_headers, response_body,
         error, next_attempt_at
       from platform.webhook_attempts where delivery_id = $1 order by number desc limit $2) latest
     order by number`,
    [deliveryId, MAX_ATTEMPTS],
  )
  return rows
}

// What is under way at the moment is left alone. Where deliveries are ordered, each waits for those of its row before it.
const REQUEUE = (chosen: string) => `
with chosen as (${chosen}), requeued as (
  update platform.webhook_deliveries d set status = 'pending', failures = 0, finished_at = null,
    attempt_at = case
      when d.attempt_at = 'infinity' or exists (
        select from chosen c where c.order_key = d.order_key and c.position < d.position) then timestamptz 'infinity'
      else $2 end
  from chosen where d.webhook_id = $1 and d.position = chosen.position
  returning chosen.status, d.bytes
), counted as (
  select count(*) as all, count(*) filter (where status <> 'pending') as finished,
    coalesce(sum(bytes) filter (where status <> 'pending'), 0) as bytes from requeued
), updated as (
  update platform.webhook_queues q set due_at = least(q.due_at, $2), waiting = q.waiting + counted.finished,
    waiting_bytes = q.waiting_bytes + counted.bytes, kept = q.kept - counted.finished,
    kept_bytes = q.kept_bytes - counted.bytes
  from counted where q.webhook_id = $1 and counted.all > 0
)
select counted.all::int as count from counted`

const RETRY = REQUEUE(`
  select position, status, order_key from platform.webhook_deliveries
  where webhook_id = $1 and id = $3 and claim is null for update`)

const REPLAY = REQUEUE(`
  select position, status, order_key from platform.webhook_deliveries
  where webhook_id = $1 and status = any($3) and claim is null
    and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at < $5)
  order by position limit $6 for update`)

/** retryDelivery has a delivery sent again now, and returns whether that can be done. */
export async function retryDelivery(
  db: Queryable,
  webhookId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  await lockQueues(db, [webhookId])
  const { rows } = await db.query<{ count: number }>(RETRY, [webhookId, now, id])
  return rows[0]?.count === 1
}

/** ReplayChoice is which finished deliveries are sent again. */
export interface ReplayChoice {
  readonly statuses: readonly DeliveryStatus[]
  readonly since: Date | null
  readonly until: Date | null
  readonly most: number
}

/** replayDeliveries has finished deliveries sent again, the oldest first, and returns how many. */
export async function replayDeliveries(
  db: Queryable,
  webhookId: string,
  { statuses, since, until, most }: ReplayChoice,
  now: Date,
): Promise<number> {
  await lockQueues(db, [webhookId])
  const { rows } = await db.query<{ count: number }>(REPLAY, [webhookId, now, statuses, since, until, most])
  return rows[0]?.count ?? 0
}

const INSERT_CLAIMED = `
with added as (
  insert into platform.webhook_deliveries
    (webhook_id, project_id, event_id, event_type, body, bytes, created_at, attempt_at, claim)
  values ($1, $2, $3, $4, $5, octet_length($5), $6, $7, $8)
  returning id, webhook_id, position, project_id, event_id, event_type, body, bytes, failures
), counted as (
  update platform.webhook_queues q set waiting = q.waiting + 1, waiting_bytes = q.waiting_bytes + added.bytes
  from added where q.webhook_id = added.webhook_id
)
select * from added`

/** insertClaimed adds a delivery that the caller sends at once. */
export async function insertClaimed(
  db: Queryable,
  webhookId: string,
  projectId: string,
  event: { readonly id: string; readonly type: string; readonly body: string },
  { now, until, claim }: { now: Date; until: Date; claim: string },
): Promise<ClaimedDelivery> {
  await lockQueues(db, [webhookId])
  const { id, type, body } = event
  const values = [webhookId, projectId, id, type, body, now, until, claim]
  const { rows } = await db.query<ClaimedDelivery>(INSERT_CLAIMED, values)
  return rows[0] as ClaimedDelivery
}
