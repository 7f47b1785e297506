// Routes of tables: /projects/{projectID}/tables.
import { z } from 'zod'
import { scopeOf } from '#modules/database/schema/change/change-scope.service.ts'
import { cascadeQuery, tableParams } from '#modules/database/schema/change/columns.schema.ts'
import { schemaAccess as access } from '#modules/database/schema/change/schema-access.ts'
import { listTables } from '#modules/database/schema/change/structure.store.ts'
import { getTable, presentTable } from '#modules/database/schema/change/structure.ts'
import * as schema from '#modules/database/schema/change/tables.schema.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as service from './tables.service.ts'

/** tableRoutes registers the routes of tables. */
export function tableRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/tables',
    tag: 'Schema',
    access,
    params: projectParams,
  })

  routes.get(
    '',
    { summary: 'List tables', response: answers(200, z.array(schema.table)) },
    async (request) => {
      const project = projectOf(request)
      return (await listTables(platform.clusters.of(project).admin, project.id)).map(presentTable)
    },
  )

  routes.get(
    '/:tableID',
    { summary: 'Get a table', params: tableParams, response: answers(200, schema.table) },
    async (request) => {
      const project = projectOf(request)
      const { admin } = platform.clusters.of(project)
      return presentTable(await getTable(admin, project.id, request.params.tableID))
    },
  )

  routes.patch(
    '/:tableID',
    {
      summary: 'Rename or describe a table',
      params: tableParams,
      body: schema.tableUpdate,
      response: answers(200, schema.table),
    },
    (request) => service.updateTable(platform, scopeOf(request), request.params.tableID, request.body),
  )

  routes.delete(
    '/:tableID',
    {
      summary: 'Delete a table with its rows',
      params: tableParams,
      query: cascadeQuery,
      response: answers(204),
    },
    (request) => {
      const { cascade } = request.query
      return service.removeTable(platform, scopeOf(request), request.params.tableID, cascade)
    },
  )
}
