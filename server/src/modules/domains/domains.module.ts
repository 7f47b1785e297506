// Domains: host names of a project's own, at which its API answers.

import { admins, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { PROJECT_CHANGED } from '#platform/db/caches/invalidations.ts'
import { EVENT_TYPES } from '#platform/events/platform-events.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { domainRoutes } from './domains.routes.ts'
import { checkDue, DOMAINS_CHANGED, openDomains } from './domains.service.ts'
import { keepHosts } from './keep-hosts.ts'
import { createLookUp } from './look-up.ts'

const tags = { Domains: 'Host names of your own, at which a project answers.' } as const

API_TAGS.add(200, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'domains:read': { allows: 'See domains.', roles: readers },
  'domains:write': { allows: 'Add, verify and remove domains.', roles: admins },
} as const

PERMISSIONS.add(250, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

const events = { 'domain.disabled': 'error' } as const

EVENT_TYPES.add(30, events)

declare module '#platform/events/platform-events.ts' {
  interface EventTypes extends Record<keyof typeof events, unknown> {}
}

const CHECK_MS = 60_000

/** domainsModule returns what the module contributes. */
export function domainsModule(platform: Platform): Module {
  const domains = openDomains(platform, createLookUp(platform.config))
  const keeper = keepHosts(platform)
  // A project may have been deleted, or restored.
  for (const topic of [DOMAINS_CHANGED, PROJECT_CHANGED]) platform.invalidations.on(topic, keeper.refresh)
  return {
    name: 'domains',
    routes: (api) => domainRoutes(api, domains),
    start: keeper.load,
    upkeep: [
      {
        what: 'check the domains that are due',
        everyMs: CHECK_MS,
        run: (stopping) => checkDue(domains, stopping),
      },
    ],
  }
}
