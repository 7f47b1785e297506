// What the web console keeps in a project.

import { developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { consoleItemRoutes } from './console-items.routes.ts'

const tags = { 'Console items': 'What the web console keeps in a project: layouts, views, tabs.' } as const

API_TAGS.add(260, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'console:read': {
    allows: 'Read what the web console keeps for the project, and keep things of their own.',
    roles: readers,
  },
  'console:write': { allows: 'Change what the web console keeps for all members.', roles: developers },
} as const

PERMISSIONS.add(150, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

/** consoleItemsModule returns what the module contributes. */
export function consoleItemsModule(platform: Platform): Module {
  return {
    name: 'console-items',
    routes: (api) => consoleItemRoutes(api, platform),
  }
}
