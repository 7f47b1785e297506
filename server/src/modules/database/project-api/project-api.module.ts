// The description of a project's own API, for tools that generate clients.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { projectApiRoutes } from './project-api.routes.ts'

/** projectApiModule returns what the module contributes. */
export function projectApiModule(platform: Platform): Module {
  return { name: 'project-api', routes: (api) => projectApiRoutes(api, platform) }
}
