// GET /projects/{projectID}/usage?limit=, and that of all projects of an organisation. Dashboard users only.
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { linkCursor } from '#platform/http/routes/next-page.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import { organisationUsage, organisationUsageQuery, period, usageQuery } from './usage.schema.ts'
import type { UsageService } from './usage.service.ts'

const tags = ['Observability']
const access = { by: ['dashboard'], permission: 'usage:read' } as const

/** usageRoutes registers the routes of usage. */
export function usageRoutes(app: App, usage: UsageService): void {
  app.get(
    '/projects/:projectID/usage',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List what a project uses by month or day',
        params: z.object({ projectID: uuid }),
        querystring: usageQuery,
        response: answers(200, z.array(period)),
      },
    },
    (request) => usage.read(projectOf(request), request.query),
  )

  app.get(
    '/organisations/:organisationID/usage',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get what the projects of an organisation use',
        description: 'In one month or on one day. What is stored is measured once an hour.',
        params: z.object({ organisationID: uuid }),
        querystring: organisationUsageQuery,
        responseHeaders: ['Link'],
        response: answers(200, organisationUsage),
      },
    },
    async (request, reply) => {
      const { params, query } = request
      const used = await usage.readAll(params.organisationID, query)
      const last = used.projects.at(-1)
      if (last !== undefined && used.projects.length === query.limit)
        linkCursor(request, reply, last.project_id)
      return used
    },
  )
}
