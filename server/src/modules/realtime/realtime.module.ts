// Live changes and messages.

import type { KeyLookup } from '#modules/api-keys/key-lookup.service.ts'
import type { ServiceKeys } from '#modules/api-keys/service-keys.service.ts'
import type { UserLookup } from '#modules/auth/auth.service.ts'
import type { DashboardSessions } from '#modules/tenancy/accounts/accounts.service.ts'
import type { Memberships } from '#modules/tenancy/organisations/organisations.service.ts'
import type { ChangeFeeds } from '#platform/changes/feed/change-feed.ts'
import type { FindProject } from '#platform/credentials/actor.ts'
import { developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import { ROUTE_GROUPS } from '#platform/http/routes/limit-rules.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { registerMetrics } from './context/metrics.ts'
import { createRealtime } from './context/realtime.ts'
import { realtimeRoutes, serveSockets } from './realtime.routes.ts'
import { actorOfToken, watchTokens } from './transports/connect.ts'

const tags = { 'Live changes': 'Changes of rows and messages of clients, as they happen.' } as const

API_TAGS.add(150, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'realtime:read': { allows: 'Subscribe to live changes.', roles: readers },
  'realtime:write': { allows: 'Change channels and settings, and publish messages.', roles: developers },
} as const

PERMISSIONS.add(160, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

const groups = { realtime: true } as const

ROUTE_GROUPS.add(50, groups)

declare module '#platform/http/routes/limit-rules.ts' {
  interface RouteGroups extends Record<keyof typeof groups, unknown> {}
}

/** RealtimeNeeds are the modules in which credentials of live connections are looked up. */
export interface RealtimeNeeds {
  readonly projects: { readonly find: FindProject }
  readonly apiKeys: { readonly keys: KeyLookup; readonly serviceKeys: ServiceKeys }
  readonly auth: { readonly users: UserLookup }
  readonly accessTokens: { readonly sessions: DashboardSessions }
  readonly organisations: Memberships
}

export function realtimeModule(
  platform: Platform,
  { projects, apiKeys, auth, accessTokens, organisations }: RealtimeNeeds,
  changes: ChangeFeeds = platform.changes,
): Module {
  const realtime = createRealtime(platform, changes, {
    project: projects.find,
    async key(projectId, id) {
      const service = apiKeys.serviceKeys.byId(projectId, id)
      return service ? { actor: service, expires_at: null } : apiKeys.keys.byId(projectId, id)
    },
    userSession: (...names) => auth.users.session(...names),
    onUserChange: (handler) => auth.users.onChange(handler),
    dashboardSession: (id) => accessTokens.sessions.find(id),
    onDashboardSessionEnd: (handler) => accessTokens.sessions.onEnd(handler),
    membership: organisations.membership,
    onMembershipChange: organisations.onMembershipChange,
  })
  watchTokens(realtime)
  return {
    name: 'realtime',
    hostPaths: { short: ['/projects/:projectID/realtime'] },
    routes: (api) => realtimeRoutes(api, realtime),
    rootRoutes: (app) => serveSockets(app, realtime),
    metrics: (registry) => registerMetrics(registry, realtime),
    resolvers: { realtime: (token) => actorOfToken(realtime, token) },
    drain: () => realtime.stop(),
  }
}
