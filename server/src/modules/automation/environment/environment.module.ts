// Environment variables of projects.

import { developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { environmentRoutes } from './environment.routes.ts'

const tags = { 'Environment variables': 'Settings of a project by environment, in the clear.' } as const

API_TAGS.add(180, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'env:read': { allows: 'Read environment variables.', roles: readers },
  'env:write': { allows: 'Change environment variables.', roles: developers },
} as const

PERMISSIONS.add(180, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

declare module '#platform/references/references.ts' {
  interface ReferredKinds {
    'environment variable': unknown
  }
}

/** environmentModule returns what the module contributes. */
export function environmentModule(platform: Platform): Module {
  return {
    name: 'environment',
    answersSecrets: true,
    routes: (api) => environmentRoutes(api, platform),
  }
}
