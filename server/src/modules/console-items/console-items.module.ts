// What the web console keeps in a project.

import { developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { consoleItemRoutes } from './console-items.routes.ts'

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
    tags: { 'Console items': 'What the web console keeps in a project: layouts, views, tabs.' },
    routes: (api) => consoleItemRoutes(api, platform),
  }
}
