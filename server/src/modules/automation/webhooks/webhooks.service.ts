// How other modules report events that follow from no change of a table.
import {
  type NewEvent,
  queueEvent,
} from '#modules/automation/webhook-deliveries/queue/webhook-deliveries.service.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'

/** ChangeListeners changes who listens to events of a project; `events` are those that are needed from then on. */
export type ChangeListeners = <T>(
  project: ProjectRecord,
  events: readonly string[],
  work: () => Promise<T>,
) => Promise<T>

/**
 * emitEvent sends an event to the webhooks of a project that want it. `db` is the transaction, on the project's cluster, of
 * what the event reports: it is sent if and only if that commits. Where the project is on another server than the
 * control plane, it is sent at once, so that none is lost, and one of a transaction that fails is reported too.
 */
export async function emitEvent(
  platform: Platform,
  db: Queryable,
  project: Pick<ProjectRecord, 'id' | 'cluster'>,
  event: NewEvent,
): Promise<void> {
  const { main } = platform.clusters
  if (project.cluster === main.name) return queueEvent(platform, db, project.id, event)
  await transaction(main.admin, (own) => queueEvent(platform, own, project.id, event))
}
