// Routes of a project's own rate limits: /projects/{projectID}/rate-limits. Dashboard users only.
import { auditSourceOf } from '#platform/audit/audit.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './rate-limits.schema.ts'
import { changeLimits, readLimits } from './rate-limits.service.ts'

const tags = ['Projects']
const access = { by: ['dashboard'], scope: 'projects' } as const

/** rateLimitRoutes registers the routes. */
export function rateLimitRoutes(app: App, platform: Platform): void {
  app.get(
    '/projects/:projectID/rate-limits',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get the rate limits of a project',
        params: schema.projectParams,
        response: answers(200, schema.rateLimits),
      },
    },
    (request) => readLimits(platform, projectOf(request).id),
  )

  app.patch(
    '/projects/:projectID/rate-limits',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change the rate limits of a project',
        description: '`rules` replaces all of them.',
        conflicts: true,
        params: schema.projectParams,
        body: schema.rateLimitsChange,
        response: answers(200, schema.rateLimits),
      },
    },
    (request) => changeLimits(platform, auditSourceOf(request, platform.clock.now()), request.body),
  )
}
