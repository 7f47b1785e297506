// The SQL of the queues of webhooks: deliveries are added, claimed and finished by whoever has locked the queue's row in
// `platform.webhook_queues`. Each statement behind a lock sees what the last holder of that lock has committed.
import type { Queryable } from '#platform/db/transaction.ts'

/** QueuedEvent is an event as it is sent. */
export interface QueuedEvent {
  readonly id: string
  readonly type: string
  readonly body: string
}

/** Addition sends an event, by its place in a list, to a webhook; those of one order key one after the other. */
export interface Addition {
  readonly webhookId: string
  readonly event: number
  readonly orderKey: string | null
  /** withheld is why it is not sent, but noted as failed. */
  readonly withheld?: string | undefined
}

/** QueueTotals is how much waits for a webhook, and whether nothing of it was due before. */
export interface QueueTotals {
  readonly webhook_id: string
  readonly waiting: number
  readonly waiting_bytes: number
  readonly was_idle: boolean
}

/** lockQueues locks the queues of some webhooks. All who lock several do it in one order. */
export async function lockQueues(db: Queryable, webhookIds: readonly string[]): Promise<void> {
  const ids = [...new Set(webhookIds)]
  await db.query(
    `select from platform.webhook_queues where webhook_id = any($1) order by webhook_id for update`,
    [ids],
  )
}

const ADD = `
with events as (
  select * from unnest($2::uuid[], $3::text[], $4::text[]) with ordinality as e (id, type, body, place)
), given as (
  select * from unnest($5::uuid[], $6::int[], $7::text[], $9::text[]) with ordinality
    as g (webhook_id, event, order_key, withheld, place)
)
insert into platform.webhook_deliveries
  (webhook_id, project_id, event_id, event_type, order_key, body, bytes, created_at, status, error, finished_at, attempt_at)
select g.webhook_id, $1, e.id, e.type, g.order_key, e.body, octet_length(e.body), $8::timestamptz,
  case when g.withheld is null then 'pending' else 'failed' end, g.withheld,
  case when g.withheld is not null then $8::timestamptz end,
  case when g.withheld is not null then null when g.order_key is not null and (
      row_number() over (partition by g.webhook_id, g.order_key, g.withheld is null order by g.place) > 1
      or exists (select from platform.webhook_deliveries d where d.webhook_id = g.webhook_id
        and d.order_key = g.order_key and d.status = 'pending'))
    then 'infinity' else $8::timestamptz end
from given g join events e on e.place = g.event + 1
order by g.place`

const COUNT_ADDED = `
update platform.webhook_queues q set due_at = least(q.due_at, $4::timestamptz),
  waiting = q.waiting + added.count, waiting_bytes = q.waiting_bytes + added.bytes
from unnest($1::uuid[], $2::int[], $3::bigint[]) as added (webhook_id, count, bytes)
join platform.webhook_queues before using (webhook_id)
where q.webhook_id = added.webhook_id
returning q.webhook_id, q.waiting::int8::float8 as waiting, q.waiting_bytes::float8 as waiting_bytes,
  before.due_at > $4 as was_idle`

/** addDeliveries queues events for webhooks, within a transaction, and returns how much waits for each. */
export async function addDeliveries(
  db: Queryable,
  projectId: string,
  events: readonly QueuedEvent[],
  additions: readonly Addition[],
  now: Date,
): Promise<QueueTotals[]> {
  const byWebhook = Map.groupBy(additions, ({ webhookId }) => webhookId)
  const ids = [...byWebhook.keys()]
  await lockQueues(db, ids)
  await db.query(ADD, [
    projectId,
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ body }) => body),
    additions.map(({ webhookId }) => webhookId),
    additions.map(({ event }) => event),
    additions.map(({ orderKey }) => orderKey),
    now,
    additions.map(({ withheld }) => withheld ?? null),
  ])
  const sizes = events.map(({ body }) => Buffer.byteLength(body))
  const sent = [...byWebhook.values()].map((all) => all.filter(({ withheld }) => withheld === undefined))
  const bytes = sent.map((own) => own.reduce((sum, { event }) => sum + (sizes[event] ?? 0), 0))
  const counts = sent.map((own) => own.length)
  return (await db.query<QueueTotals>(COUNT_ADDED, [ids, counts, bytes, now])).rows
}

/** DueQueue is a queue that has something to send. */
export interface DueQueue {
  readonly webhook_id: string
  readonly project_id: string
  readonly parallel: number
}

/** Busy is what a node has no room for at the moment. */
export interface Busy {
  readonly webhooks: readonly string[]
  readonly projects: readonly string[]
  /** degraded is true where there is no room for webhooks that fail or are slow. */
  readonly degraded: boolean
}

/** listDue returns the queues whose turn it is: projects take turns, and within each its webhooks. */
export async function listDue(
  db: Queryable,
  now: Date,
  { webhooks, projects, degraded }: Busy,
  full: number,
  most: number,
): Promise<DueQueue[]> {
  const { rows } = await db.query<DueQueue>(
    `select webhook_id, project_id, parallel from (
       select q.webhook_id, q.project_id, q.parallel, q.turn_at,
         row_number() over (partition by q.project_id order by q.turn_at) as place
       from platform.webhook_queues q
       join platform.webhooks w on w.id = q.webhook_id and w.enabled
       join platform.projects p on p.id = q.project_id and p.status = 'active'
       where q.due_at <= $1 and q.webhook_id <> all($2::uuid[]) and q.project_id <> all($3::uuid[])
         and (not $4 or q.parallel >= $5)) due
     order by place, turn_at limit $6`,
    [now, webhooks, projects, degraded, full, most],
  )
  return rows
}

