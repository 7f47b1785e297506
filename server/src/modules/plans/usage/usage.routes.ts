// GET /projects/{projectID}/usage?limit=, and that of all projects of an organisation. Dashboard users only.
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { linkCursor } from '#platform/http/routes/next-page.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams, uuid } from '#platform/http/routes/validation.ts'
import { organisationUsage, organisationUsageQuery, period, usageQuery } from './usage.schema.ts'
import type { UsageService } from './usage.service.ts'

const access = { by: ['dashboard'], permission: 'usage:read' } as const

/** usageRoutes registers the routes of usage. */
export function usageRoutes(app: App, usage: UsageService): void {
  const routes = section(app, {
    at: '/projects/:projectID',
    tag: 'Observability',
    access,
    params: projectParams,
  })

  routes.get(
    '/usage',
    {
      summary: 'List what a project uses by month or day',
      query: usageQuery,
      response: answers(200, z.array(period)),
    },
    (request) => usage.read(projectOf(request), request.query),
  )

  const organisations = section(app, {
    at: '/organisations/:organisationID/usage',
    tag: 'Observability',
    access,
    params: z.object({ organisationID: uuid }),
  })

  organisations.get(
    '',
    {
      summary: 'Get what the projects of an organisation use',
      description: 'In one month or on one day. What is stored is measured once an hour.',
      query: organisationUsageQuery,
      responseHeaders: ['Link'],
      response: answers(200, organisationUsage),
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
