// Views, functions and triggers.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { functionRoutes } from './functions/functions.routes.ts'
import { triggerRoutes } from './triggers/triggers.routes.ts'
import { viewRoutes } from './views/views.routes.ts'

export function schemaObjectsModule(platform: Platform): Module {
  return {
    name: 'schema-objects',
    routes(api) {
      viewRoutes(api, platform)
      functionRoutes(api, platform)
      triggerRoutes(api, platform)
    },
  }
}
