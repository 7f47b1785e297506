// Routes of tables: /projects/{projectID}/tables.
import { z } from 'zod'
import { scopeOf } from '#modules/schema/change/change-scope.service.ts'
import { cascadeQuery, tableParams } from '#modules/schema/change/columns.schema.ts'
import { schemaAccess as access } from '#modules/schema/change/schema-access.ts'
import { listTables } from '#modules/schema/change/structure.store.ts'
import { getTable, presentTable } from '#modules/schema/change/structure.ts'
import * as schema from '#modules/schema/change/tables.schema.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as service from './tables.service.ts'

const tags = ['Schema']

/** tableRoutes registers the routes of tables. */
export function tableRoutes(app: App, platform: Platform): void {
  app.get(
    '/projects/:projectID/tables',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List tables',
        params: z.object({ projectID: uuid }),
        response: answers(200, z.array(schema.table)),
      },
    },
    async (request) => {
      const project = projectOf(request)
      return (await listTables(platform.clusters.of(project).admin, project.id)).map(presentTable)
    },
  )

  app.post(
    '/projects/:projectID/tables',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Create a table',
        params: z.object({ projectID: uuid }),
        body: schema.tableCreate,
        response: answers(201, schema.table),
      },
    },
    async (request, reply) => {
      const table = await service.createTable(platform, scopeOf(request), request.body)
      reply.code(201)
      return table
    },
  )

  app.get(
    '/projects/:projectID/tables/:tableID',
    {
      config: { access },
      schema: { tags, summary: 'Get a table', params: tableParams, response: answers(200, schema.table) },
    },
    async (request) => {
      const project = projectOf(request)
      const { admin } = platform.clusters.of(project)
      return presentTable(await getTable(admin, project.id, request.params.tableID))
    },
  )

  app.patch(
    '/projects/:projectID/tables/:tableID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Rename or describe a table',
        params: tableParams,
        body: schema.tableUpdate,
        response: answers(200, schema.table),
      },
    },
    (request) => service.updateTable(platform, scopeOf(request), request.params.tableID, request.body),
  )

  app.delete(
    '/projects/:projectID/tables/:tableID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Delete a table with its rows',
        params: tableParams,
        querystring: cascadeQuery,
        response: answers(204),
      },
    },
    async (request, reply) => {
      const { cascade } = request.query
      await service.removeTable(platform, scopeOf(request), request.params.tableID, cascade)
      return reply.code(204).send()
    },
  )
}
