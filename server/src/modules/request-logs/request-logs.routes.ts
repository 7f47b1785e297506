// GET /projects/{projectID}/request-logs?limit= (spec 4.15).
import { z } from 'zod'
import type { App } from '#platform/http/app-types.ts'
import { answers } from '#platform/http/openapi.ts'
import { projectOf } from '#platform/http/request.ts'
import { queryNumber, uuid } from '#platform/http/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { listRequests, MAX_SHOWN, type RequestLog } from './request-logs.service.ts'

const entry = z
  .object({
    id: z.uuid(),
    request_id: z.string(),
    method: z.string(),
    path: z.string(),
    status: z.int(),
    duration_ms: z.number(),
    actor: z.string().describe('`api_key:<id>`, `user:<id>`, `dashboard:<id>` or `anonymous`.'),
    address: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'RequestLogEntry' })

/** requestLogRoutes registers the route of request logs. */
export function requestLogRoutes(app: App, platform: Platform, log: RequestLog): void {
  app.get(
    '/projects/:projectID/request-logs',
    {
      config: { access: { by: ['dashboard'] } },
      schema: {
        tags: ['Observability'],
        summary: 'List the latest requests',
        params: z.object({ projectID: uuid }),
        querystring: z.object({
          limit: queryNumber(1, MAX_SHOWN, 200),
        }),
        response: answers(200, z.array(entry)),
      },
    },
    async (request) => {
      await log.flush()
      return listRequests(platform, projectOf(request).id, request.query.limit)
    },
  )
}
