// POST /tables: a table with its relationships, indexes and policies.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { newTableRoutes } from './new-tables.routes.ts'

/** newTablesModule returns what the module contributes. */
export function newTablesModule(platform: Platform): Module {
  return { name: 'new-tables', routes: (api) => newTableRoutes(api, platform) }
}
