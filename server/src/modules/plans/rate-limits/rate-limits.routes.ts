// Routes of a project's own rate limits: /projects/{projectID}/rate-limits. Dashboard users only.

import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './rate-limits.schema.ts'
import { changeLimits, readLimits } from './rate-limits.service.ts'

/** rateLimitRoutes registers the routes. */
export function rateLimitRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/rate-limits',
    tag: 'Projects',
    access: { by: ['dashboard'], scope: 'projects' },
    params: projectParams,
  })

  routes.get(
    '',
    { summary: 'Get the rate limits of a project', response: answers(200, schema.rateLimits) },
    (request) => readLimits(platform, projectOf(request).id),
  )

  routes.patch(
    '',
    {
      summary: 'Change the rate limits of a project',
      description: '`rules` replaces all of them.',
      conflicts: true,
      body: schema.rateLimitsChange,
      response: answers(200, schema.rateLimits),
    },
    (request) => changeLimits(platform, request.act, request.body),
  )
}
