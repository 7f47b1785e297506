// Deliveries that are due wake the dispatchers of all nodes.
import { topic } from '#platform/db/caches/invalidations.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'

/** DELIVERIES_DUE is the topic of the invalidations that say that there is something to send. */
export const DELIVERIES_DUE = topic('deliveries-due')

/** wakeDispatchers has all nodes look for deliveries once the transaction is committed. */
export function wakeDispatchers({ invalidations }: Platform, db: Queryable): void {
  invalidations.wake(DELIVERIES_DUE, '', db)
}
