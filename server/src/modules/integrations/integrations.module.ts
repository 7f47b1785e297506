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
  return {
    name: 'integrations',
    routes: (api) => integrationRoutes(api, platform),
    jobs: [alertDelivery(platform)],
    upkeep: [{ what: 'queue alerts', everyMs: LOOK_MS, run: () => queueEventAlerts(platform) }],
    senders: createSenders(platform),
  }
}
