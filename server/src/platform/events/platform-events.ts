// Platform events: what the people of a project should know of. An event is written in the transaction of what it
// reports, and `modules/notifications` lists and streams them.
import type { Clock } from '#platform/clock/clock.ts'
import { Contributions } from '#platform/contributions/contributions.ts'
import type { Invalidations } from '#platform/db/caches/invalidations.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import type { Clusters } from '#platform/db/clusters/clusters.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'

/** EventTypes has every type of event as a key. Modules extend it. */
export interface EventTypes extends Record<never, unknown> {}

export type EventType = keyof EventTypes & string

/** EVENT_TYPES are the types of events of all modules, and how serious each is. */
export const EVENT_TYPES = new Contributions<EventType, 'info' | 'warning' | 'error'>('type of event')

/** NewPlatformEvent is an event of a project. */
export interface NewPlatformEvent {
  readonly type: EventType
  readonly projectId: string
  /** message is a sentence for people; `data` has the ids and figures. Neither holds a secret. */
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
  /** subject is what the event is about within the project, such as a function's id. */
  readonly subject?: string
  /** quietSeconds leaves the event out where one of the same type and subject is younger. */
  readonly quietSeconds?: number
}

// Ids become visible in their order, so that who follows them misses none: a number is drawn under this lock, which the
// transaction holds to its end. Call `notify` as late in a transaction as possible.
const LOCK = `select pg_advisory_xact_lock(hashtextextended('platform.events', 0))`

const INSERT = `
insert into platform.events
  (organisation_id, project_id, project_name, type, severity, subject, message, data, created_at)
select p.organisation_id, p.id, p.name, $2, $3, $4, $5, $6, $7 from platform.projects p
where p.id = $1 and not exists (
  select from platform.events e
  where e.project_id = $1 and e.type = $2 and e.subject is not distinct from $4
    and e.created_at > $7::timestamptz - $8 * interval '1 second')`

/** EVENTS_WRITTEN is the topic of the invalidations that say of which project an event was written. */
export const EVENTS_WRITTEN = topic('platform-events')

/** EventWriter is what of the platform events are written with. */
export interface EventWriter {
  readonly clock: Clock
  readonly invalidations: Invalidations
  readonly clusters: Clusters
}

/** notify writes an event, within a transaction of the control plane. A project that is gone has none. */
export async function notify(
  { clock, invalidations }: Pick<EventWriter, 'clock' | 'invalidations'>,
  db: Queryable,
  event: NewPlatformEvent,
): Promise<void> {
  const { projectId, type, subject = null, message, data = {}, quietSeconds = 0 } = event
  await db.query(LOCK)
  await db.query(INSERT, [
    projectId,
    type,
    EVENT_TYPES.get(type),
    subject,
    message,
    JSON.stringify(data),
    clock.now(),
    quietSeconds,
  ])
  invalidations.wake(EVENTS_WRITTEN, projectId, db)
}

/**
 * notifyFrom does so from a transaction on the cluster of the project. Where that is another server than the control plane,
 * the event is written at once, so that none is lost.
 */
export async function notifyFrom(
  platform: EventWriter,
  db: Queryable,
  cluster: string,
  event: NewPlatformEvent,
): Promise<void> {
  if (cluster === platform.clusters.main.name) return notify(platform, db, event)
  await notifyNow(platform, event)
}

/** notifyNow writes an event in a transaction of its own. */
export async function notifyNow(platform: EventWriter, event: NewPlatformEvent): Promise<void> {
  await transaction(platform.clusters.main.admin, (db) => notify(platform, db, event))
}
