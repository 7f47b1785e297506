// POST /projects/{projectID}/query/exec: read-only SQL for dashboard users, keys and end users alike (spec 4.5, 5).
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, projectOf } from '#platform/http/routes/request.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import * as schema from './query-exec.schema.ts'
import type { QueryExec } from './query-exec.service.ts'

/** queryExecRoutes registers the route. */
export function queryExecRoutes(app: App, exec: QueryExec): void {
  app.post(
    '/projects/:projectID/query/exec',
    {
      config: {
        access: {
          by: ['dashboard', 'api_key', 'project_user'],
          scope: 'query',
          level: 'read',
          actAs: true,
        },
      },
      schema: {
        tags: ['Query engine'],
        summary: 'Run read-only SQL',
        description:
          "One SELECT, WITH or VALUES over the project's tables, under the caller's row-level security. Deleted rows " +
          'are left out. `params` are the values of `$1`, `$2`, …, or of `:name` by their names.',
        params: z.object({ projectID: uuid }),
        body: schema.execBody,
        response: answers(200, schema.execResult),
      },
    },
    (request) => exec(projectOf(request), actorOf(request), request.body),
  )
}
