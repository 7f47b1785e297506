// POST /batch: several writes, all or none. Below a project, dashboard users can run them as well.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { idempotentOf } from '#modules/data/writing/idempotency.service.ts'
import { idsOf } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, projectOf } from '#platform/http/routes/request.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { type BatchItem, runBatch } from './batch.ts'
import * as schema from './data.schema.ts'
import { send } from './data-http.ts'

const common = {
  summary: 'Run several writes, all or none',
  body: schema.batchBody,
  requestHeaders: ['Idempotency-Key'],
  responseHeaders: ['Idempotency-Replayed'],
  response: answers(200, schema.batchAnswer),
} as const

/** batchRoutes registers the routes of batches. */
export function batchRoutes(app: App, platform: Platform): void {
  const run = async (request: FastifyRequest, reply: FastifyReply, operations: readonly BatchItem[]) => {
    const [project, actor] = [projectOf(request), actorOf(request)]
    return send(reply, await runBatch(platform, project, actor, operations, idempotentOf(request)))
  }

  app.post(
    '/batch',
    {
      bodyLimit: schema.BULK_LIMIT,
      config: { access: { by: ['project_user', 'api_key'], scope: 'data' } },
      schema: { ...common, tags: ['Data'] },
    },
    (request, reply) => run(request, reply, request.body.operations),
  )

  app.post(
    '/projects/:projectID/batch',
    {
      bodyLimit: schema.BULK_LIMIT,
      config: {
        access: { by: ['dashboard', 'api_key', 'project_user'], scope: 'data', actAs: true },
        minimal: (results: z.output<typeof schema.batchAnswer>) =>
          results.map(({ status, data }) => ({ status, data: data && idsOf(data) })),
      },
      schema: { ...common, tags: ['Records'], params: z.object({ projectID: uuid }) },
    },
    (request, reply) => run(request, reply, request.body.operations),
  )
}
