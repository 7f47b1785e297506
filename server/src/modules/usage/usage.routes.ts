// GET /projects/{projectID}/usage?limit= (spec 4.15). Dashboard users only.
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import { period, usageQuery } from './usage.schema.ts'
import type { UsageService } from './usage.service.ts'

/** usageRoutes registers the route of usage. */
export function usageRoutes(app: App, usage: UsageService): void {
  app.get(
    '/projects/:projectID/usage',
    {
      config: { access: { by: ['dashboard'], permission: 'usage:read' } },
      schema: {
        tags: ['Observability'],
        summary: 'List what a project uses by month or day',
        params: z.object({ projectID: uuid }),
        querystring: usageQuery,
        response: answers(200, z.array(period)),
      },
    },
    (request) => usage.read(projectOf(request), request.query),
  )
}
