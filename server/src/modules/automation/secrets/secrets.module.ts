// Secrets of projects.

import { developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { secretsRoutes } from './secrets.routes.ts'

const tags = {
  Secrets: 'Encrypted values of a project, in versions; each reading of one is audited.',
} as const

API_TAGS.add(190, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'secrets:read': { allows: 'List secrets, masked.', roles: readers },
  'secrets:write': { allows: 'Create, change and delete secrets.', roles: developers },
  'secrets:reveal': { allows: 'Read the value of a secret.', roles: developers },
} as const

PERMISSIONS.add(190, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

declare module '#platform/references/references.ts' {
  interface ReferredKinds {
    secret: unknown
  }
}

/** secretsModule returns what the module contributes. */
export function secretsModule(platform: Platform): Module {
  return {
    name: 'secrets',
    answersSecrets: true,
    hostPaths: { long: ['/secrets/resolve'] },
    routes: (api) => secretsRoutes(api, platform),
  }
}
