// The request log of each project.

import { PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { Followers } from '#platform/http/answers/followers.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { requestLogRoutes } from './request-logs.routes.ts'
import { createRequestLog } from './request-logs.service.ts'

const tags = { Observability: 'What a project was asked, by whom and how fast, and what it uses.' } as const

API_TAGS.add(290, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'logs:read': { allows: 'Read the request log.', roles: readers },
} as const

PERMISSIONS.add(100, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

export function requestLogsModule(platform: Platform): Module {
  const log = createRequestLog(platform)
  const followers = new Followers()
  return {
    name: 'request-logs',
    routes: (api) => requestLogRoutes(api, platform, log, followers),
    onEnd: (request, reply) => log.record(request, reply),
    drain: async () => followers.close(),
    upkeep: log.upkeep,
    close: log.close,
  }
}
