// The history of a schema, and migrations to other projects.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { schemaHistoryRoutes } from './schema-history.routes.ts'

export function schemaHistoryModule(platform: Platform): Module {
  return {
    name: 'schema-history',
    routes: (api) => schemaHistoryRoutes(api, platform),
  }
}
