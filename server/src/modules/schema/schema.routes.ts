// Routes of schema management (spec 4.13): tables, columns, relationships, the preview and the diagram.
import type { App } from '#platform/http/app-types.ts'
import type { Platform } from '#platform/platform.ts'
import { columnRoutes } from './columns.routes.ts'
import { diagramRoutes } from './diagram.routes.ts'
import { previewRoutes } from './preview.routes.ts'
import { relationshipRoutes } from './relationships.routes.ts'
import { tableRoutes } from './tables.routes.ts'

/** schemaRoutes registers the routes of schema management. */
export function schemaRoutes(app: App, platform: Platform): void {
  tableRoutes(app, platform)
  columnRoutes(app, platform)
  relationshipRoutes(app, platform)
  previewRoutes(app, platform)
  diagramRoutes(app, platform)
}
