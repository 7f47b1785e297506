// Routes of the queries under way: /projects/{projectID}/query/running. Each caller sees and cancels their own.
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { callerOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams, uuid } from '#platform/http/routes/validation.ts'
import { runningQuery } from './query-exec.schema.ts'
import type { RunningQueries } from './running-queries.ts'

// A publishable key belongs to everybody.
const access = {
  by: ['dashboard', 'api_key', 'project_user'],
  scope: 'query',
  level: 'read',
  secretOnly: true,
} as const

/** runningQueryRoutes registers the routes. */
export function runningQueryRoutes(app: App, running: RunningQueries): void {
  const routes = section(app, {
    at: '/projects/:projectID/query/running',
    tag: 'Query engine',
    group: 'data',
    access,
    params: projectParams,
  })

  routes.get(
    '',
    {
      summary: 'List running queries',
      description: "The caller's own queries that the database works on, the oldest first.",
      response: answers(200, z.array(runningQuery)),
    },
    (request) => running.list(projectOf(request), callerOf(request)),
  )

  routes.delete(
    '/:runningID',
    {
      summary: 'Cancel a running query',
      description: 'The request that runs it is answered with 409.',
      params: projectParams.extend({ runningID: uuid }),
      response: answers(204),
    },
    (request) => running.cancel(projectOf(request), callerOf(request), request.params.runningID),
  )
}