/** nextDue returns when the next queue is due that is not due yet. */
export async function nextDue(db: Queryable, now: Date): Promise<Date | undefined> {
  const { rows } = await db.query<{ due_at: Date }>(
    `select q.due_at from platform.webhook_queues q
     join platform.webhooks w on w.id = q.webhook_id and w.enabled
     join platform.projects p on p.id = q.project_id and p.status = 'active'
     where q.due_at > $1 and q.due_at < 'infinity' order by q.due_at limit 1`,
    [now],
  )
  return rows[0]?.due_at
}

/** ClaimedDelivery is a delivery that this node sends now. */
export interface ClaimedDelivery {
  readonly id: string
  readonly webhook_id: string
  readonly position: string
  readonly project_id: string
  readonly event_id: string
  readonly event_type: string
  readonly body: string
  readonly bytes: number
  readonly failures: number
}

/** Claim says how many deliveries of a webhook are wanted. */
export interface Claim {
  readonly webhookId: string
  /** most is how many at most; those beyond `parallel` are prefetched, where no other node sends to the webhook. */
  readonly most: number
  /** held is how many this node has claimed already. */
  readonly held: number
  /** parallel is how many may be under way on all nodes. */
  readonly parallel: number
}

const LOCK_FREE = `
select webhook_id from platform.webhook_queues where webhook_id = any($1) order by webhook_id for update skip locked`

const CLAIM = `
with picked as (
  select want.webhook_id, p.position
  from unnest($1::uuid[], $2::int[], $3::int[], $8::int[]) as want (webhook_id, most, parallel, held),
  lateral (
    select position, sum(bytes) over (order by attempt_at, position) - bytes as before from (
      select position, attempt_at, bytes from platform.webhook_deliveries d
      where d.webhook_id = want.webhook_id and d.status = 'pending' and d.attempt_at <= $4
      order by d.attempt_at, d.position
      limit (
        select case when count(*) <= want.held then want.most
          else greatest(0, least(want.most, want.parallel - count(*))) end
        from platform.webhook_deliveries r
        where r.webhook_id = want.webhook_id and r.claim is not null and r.attempt_at > $4)
    ) first
  ) p
  where p.before < $5
)
update platform.webhook_deliveries d set attempt_at = $6, claim = $7
from picked where d.webhook_id = picked.webhook_id and d.position = picked.position
returning d.id, d.webhook_id, d.position, d.project_id, d.event_id, d.event_type, d.body, d.bytes, d.failures`

const RESCHEDULE = `
update platform.webhook_queues q set turn_at = $2, due_at = coalesce((
  select d.attempt_at from platform.webhook_deliveries d
  where d.webhook_id = q.webhook_id and d.status = 'pending' order by d.attempt_at limit 1), 'infinity')
where q.webhook_id = any($1)`

/** claimDeliveries claims due deliveries until `until`, within a transaction; queues that others work on are left out. */
export async function claimDeliveries(
  db: Queryable,
  claims: readonly Claim[],
  { now, until, claim, bytes }: { now: Date; until: Date; claim: string; bytes: number },
): Promise<ClaimedDelivery[]> {
  // A claim that is lost in a crash of PostgreSQL is made again: nothing has to wait for the disk.
  await db.query('set local synchronous_commit = off')
  const free = await db.query<{ webhook_id: string }>(LOCK_FREE, [claims.map(({ webhookId }) => webhookId)])
  const locked = new Set(free.rows.map(({ webhook_id }) => webhook_id))
  const own = claims.filter(({ webhookId }) => locked.has(webhookId))
  if (own.length === 0) return []
  const ids = own.map(({ webhookId }) => webhookId)
  const { rows } = await db.query<ClaimedDelivery>(CLAIM, [
    ids,
    own.map(({ most }) => most),
    own.map(({ parallel }) => parallel),
    now,
    bytes,
    until,
    claim,
    own.map(({ held }) => held),
  ])
  await db.query(RESCHEDULE, [ids, now])
  return rows
}

/** ClaimName names a claim on one delivery. */
export interface ClaimName {
  readonly webhook_id: string
  readonly position: string
  readonly claim: string
}

const CLAIMED = `
from unnest($1::uuid[], $2::bigint[], $3::uuid[]) as c (webhook_id, position, claim)
where d.webhook_id = c.webhook_id and d.position = c.position and d.claim = c.claim and d.status = 'pending'`

function namesOf(claims: readonly ClaimName[]): unknown[] {
  const ids = claims.map(({ webhook_id }) => webhook_id)
  return [ids, claims.map(({ position }) => position), claims.map(({ claim }) => claim)]
}

/** renewClaims has claims last until `until`. */
export async function renewClaims(db: Queryable, claims: readonly ClaimName[], until: Date): Promise<void> {
  const sql = `update platform.webhook_deliveries d set attempt_at = $4 ${CLAIMED}`
  await db.query(sql, [...namesOf(claims), until])
}

/** releaseClaims has deliveries whose sending was broken off sent again at once, within a transaction. */
export async function releaseClaims(db: Queryable, claims: readonly ClaimName[], now: Date): Promise<void> {
  const ids = claims.map(({ webhook_id }) => webhook_id)
  await lockQueues(db, ids)
  const sql = `update platform.webhook_deliveries d set attempt_at = $4, claim = null ${CLAIMED}`
  await db.query(sql, [...namesOf(claims), now])
  await db.query('update platform.webhook_queues set due_at = least(due_at, $2) where webhook_id = any($1)', [
    ids,
    now,
  ])
}
