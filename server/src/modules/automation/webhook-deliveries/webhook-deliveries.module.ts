// Deliveries of webhooks: the queue, who sends them, and what users see of them.

import type { CallFunction } from '#modules/automation/functions/invoke/background-calls.service.ts'
import { QUOTAS_TOPIC } from '#modules/plans/billing/billing.service.ts'
import { PROJECT_CHANGED } from '#platform/db/caches/invalidations.ts'
import { CONNECTIONS } from '#platform/db/connections/connection-budget.ts'
import { EVENT_TYPES } from '#platform/events/platform-events.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { Loop } from '#platform/work/loop.ts'
import type { HeldBack } from '#platform/work/quiet-start.ts'
import { deliveryRoutes } from './history/webhook-deliveries.routes.ts'
import { registerDeliveryFigures } from './metrics.ts'
import { DISABLED, WEBHOOK_DISABLED } from './queue/disable.ts'
import { countHeldBack, dropHeldBack, type Receiver } from './queue/held-back.store.ts'
import { DELIVERIES_DUE } from './queue/wake.ts'
import { WEBHOOKS_CHANGED } from './queue/webhook-deliveries.service.ts'
import { Dispatcher } from './sending/dispatcher.ts'
import { createTargets } from './sending/targets.ts'
import { announceDisabled, deliveryUpkeep } from './upkeep/upkeep.ts'

const events = { 'webhook.disabled': 'error' } as const

EVENT_TYPES.add(20, events)

declare module '#platform/events/platform-events.ts' {
  interface EventTypes extends Record<keyof typeof events, unknown> {}
}

/** WebhookDeliveriesNeeds is what calls functions. */
export interface WebhookDeliveriesNeeds {
  readonly functions: { readonly call: CallFunction }
}

/** webhookDeliveriesModule returns what the module contributes. */
export function webhookDeliveriesModule(
  platform: Platform,
  { functions: { call } }: WebhookDeliveriesNeeds,
): Module {
  const pool = platform.clusters.main.openAdminPool({
    max: CONNECTIONS.deliveries,
    statement_timeout: 15_000,
  })
  const targets = createTargets(platform)
  const dispatcher = new Dispatcher({ platform, call, pool, targets })
  const { clock, log, quiet, invalidations } = platform
  const announcing = new Loop({
    ...{ clock, log, quiet },
    what: 'announce webhooks that were disabled',
    run: () => announceDisabled(platform, pool),
  })
  const heldBack = (kind: HeldBack['kind'], receiver: Receiver): HeldBack => ({
    kind,
    count: () => countHeldBack(pool, receiver),
    drop: () => dropHeldBack(pool, receiver, clock.now()),
  })
  invalidations.on(WEBHOOK_DISABLED, () => announcing.wake())
  for (const topic of [DELIVERIES_DUE, QUOTAS_TOPIC, PROJECT_CHANGED])
    invalidations.on(topic, () => dispatcher.wake())
  invalidations.on(WEBHOOKS_CHANGED, (projectId) => dispatcher.forget(projectId))
  return {
    name: 'webhook-deliveries',
    events: [DISABLED.webhook, DISABLED.trigger],
    routes: (api) => deliveryRoutes(api, { platform, call, targets }),
    metrics: (registry) => registerDeliveryFigures(registry, platform, dispatcher),
    upkeep: deliveryUpkeep(platform, pool),
    heldBack: [heldBack('webhooks', 'address'), heldBack('functions', 'function')],
    start: async () => {
      announcing.wake()
      dispatcher.wake()
    },
    close: async () => {
      await announcing.close()
      await dispatcher.close()
    },
  }
}
