// API keys of projects.

import { admins, PERMISSIONS } from '#platform/credentials/permissions.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { apiKeyRoutes } from './api-keys.routes.ts'
import { createKeyLookup, type KeyLookup } from './key-lookup.service.ts'
import { ServiceKeys } from './service-keys.service.ts'

const tags = { 'API keys': 'Secret keys for servers and publishable keys for browsers and apps.' } as const

API_TAGS.add(90, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'api_keys:read': { allows: 'List API keys.', roles: admins },
  'api_keys:write': { allows: 'Create, change and delete API keys, and keys for S3.', roles: admins },
} as const

PERMISSIONS.add(80, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

/** ApiKeysModule is the module, with what finds keys. */
export interface ApiKeysModule extends Module {
  readonly keys: KeyLookup
  readonly serviceKeys: ServiceKeys
}

export function apiKeysModule(platform: Platform): ApiKeysModule {
  const serviceKeys = new ServiceKeys()
  const keys = createKeyLookup(platform)
  return {
    name: 'api-keys',
    answersSecrets: true,
    routes: (api) => apiKeyRoutes(api, platform),
    resolvers: {
      apiKey: (key, request) => serviceKeys.find(key, request) ?? keys.find(key),
      keyById: async (projectId, id) => (await keys.byId(projectId, id))?.actor,
    },
    keys,
    serviceKeys,
    close: () => keys.close(),
  }
}
