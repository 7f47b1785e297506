// POST /projects/{projectID}/schema/exec-ddl.
import { scopeOf } from '#modules/database/schema/change/change-scope.service.ts'
import { noteCommitted } from '#platform/audit/audit.ts'
import { only } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { rightsOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { namesOf, shortened } from './changed-objects.service.ts'
import { execAnswer, execBody } from './exec-ddl.schema.ts'
import { execDdl, presentExecuted } from './exec-ddl.service.ts'

/** execDdlRoutes registers the route that runs DDL. */
export function execDdlRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/schema',
    tag: 'Schema',
    access: { by: ['dashboard'], scope: 'schema' },
    params: projectParams,
  })

  routes.post(
    '/exec-ddl',
    {
      summary: 'Run DDL',
      conflicts: true,
      description:
        'CREATE, ALTER, RENAME, DROP and COMMENT for tables, indexes, views, enum types, functions and triggers, and ' +
        'INSERT, UPDATE and DELETE. All run in one transaction; the answer says what has changed, how many rows each ' +
        'statement touched, and the rows of RETURNING.',
      body: execBody,
      response: answers(200, execAnswer),
      minimal: only('statements', 'dry_run', 'results'),
    },
    async (request) => {
      const executed = await execDdl(platform, scopeOf(request), request.body)
      if (!executed.dry_run) noteCommitted(request.act, shortened(namesOf(executed)))
      return presentExecuted(executed, rightsOf(request).permissions.has('data:read'))
    },
  )
}
