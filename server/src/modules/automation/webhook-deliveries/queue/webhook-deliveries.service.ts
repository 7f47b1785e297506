// Events on their way to webhooks: queued in the transaction that causes them, sent in the background.
import { randomUUID } from 'node:crypto'
import { topic } from '#platform/db/caches/invalidations.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { ProjectEvent } from '#platform/events/project-events.ts'
import type { Platform } from '#platform/platform.ts'
import { disableWebhook } from './disable.ts'
import { type Addition, addDeliveries, lockQueues } from './queue.store.ts'
import { MAX_PARALLEL } from './results.store.ts'
import { wakeDispatchers } from './wake.ts'

export type { Addition } from './queue.store.ts'

/** WebhookEvent is something that has happened in a project; `data` is JSON as text. */
export interface WebhookEvent {
  readonly id: string
  readonly type: string
  readonly created_at: Date
  readonly data: string
}

// Beyond it a webhook is disabled: its receiver is too slow for what happens.
const MAX_WAITING = { deliveries: 200_000, bytes: 256 * 1024 * 1024 } as const

/** WEBHOOKS_CHANGED is the topic of invalidations of a project's webhooks. */
export const WEBHOOKS_CHANGED = topic('webhooks')

/**
 * applyChanges has every node send the rest of a project's deliveries as its webhooks are now. Who changes, disables or
 * deletes a webhook calls it after the commit.
 */
export function applyChanges({ invalidations }: Platform, projectId: string): Promise<void> {
  return invalidations.publish(WEBHOOKS_CHANGED, projectId)
}

/** bodyOf writes an event as it is sent. */
export function bodyOf(projectId: string, { id, type, created_at, data }: WebhookEvent): string {
  return `{"id":"${id}","type":${JSON.stringify(type)},"created_at":"${created_at.toISOString()}","project_id":"${projectId}","data":${data}}`
}

/** openQueue makes the queue of a new webhook, in its transaction. */
export async function openQueue(db: Queryable, projectId: string, webhookId: string): Promise<void> {
  await db.query(
    `insert into platform.webhook_queues (webhook_id, project_id, parallel) values ($1, $2, $3)`,
    [webhookId, projectId, MAX_PARALLEL],
  )
}

/**
 * lockQueue keeps everybody else from the deliveries of a webhook until the transaction ends. Who changes a webhook calls it
 * before it locks the webhook itself, as those who disable one do.
 */
export function lockQueue(db: Queryable, webhookId: string): Promise<void> {
  return lockQueues(db, [webhookId])
}

/** QueueSettings are what of a webhook decides how its deliveries are sent. */
export interface QueueSettings {
  readonly enabled: boolean
  readonly ordered: boolean
  readonly disabled_reason: string | null
}

/**
 * changeQueue has the queue follow the settings of its webhook, within a transaction that has locked it: enabled again, it is
 * not failing any more, and where no order is asked for any more, deliveries that wait behind others are sent. Returns why
 * the webhook is disabled then.
 */
export async function changeQueue(
  db: Queryable,
  webhookId: string,
  old: QueueSettings,
  { enabled, ordered }: Pick<QueueSettings, 'enabled' | 'ordered'>,
  now: Date,
): Promise<string | null> {
  if (enabled && !old.enabled) await resumeQueue(db, webhookId)
  if (!ordered && old.ordered) await releaseOrder(db, webhookId, now)
  return enabled ? null : old.disabled_reason
}

// Whatever waits is due as it was.
async function resumeQueue(db: Queryable, webhookId: string): Promise<void> {
  await db.query(
    `update platform.webhook_queues set failing_since = null, parallel = $2 where webhook_id = $1`,
    [webhookId, MAX_PARALLEL],
  )
}

async function releaseOrder(db: Queryable, webhookId: string, now: Date): Promise<void> {
  await db.query(
    `update platform.webhook_deliveries set attempt_at = $2
     where webhook_id = $1 and status = 'pending' and attempt_at = 'infinity'`,
    [webhookId, now],
  )
  await db.query('update platform.webhook_queues set due_at = least(due_at, $2) where webhook_id = $1', [
    webhookId,
    now,
  ])
}

/**
 * queueEvents has events of a project sent, within a transaction of the control plane: they are sent if and only if that
 * commits. `additions` name events by their place in the list.
 */
export async function queueEvents(
  platform: Platform,
  db: Queryable,
  projectId: string,
  events: readonly WebhookEvent[],
  additions: readonly Addition[],
): Promise<void> {
  const now = platform.clock.now()
  const queued = events.map((event) => ({ ...event, body: bodyOf(projectId, event) }))
  if (additions.length === 0) return
  const totals = await addDeliveries(db, projectId, queued, additions, now)
  // What is added to a queue that is due already is found with the rest of it.
  if (totals.some(({ was_idle }) => was_idle)) wakeDispatchers(platform, db)
  for (const { webhook_id, waiting, waiting_bytes } of totals) {
    if (waiting <= MAX_WAITING.deliveries && waiting_bytes <= MAX_WAITING.bytes) continue
    const reason = 'More deliveries wait than are kept: the receiver is too slow.'
    await disableWebhook(platform, db, webhook_id, reason)
  }
}

/** NewEvent is an event that one of the platform's modules reports. */
export interface NewEvent {
  readonly event: ProjectEvent
  readonly data: Readonly<Record<string, unknown>>
}

/** queueEvent has one event sent to the project's webhooks that want it, likewise. */
export async function queueEvent(
  platform: Platform,
  db: Queryable,
  projectId: string,
  { event: { type }, data }: NewEvent,
): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `select id from platform.webhooks where project_id = $1 and enabled and events && $2::text[] order by id`,
    [projectId, patternsOf(type)],
  )
  if (rows.length === 0) return
  const event = { id: randomUUID(), type, created_at: platform.clock.now(), data: JSON.stringify(data) }
  const additions = rows.map(({ id }) => ({ webhookId: id, event: 0, orderKey: null }))
  await queueEvents(platform, db, projectId, [event], additions)
}

/** patternsOf returns every name by which a webhook can ask for an event; of rows, also with their table. */
export function patternsOf(type: string, table?: string): string[] {
  const group = type.slice(0, type.indexOf('.'))
  const names = ['*', `${group}.*`, type]
  return table === undefined ? names : [...names, `${group}.*:${table}`, `${type}:${table}`]
}
