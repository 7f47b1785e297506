// What attempts lead to: they are recorded, and webhooks whose receivers want no more, or fail for too long, are disabled.
import type { Queryable } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { disableWebhook } from './disable.ts'
import { type AttemptResult, recordResults } from './results.store.ts'

/** storeResults does so within a transaction. */
export async function storeResults(
  platform: Platform,
  db: Queryable,
  results: readonly AttemptResult[],
): Promise<void> {
  const reasons = await recordResults(db, results, platform.clock.now())
  for (const [webhookId, reason] of reasons) await disableWebhook(platform, db, webhookId, reason)
}
