// Upkeep of deliveries: what is old or too much goes, and webhooks that the server has disabled are announced.
import type pg from 'pg'
import { DISABLED } from '#modules/automation/webhook-deliveries/queue/disable.ts'
import {
  type NewEvent,
  queueEvent,
} from '#modules/automation/webhook-deliveries/queue/webhook-deliveries.service.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notify } from '#platform/events/platform-events.ts'
import type { Platform } from '#platform/platform.ts'
import { inBatches } from '#platform/work/batches.ts'
import type { Upkeep } from '#platform/work/upkeep.ts'
import * as store from './upkeep.store.ts'

/** KEEP_DAYS is for how many days a delivery that has ended is kept. */
export const KEEP_DAYS = 7
/** MOST_KEPT is how many ended deliveries of a webhook are kept, and how many bytes they may take. */
export const MOST_KEPT = { rows: 10_000, bytes: 64 * 1024 * 1024 } as const

const CLEAN_MS = 60_000
// What one pass deletes at most, so that others have their turn.
const CHUNKS = 20

/** deliveryUpkeep returns what is done now and then, on connections of a pool. */
export function deliveryUpkeep(platform: Platform, pool: pg.Pool): readonly Upkeep[] {
  return [
    {
      what: 'delete deliveries that are not kept',
      everyMs: CLEAN_MS,
      run: (stopping) => removeSpent(platform, pool, stopping),
    },
  ]
}

/** removeSpent deletes what is not kept any longer, as far as one pass may, or until the server stops. */
export async function removeSpent({ clock }: Platform, pool: pg.Pool, stopping: AbortSignal): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_DAYS * 86_400_000)
  const passes = [
    () => store.removeOld(pool, before),
    () => store.removeSurplus(pool, MOST_KEPT),
    () => store.removeOrphans(pool),
  ]
  for (const pass of passes) await inBatches(stopping, 1, pass, CHUNKS)
}

/**
 * announceDisabled reports webhooks and triggers that were disabled: to the people of their project, and to its others. It
 * returns when there is more to report.
 */
export async function announceDisabled(platform: Platform, pool: pg.Pool): Promise<Date | undefined> {
  if (!(await store.hasDisabled(pool))) return undefined
  return transaction(pool, async (db) => {
    const disabled = await store.takeDisabled(db)
    for (const row of disabled) await queueEvent(platform, db, row.project_id, eventOf(row))
    for (const { project_id, id, name, function_id, disabled_reason } of disabled)
      await notify(platform, db, {
        type: 'webhook.disabled',
        projectId: project_id,
        subject: id,
        message: `${function_id === null ? `The webhook ${name}` : 'A trigger of a function'} was disabled. ${disabled_reason}`,
        data: { webhook_id: id, function_id, reason: disabled_reason },
      })
    return disabled.length > 0 ? platform.clock.now() : undefined
  })
}

function eventOf(row: store.DisabledWebhook): NewEvent {
  const { id, name, url, function_id, events, disabled_reason: reason } = row
  if (function_id === null) return { event: DISABLED.webhook, data: { webhook: { id, name, url }, reason } }
  return { event: DISABLED.trigger, data: { trigger: { id, function_id, events }, reason } }
}
