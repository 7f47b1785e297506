// POST /projects/{projectID}/tables.
import { scopeOf } from '#modules/database/schema/change/change-scope.service.ts'
import { madeTable } from '#modules/database/schema/tables/new-table.service.ts'
import { noteCommitted } from '#platform/audit/audit.ts'
import { requirePermission } from '#platform/credentials/member-rights.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { rightsOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { createWholeTable, tableCreate } from './new-tables.service.ts'

/** newTableRoutes registers the route. */
export function newTableRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/tables',
    tag: 'Schema',
    access: { by: ['dashboard'], scope: 'schema' },
    params: projectParams,
  })

  routes.post(
    '',
    {
      summary: 'Create a table',
      description:
        'With its relationships, indexes and policies: all or none. Policies need `policies:write`.',
      body: tableCreate,
      response: answers(201, madeTable),
    },
    async (request) => {
      const { relationships, indexes, policies } = request.body
      if (policies !== undefined) requirePermission(rightsOf(request), 'policies:write')
      const table = await createWholeTable(platform, scopeOf(request), request.body)
      noteCommitted(request.act, { relationships, indexes, policies })
      return table
    },
  )
}
