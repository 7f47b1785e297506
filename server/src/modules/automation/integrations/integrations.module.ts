// Integrations: services by which a project sends mail and SMS, and which get its alerts.

import { admins, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { EVENT_TYPES, EVENTS_WRITTEN } from '#platform/events/platform-events.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import { countWaiting, dropWaiting } from '#platform/jobs/unfinished-jobs.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { Loop } from '#platform/work/loop.ts'
import { alertDelivery } from './alert-delivery.ts'
import { ALERT_JOB } from './alerts.service.ts'
import { queueEventAlerts } from './event-alerts.ts'
import { integrationRoutes } from './integrations.routes.ts'
import { createSenders, type Senders } from './senders.service.ts'

const tags = {
  Integrations: 'Services that send mail and SMS of a project, and that get its alerts.',
} as const

API_TAGS.add(220, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'integrations:read': { allows: 'See integrations, masked.', roles: readers },
  'integrations:write': { allows: 'Change and test integrations.', roles: admins },
} as const

PERMISSIONS.add(260, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

const events = { 'integration.failing': 'warning', 'integration.disabled': 'error' } as const

EVENT_TYPES.add(80, events)

declare module '#platform/events/platform-events.ts' {
  interface EventTypes extends Record<keyof typeof events, unknown> {}
}

declare module '#platform/references/references.ts' {
  interface ReferredKinds {
    integration: unknown
  }
}

/** IntegrationsModule is the module, with what sends through the integrations of projects. */
export interface IntegrationsModule extends Module {
  readonly senders: Senders
}

/** integrationsModule returns what the module contributes. */
export function integrationsModule(platform: Platform): IntegrationsModule {
  const { clock, clusters, log, quiet, invalidations } = platform
  const { admin } = clusters.main
  const alerts = new Loop({ clock, log, quiet, what: 'queue alerts', run: () => queueEventAlerts(platform) })
  invalidations.on(EVENTS_WRITTEN, () => alerts.wake())
  return {
    name: 'integrations',
    routes: (api) => integrationRoutes(api, platform),
    jobs: [alertDelivery(platform)],
    heldBack: [
      {
        kind: 'alerts',
        count: () => countWaiting(admin, ALERT_JOB),
        drop: () => dropWaiting(admin, ALERT_JOB),
      },
    ],
    senders: createSenders(platform),
    start: async () => alerts.wake(),
    close: () => alerts.close(),
  }
}
