// The SQL that records what came of attempts, with what follows for the queues of their webhooks.
import type { Queryable } from '#platform/db/transaction.ts'
import type { ClaimName } from './queue.store.ts'
import { GIVE_UP_MS } from './retries.ts'

/** MAX_PARALLEL is how many deliveries of one webhook are under way at a time. */
export const MAX_PARALLEL = 20

/** AttemptRecord is one attempt as it is kept. */
export interface AttemptRecord {
  readonly started_at: Date
  readonly duration_ms: number
  readonly url: string
  readonly request_headers: Readonly<Record<string, string>>
  readonly response_status: number | null
  readonly response_headers: Readonly<Record<string, string>> | null
  readonly response_body: string | null
  /** error says why the attempt has failed. */
  readonly error: string | null
  readonly next_attempt_at: Date | null
}

/** AttemptResult is an attempt, and what becomes of its delivery. */
export interface AttemptResult extends ClaimName {
  readonly id: string
  readonly record: AttemptRecord
  readonly status: 'delivered' | 'pending' | 'failed'
  readonly failures: number
  /** strained is true where the receiver could not be reached, or took long. */
  readonly strained: boolean
  /** gone is true where the receiver wants no more. */
  readonly gone: boolean
}

interface QueueState {
  readonly webhook_id: string
  readonly parallel: number
  readonly failing_since: Date | null
}

interface Recorded {
  readonly webhook_id: string
  readonly order_key: string | null
  readonly status: AttemptResult['status']
  readonly bytes: number
}

const LOCK = `
select webhook_id, parallel, failing_since from platform.webhook_queues
where webhook_id = any($1) order by webhook_id for update`

const RECORD = `
with done as (
  select * from json_to_recordset($1) as r (webhook_id uuid, position bigint, claim uuid, status text, failures smallint,
    started_at timestamptz, duration_ms integer, url text, request_headers jsonb, response_status smallint,
    response_headers jsonb, response_body text, error text, next_attempt_at timestamptz)
), updated as (
  update platform.webhook_deliveries d set status = done.status, failures = done.failures, attempts = d.attempts + 1,
    attempt_at = done.next_attempt_at, claim = null, response_status = done.response_status, error = done.error,
    finished_at = case when done.status <> 'pending' then $2::timestamptz end
  from done
  where d.webhook_id = done.webhook_id and d.position = done.position and d.claim = done.claim
  returning d.webhook_id, d.position, d.id, d.order_key, d.status, d.bytes, d.attempts
), kept as (
  insert into platform.webhook_attempts (delivery_id, number, started_at, duration_ms, url, request_headers,
    response_status, response_headers, response_body, error, next_attempt_at)
  select u.id, u.attempts, done.started_at, done.duration_ms, done.url, done.request_headers, done.response_status,
    done.response_headers, done.response_body, done.error, done.next_attempt_at
  from updated u join done on done.webhook_id = u.webhook_id and done.position = u.position
)
select u.webhook_id, u.order_key, u.status, u.bytes from updated u`

// The next of its key, where it waits for nothing else.
const UNBLOCK = `
update platform.webhook_deliveries d set attempt_at = $3
from unnest($1::uuid[], $2::text[]) as f (webhook_id, order_key)
where d.webhook_id = f.webhook_id and d.attempt_at = 'infinity' and d.position = (
  select min(n.position) from platform.webhook_deliveries n
  where n.webhook_id = f.webhook_id and n.order_key = f.order_key and n.status = 'pending')`

const UPDATE_QUEUES = `
update platform.webhook_queues q set parallel = s.parallel, failing_since = s.failing_since,
  waiting = q.waiting - s.finished, waiting_bytes = q.waiting_bytes - s.finished_bytes,
  kept = q.kept + s.finished, kept_bytes = q.kept_bytes + s.kept_bytes,
  due_at = coalesce((
    select d.attempt_at from platform.webhook_deliveries d
    where d.webhook_id = q.webhook_id and d.status = 'pending' order by d.attempt_at limit 1), 'infinity')
from json_to_recordset($1) as s (webhook_id uuid, parallel smallint, failing_since timestamptz, finished bigint,
  finished_bytes bigint, kept_bytes bigint)
where q.webhook_id = s.webhook_id`

/**
 * recordResults stores attempts within a transaction, and returns the webhooks that are to be disabled with the reason. What
 * another node has taken over meanwhile is left to that.
 */
export async function recordResults(
  db: Queryable,
  results: readonly AttemptResult[],
  now: Date,
): Promise<Map<string, string>> {
  const ids = [...new Set(results.map(({ webhook_id }) => webhook_id))]
  const queues = (await db.query<QueueState>(LOCK, [ids])).rows
  const rows = results.map(({ record, ...result }) => ({ ...record, ...result }))
  const recorded = (await db.query<Recorded>(RECORD, [JSON.stringify(rows), now])).rows
  const ordered = recorded.filter(({ status, order_key }) => status !== 'pending' && order_key !== null)
  if (ordered.length > 0) {
    const keys = ordered.map(({ order_key }) => order_key)
    await db.query(UNBLOCK, [ordered.map(({ webhook_id }) => webhook_id), keys, now])
  }
  const changes = queues.map((queue) => {
    const own = results.filter(({ webhook_id }) => webhook_id === queue.webhook_id)
    const finished = recorded.filter((row) => row.webhook_id === queue.webhook_id && row.status !== 'pending')
    const bytes = finished.reduce((sum, row) => sum + row.bytes, 0)
    return {
      ...conditionOf(queue, own, now),
      finished: finished.length,
      finished_bytes: bytes,
      kept_bytes:
        bytes + own.reduce((sum, { record }) => sum + Buffer.byteLength(record.response_body ?? ''), 0),
    }
  })
  await db.query(UPDATE_QUEUES, [JSON.stringify(changes)])
  return toDisable(changes, results, now)
}

// Halved by each attempt that strains, and one more for each that succeeds at once: what is dead or slow ends at one at a
// time, and holds up nobody.
function conditionOf(queue: QueueState, results: readonly AttemptResult[], now: Date): QueueState {
  let { parallel, failing_since } = queue
  for (const { strained, status } of results) {
    if (strained) parallel = Math.max(1, parallel >> 1)
    else if (status === 'delivered') parallel = Math.min(MAX_PARALLEL, parallel + 1)
    failing_since = status === 'delivered' ? null : (failing_since ?? now)
  }
  return { webhook_id: queue.webhook_id, parallel, failing_since }
}

function toDisable(queues: readonly QueueState[], results: readonly AttemptResult[], now: Date) {
  const reasons = new Map<string, string>()
  for (const { webhook_id, failing_since } of queues)
    if (failing_since !== null && now.getTime() - failing_since.getTime() > GIVE_UP_MS)
      reasons.set(webhook_id, `Every attempt since ${failing_since.toISOString()} has failed.`)
  for (const { webhook_id, gone } of results)
    if (gone) reasons.set(webhook_id, 'The receiver answered 410 Gone.')
  return reasons
}
