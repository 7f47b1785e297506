// POST /batch: several writes, all or none. Below a project, dashboard users can run them as well.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { idempotentOf } from '#modules/rows/data/writing/idempotency.service.ts'
import { askerOf } from '#platform/asker.ts'
import { idsOf } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
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
  bodyLimit: schema.BULK_LIMIT,
} as const

/** batchRoutes registers the routes of batches. */
export function batchRoutes(app: App, platform: Platform): void {
  const run = async (request: FastifyRequest, reply: FastifyReply, operations: readonly BatchItem[]) => {
    return send(reply, await runBatch(askerOf(platform, request), operations, idempotentOf(request)))
  }

  const routes = section(app, {
    at: '/batch',
    tag: 'Data',
    group: 'data',
    access: { by: ['project_user', 'api_key'], scope: 'data' },
  })

  routes.post('', common, (request, reply) => run(request, reply, request.body.operations))

  const projects = section(app, {
    at: '/projects/:projectID',
    tag: 'Records',
    group: 'data',
    audit: { keys: false, states: 'nobody' },
    access: { by: ['dashboard', 'api_key', 'project_user'], scope: 'data', actAs: true },
    params: projectParams,
  })

  projects.post(
    '/batch',
    {
      ...common,
      minimal: (results: z.output<typeof schema.batchAnswer>) =>
        results.map(({ status, data }) => ({ status, data: data && idsOf(data) })),
    },
    (request, reply) => run(request, reply, request.body.operations),
  )
}
