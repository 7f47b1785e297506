// Routes of columns: /projects/{projectID}/tables/{tableID}/columns.

import { scopeOf } from '#modules/schema/change/change-scope.service.ts'
import * as schema from '#modules/schema/change/columns.schema.ts'
import { schemaAccess as access } from '#modules/schema/change/schema-access.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { Platform } from '#platform/platform.ts'
import { addColumn } from './add-column.ts'
import { removeColumn } from './remove-column.ts'
import { updateColumn } from './update-column.ts'

const tags = ['Schema']

/** columnRoutes registers the routes of columns. */
export function columnRoutes(app: App, platform: Platform): void {
  app.post(
    '/projects/:projectID/tables/:tableID/columns',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Add a column',
        params: schema.tableParams,
        body: schema.columnCreate,
        response: answers(201, schema.column),
      },
    },
    async (request, reply) => {
      const column = await addColumn(platform, scopeOf(request), request.params.tableID, request.body)
      reply.code(201)
      return column
    },
  )

  app.patch(
    '/projects/:projectID/tables/:tableID/columns/:columnID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change a column',
        description:
          'A change that would lose values is answered with 409 and with examples, unless `force` is true.',
        params: schema.columnParams,
        body: schema.columnUpdate,
        response: answers(200, schema.column),
      },
    },
    (request) => {
      const { tableID, columnID } = request.params
      return updateColumn(platform, scopeOf(request), tableID, columnID, request.body)
    },
  )

  app.delete(
    '/projects/:projectID/tables/:tableID/columns/:columnID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Delete a column with its values',
        params: schema.columnParams,
        querystring: schema.cascadeQuery,
        response: answers(204),
      },
    },
    async (request, reply) => {
      const { tableID, columnID } = request.params
      await removeColumn(platform, scopeOf(request), tableID, columnID, request.query.cascade)
      return reply.code(204).send()
    },
  )
}
