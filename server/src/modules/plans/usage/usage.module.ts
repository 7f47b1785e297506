// Usage: what each project uses, by month and day.

import { everyone, PERMISSIONS } from '#platform/credentials/permissions.ts'
import { EVENT_TYPES } from '#platform/events/platform-events.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { sentSince } from '#platform/usage/egress.ts'
import { usageRoutes } from './usage.routes.ts'
import { createUsage, type UsageService } from './usage.service.ts'

const permissions = {
  'usage:read': { allows: 'See how much projects use.', roles: everyone },
} as const

PERMISSIONS.add(60, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

const events = { 'quota.near': 'warning', 'quota.reached': 'error' } as const

EVENT_TYPES.add(70, events)

declare module '#platform/events/platform-events.ts' {
  interface EventTypes extends Record<keyof typeof events, unknown> {}
}

/** UsageModule is the module, with what counts usage and reads it. */
export interface UsageModule extends Module {
  readonly service: UsageService
}

/** usageModule returns what the module contributes. It stands in front of all that count, so that it is closed last. */
export function usageModule(platform: Platform): UsageModule {
  const service = createUsage(platform)
  return {
    name: 'usage',
    routes: (api) => usageRoutes(api, service),
    onEnd({ project, actor, raw }) {
      const sent = sentSince(raw.socket)
      if (project === undefined) return
      platform.usage.of(project.id).egress_bytes += sent
      if (actor?.type === 'project_user') platform.usage.sawUser(project.id, actor.user_id)
    },
    upkeep: service.upkeep,
    close: () => service.close(),
    service,
  }
}
