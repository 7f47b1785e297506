// What a client needs to know of an installation before anybody has signed in: GET /setup.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { setupRoutes } from './setup.routes.ts'

/** setupModule returns the module. `version` is the server's; `modules` are the names of all modules. */
export function setupModule(platform: Platform, version: string, modules: readonly string[]): Module {
  return { name: 'setup', routes: (api) => setupRoutes(api, platform, version, modules) }
}
