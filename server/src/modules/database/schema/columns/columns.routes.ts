// Routes of columns: /projects/{projectID}/tables/{tableID}/columns.

import { scopeOf } from '#modules/database/schema/change/change-scope.service.ts'
import * as schema from '#modules/database/schema/change/columns.schema.ts'
import { schemaAccess as access } from '#modules/database/schema/change/schema-access.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import { addColumn } from './add-column.ts'
import { removeColumn } from './remove-column.ts'
import { updateColumn } from './update-column.ts'

/** columnRoutes registers the routes of columns. */
export function columnRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/tables/:tableID/columns',
    tag: 'Schema',
    access,
    params: schema.tableParams,
  })

  routes.post(
    '',
    { summary: 'Add a column', body: schema.columnCreate, response: answers(201, schema.column) },
    (request) => addColumn(platform, scopeOf(request), request.params.tableID, request.body),
  )

  routes.patch(
    '/:columnID',
    {
      summary: 'Change a column',
      description:
        'A change that would lose values is answered with 409 and with examples, unless `force` is true.',
      params: schema.columnParams,
      body: schema.columnUpdate,
      response: answers(200, schema.column),
    },
    (request) => {
      const { tableID, columnID } = request.params
      return updateColumn(platform, scopeOf(request), tableID, columnID, request.body)
    },
  )

  routes.delete(
    '/:columnID',
    {
      summary: 'Delete a column with its values',
      params: schema.columnParams,
      query: schema.cascadeQuery,
      response: answers(204),
    },
    (request) => {
      const { tableID, columnID } = request.params
      return removeColumn(platform, scopeOf(request), tableID, columnID, request.query.cascade)
    },
  )
}
