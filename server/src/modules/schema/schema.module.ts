// Tables, columns and relationships (spec 4.13).
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { columnRoutes } from '#schema/columns/columns.routes.ts'
import { diagramRoutes } from '#schema/preview/diagram.routes.ts'
import { previewRoutes } from '#schema/preview/preview.routes.ts'
import { relationshipRoutes } from '#schema/relationships/relationships.routes.ts'
import { tableRoutes } from '#schema/tables/tables.routes.ts'

export function schemaModule(platform: Platform): Module {
  return {
    name: 'schema',
    routes(api) {
      tableRoutes(api, platform)
      columnRoutes(api, platform)
      relationshipRoutes(api, platform)
      previewRoutes(api, platform)
      diagramRoutes(api, platform)
    },
  }
}
