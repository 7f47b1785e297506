// API keys of projects.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { apiKeyRoutes } from './api-keys.routes.ts'
import { createKeyLookup, type KeyLookup } from './key-lookup.service.ts'
import { ServiceKeys } from './service-keys.service.ts'

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
    tags: { 'API keys': 'Secret keys for servers and publishable keys for browsers and apps.' },
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
