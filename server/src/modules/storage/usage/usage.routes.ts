// GET /projects/{projectID}/storage/usage.
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { readFigures } from './usage.service.ts'

const figures = z
  .object({
    bytes: z.number().describe('With what is kept of deleted files until it cannot be brought back.'),
    objects: z.number(),
    egress_bytes: z.number().describe('Sent since the month began, some seconds late.'),
    quota_bytes: z.number().nullable(),
  })
  .meta({ id: 'StorageUsage' })

/** usageRoutes registers the route of usage. */
export function usageRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/storage',
    tag: 'Storage',
    group: 'storage',
    access: { by: ['dashboard', 'api_key'], scope: 'storage', secretOnly: true },
    params: projectParams,
  })

  routes.get(
    '/usage',
    { summary: 'Get what the project stores and sends', response: answers(200, figures) },
    (request) => readFigures(platform, projectOf(request)),
  )
}
