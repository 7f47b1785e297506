// Webhooks that the server disables: they are announced in the background, exactly once.
import { z } from 'zod'
import { topic } from '#platform/db/caches/invalidations.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { ProjectEvent } from '#platform/events/project-events.ts'
import type { Platform } from '#platform/platform.ts'

/** DISABLED are the events of what the server disables. */
export const DISABLED = {
  webhook: {
    type: 'project.webhook_disabled',
    description: 'The server has disabled another webhook of the project.',
    data: z.object({
      webhook: z.object({ id: z.uuid(), name: z.string(), url: z.string() }),
      reason: z.string(),
    }),
  },
  trigger: {
    type: 'project.trigger_disabled',
    description: 'The server has disabled a trigger of a function.',
    data: z.object({
      trigger: z.object({ id: z.uuid(), function_id: z.uuid(), events: z.array(z.string()) }),
      reason: z.string(),
    }),
  },
} as const satisfies Readonly<Record<string, ProjectEvent>>

/** WEBHOOK_DISABLED is the topic of the invalidations that say which webhook was disabled, and is to be announced. */
export const WEBHOOK_DISABLED = topic('webhook-disabled')

/** disableWebhook disables a webhook, with the reason that its owner reads. What waits for it stays. */
export async function disableWebhook(
  { clock, log, invalidations }: Platform,
  db: Queryable,
  webhookId: string,
  reason: string,
): Promise<void> {
  const { rowCount } = await db.query(
    `update platform.webhooks set enabled = false, disabled_reason = $2, announced = false, updated_at = $3
     where id = $1 and enabled`,
    [webhookId, reason, clock.now()],
  )
  if (rowCount !== 1) return
  log.warn({ webhook: webhookId, reason }, 'a webhook was disabled')
  invalidations.wake(WEBHOOK_DISABLED, webhookId, db)
}
