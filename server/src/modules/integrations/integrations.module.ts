// Integrations: services by which a project sends mail and SMS, and which get its alerts (spec 2.16, 4.15).
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { alertDelivery } from './alert-delivery.ts'
import { queueEventAlerts } from './event-alerts.ts'
import { integrationRoutes } from './integrations.routes.ts'
import { createSenders, type Senders } from './senders.service.ts'

const LOOK_MS = 1000

/** integrationsModule returns what the module contributes. */
export function integrationsModule(platform: Platform): Module & { readonly senders: Senders } {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= queueEventAlerts(platform)
      .catch((error: Error) => platform.log.warn({ err: error.message }, 'could not queue alerts'))
      .finally(() => {
        running = undefined
      })
  }, LOOK_MS)
  timer.unref()
  return {
    name: 'integrations',
    routes: (api) => integrationRoutes(api, platform),
    jobs: [alertDelivery(platform)],
    senders: createSenders(platform),
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
