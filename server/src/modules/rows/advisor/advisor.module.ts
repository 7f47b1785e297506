// Figures of a project and its tables, and advice on what to do.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { advisorRoutes } from './advisor.routes.ts'

/** advisorModule returns what the module contributes. */
export function advisorModule(platform: Platform): Module {
  return { name: 'advisor', routes: (api) => advisorRoutes(api, platform) }
}
