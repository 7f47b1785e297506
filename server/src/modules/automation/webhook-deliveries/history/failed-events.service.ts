// Events that a function has not handled for good: run again, or discarded.

import { wakeDispatchers } from '#modules/automation/webhook-deliveries/queue/wake.ts'
import { removeFailed } from '#modules/automation/webhook-deliveries/upkeep/upkeep.store.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './deliveries.store.ts'

/** FailedEvent names a delivery that has failed for good. */
export interface FailedEvent {
  readonly id: string
  readonly project_id: string
}

/** retryFailedEvent has an event delivered again at once, and returns whether there was one. */
export function retryFailedEvent(platform: Platform, { id, project_id }: FailedEvent): Promise<boolean> {
  const { clusters, clock } = platform
  return transaction(clusters.main.admin, async (db) => {
    wakeDispatchers(platform, db)
    const triggerId = await store.findTriggerOfFailed(db, project_id, id)
    return triggerId !== undefined && store.retryDelivery(db, triggerId, id, clock.now())
  })
}

/** discardFailedEvent removes an event with its attempts, and returns whether there was one. */
export function discardFailedEvent(
  { clusters }: Platform,
  { id, project_id }: FailedEvent,
): Promise<boolean> {
  return transaction(clusters.main.admin, (db) => removeFailed(db, project_id, id))
}
