// Routes of the queries under way: /projects/{projectID}/query/running. Each caller sees and cancels their own.
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { callerOf, projectOf } from '#platform/http/routes/request.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import { runningQuery } from './query-exec.schema.ts'
import type { RunningQueries } from './running-queries.ts'

const tags = ['Query engine']
// A publishable key belongs to everybody.
const access = {
  by: ['dashboard', 'api_key', 'project_user'],
  scope: 'query',
  level: 'read',
  secretOnly: true,
} as const

/** runningQueryRoutes registers the routes. */
export function runningQueryRoutes(app: App, running: RunningQueries): void {
  app.get(
    '/projects/:projectID/query/running',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List running queries',
        description: "The caller's own queries that the database works on, the oldest first.",
        params: z.object({ projectID: uuid }),
        response: answers(200, z.array(runningQuery)),
      },
    },
    (request) => running.list(projectOf(request), callerOf(request)),
  )

  app.delete(
    '/projects/:projectID/query/running/:runningID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Cancel a running query',
        description: 'The request that runs it is answered with 409.',
        params: z.object({ projectID: uuid, runningID: uuid }),
        response: answers(204),
      },
    },
    async (request, reply) => {
      await running.cancel(projectOf(request), callerOf(request), request.params.runningID)
      return reply.code(204).send()
    },
  )
}
