// Secrets of projects.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { secretsRoutes } from './secrets.routes.ts'

/** secretsModule returns what the module contributes. */
export function secretsModule(platform: Platform): Module {
  return {
    name: 'secrets',
    answersSecrets: true,
    tags: { Secrets: 'Encrypted values of a project, in versions; each reading of one is audited.' },
    hostPaths: { long: ['/secrets/resolve'] },
    routes: (api) => secretsRoutes(api, platform),
  }
}
