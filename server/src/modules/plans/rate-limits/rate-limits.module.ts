// Rate limits that projects set for themselves.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { rateLimitRoutes } from './rate-limits.routes.ts'
import { loadRules } from './rate-limits.service.ts'

/** rateLimitsModule returns what the module contributes. */
export function rateLimitsModule(platform: Platform): Module {
  return {
    name: 'rate-limits',
    routes: (api) => rateLimitRoutes(api, platform),
    start: () => loadRules(platform),
  }
}
