// POST /projects/{projectID}/query/exec: read-only SQL for dashboard users, keys and end users alike; and
// query/explain, the plan of such SQL, for dashboard users.
import { askerOf } from '#platform/asker.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { callerOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import type { GuardedSql } from './guarded-sql.ts'
import * as schema from './query-exec.schema.ts'
import { explainQuery, type QueryExec } from './query-exec.service.ts'

/** queryExecRoutes registers the routes. */
export function queryExecRoutes(app: App, platform: Platform, run: GuardedSql, exec: QueryExec): void {
  const routes = section(app, {
    at: '/projects/:projectID/query',
    tag: 'Query engine',
    group: 'data',
    access: {
      by: ['dashboard', 'api_key', 'project_user'],
      scope: 'query',
      level: 'read',
      actAs: true,
    },
    params: projectParams,
  })

  routes.post(
    '/exec',
    {
      summary: 'Run read-only SQL',
      conflicts: true,
      description:
        "One SELECT, WITH or VALUES over the project's tables, under the caller's row-level security. Deleted rows " +
        'are left out. `params` are the values of `$1`, `$2`, …, or of `:name` by their names.',
      body: schema.execBody,
      response: answers(200, schema.execResult),
    },
    (request) => exec(askerOf(platform, request), { ...request.body, caller: callerOf(request) }),
  )

  // A plan says how many rows policies hide, and what the values of columns are like: it is for those who may see them.
  routes.post(
    '/explain',
    {
      summary: 'Explain read-only SQL',
      conflicts: true,
      description:
        'The plan of a query as `query/exec` would run it, without its limit of rows. With `analyze` the query is run ' +
        'within the same limits of time and memory.',
      body: schema.explainBody,
      response: answers(200, schema.plan),
      access: { by: ['dashboard'], scope: 'query', level: 'read', actAs: true },
    },
    (request) => {
      const input = { ...request.body, caller: callerOf(request) }
      return explainQuery(run, askerOf(platform, request), input)
    },
  )
}
