// Tables, columns and relationships.

import { columnRoutes } from '#modules/database/schema/columns/columns.routes.ts'
import { upgradeFileColumns } from '#modules/database/schema/columns/old-file-columns.ts'
import { addBuiltInTables } from '#modules/database/schema/names/new-built-in-tables.ts'
import { diagramRoutes } from '#modules/database/schema/preview/diagram.routes.ts'
import { previewRoutes } from '#modules/database/schema/preview/preview.routes.ts'
import { relationshipRoutes } from '#modules/database/schema/relationships/relationships.routes.ts'
import { tableRoutes } from '#modules/database/schema/tables/tables.routes.ts'
import type { FindProject } from '#platform/credentials/actor.ts'
import { developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'

const tags = {
  Schema: 'Tables, columns, relationships, views, functions and triggers, and the history of their changes.',
} as const

API_TAGS.add(100, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'schema:read': { allows: 'See tables, views, functions, triggers and their history.', roles: readers },
  'schema:write': { allows: 'Change the schema, and run DDL.', roles: developers },
} as const

PERMISSIONS.add(110, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

/** SchemaNeeds is what finds projects. */
export interface SchemaNeeds {
  readonly projects: { readonly find: FindProject }
}

export function schemaModule(platform: Platform, { projects }: SchemaNeeds): Module {
  return {
    name: 'schema',
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
