// Routes of what a schema holds besides tables (spec 4.13): views, functions and triggers.
import type { App } from '#platform/http/app-types.ts'
import type { Platform } from '#platform/platform.ts'
import { functionRoutes } from './functions.routes.ts'
import { triggerRoutes } from './triggers.routes.ts'
import { viewRoutes } from './views.routes.ts'

/** schemaObjectRoutes registers the routes of views, functions and triggers. */
export function schemaObjectRoutes(app: App, platform: Platform): void {
  viewRoutes(app, platform)
  functionRoutes(app, platform)
  triggerRoutes(app, platform)
}
