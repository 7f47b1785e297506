// Tables, columns and relationships.

import { columnRoutes } from '#modules/database/schema/columns/columns.routes.ts'
import { upgradeFileColumns } from '#modules/database/schema/columns/old-file-columns.ts'
import { addBuiltInTables } from '#modules/database/schema/names/new-built-in-tables.ts'
import { diagramRoutes } from '#modules/database/schema/preview/diagram.routes.ts'
import { previewRoutes } from '#modules/database/schema/preview/preview.routes.ts'
import { relationshipRoutes } from '#modules/database/schema/relationships/relationships.routes.ts'
import { tableRoutes } from '#modules/database/schema/tables/tables.routes.ts'
import type { FindProject } from '#platform/credentials/actor.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'

/** SchemaNeeds is what finds projects. */
export interface SchemaNeeds {
  readonly projects: { readonly find: FindProject }
}

export function schemaModule(platform: Platform, { projects }: SchemaNeeds): Module {
  return {
    name: 'schema',
    tags: {
      Schema:
        'Tables, columns, relationships, views, functions and triggers, and the history of their changes.',
    },
    async start() {
      await addBuiltInTables(platform, projects.find)
      await upgradeFileColumns(platform, projects.find)
    },
    routes(api) {
      tableRoutes(api, platform)
      columnRoutes(api, platform)
      relationshipRoutes(api, platform)
      previewRoutes(api, platform)
      diagramRoutes(api, platform)
    },
  }
}
