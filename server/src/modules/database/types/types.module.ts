// The structure of a project, and its tables as types of several languages.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { typesRoutes } from './types.routes.ts'

/** typesModule returns what the module contributes. */
export function typesModule(platform: Platform): Module {
  return { name: 'types', routes: (api) => typesRoutes(api, platform) }
}
