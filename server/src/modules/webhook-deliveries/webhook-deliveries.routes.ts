// Routes of deliveries: /projects/{projectID}/webhooks/{webhookID}/deliveries, /send and /replay (spec 4.10).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { tenantOf } from '#platform/fairness/tenants.ts'
import type { App } from '#platform/http/app-types.ts'
import { linkCursor } from '#platform/http/next-page.ts'
import { answers } from '#platform/http/openapi.ts'
import { type RateLimit, RateLimiter } from '#platform/http/rate-limits.ts'
import { projectOf } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './deliveries.schema.ts'
import * as deliveries from './deliveries.ts'
import type { Targets } from './targets.ts'

const tags = ['Webhooks']
const access = { by: ['dashboard', 'api_key'], scope: 'webhooks', secretOnly: true } as const

// Requests that a project causes by hand.
const SENDS: RateLimit = { limit: 60, window_seconds: 60 }
const RETRIES: RateLimit = { limit: 300, window_seconds: 60 }

/** deliveryRoutes registers the routes of deliveries. */
export function deliveryRoutes(app: App, platform: Platform, targets: Targets): void {
  const limiter = new RateLimiter(platform.clock)
  const limited =
    (what: string, limit: RateLimit) => async (request: FastifyRequest, reply: FastifyReply) => {
      if (!platform.config.rateLimits) return
      reply.headers(limiter.take(`${what}:${projectOf(request).id}`, limit))
    }
  const scopeOf = (request: FastifyRequest & { params: { webhookID: string } }) => ({
    project: projectOf(request),
    webhookId: request.params.webhookID,
  })

  app.get(
    '/projects/:projectID/webhooks/:webhookID/deliveries',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the deliveries of a webhook',
        description: 'Newest first. They are kept for 7 days, at most 10,000 and 64 MB of each webhook.',
        params: schema.webhookParams,
        querystring: schema.deliveryQuery,
        response: answers(200, z.array(schema.delivery)),
      },
    },
    async (request, reply) => {
      const { limit } = request.query
      const rows = await deliveries.listDeliveries(platform, scopeOf(request), request.query)
      const last = rows.at(-1)
      if (last !== undefined && rows.length === limit) linkCursor(request, reply, last.id)
      return rows.map(deliveries.present)
    },
  )

  app.get(
    '/projects/:projectID/webhooks/:webhookID/deliveries/:deliveryID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get a delivery with its payload and attempts',
        params: schema.deliveryParams,
        response: answers(200, schema.deliveryDetail),
      },
    },
    (request) => deliveries.getDelivery(platform, scopeOf(request), request.params.deliveryID),
  )

  app.post(
    '/projects/:projectID/webhooks/:webhookID/deliveries/:deliveryID/retry',
    {
      config: { access },
      preHandler: limited('retry', RETRIES),
      schema: {
        tags,
        summary: 'Send a delivery again',
        description: 'At once, also one that has arrived. Its retries begin anew.',
        params: schema.deliveryParams,
        response: answers(200, schema.deliveryDetail),
      },
    },
    (request) => deliveries.retryDelivery(platform, scopeOf(request), request.params.deliveryID),
  )

  app.post(
    '/projects/:projectID/webhooks/:webhookID/replay',
    {
      config: { access },
      preHandler: limited('replay', SENDS),
      schema: {
        tags,
        summary: 'Send many deliveries again',
        description: `All that have failed, or those of a span of time: the oldest ${deliveries.MAX_REPLAYED} first.`,
        params: schema.webhookParams,
        body: schema.replay,
        response: answers(200, schema.replayed),
      },
    },
    (request) => deliveries.replayDeliveries(platform, scopeOf(request), request.body),
  )

  app.post(
    '/projects/:projectID/webhooks/:webhookID/send',
    {
      config: { access },
      preHandler: limited('send', SENDS),
      schema: {
        tags,
        summary: 'Send a test event',
        description: 'The answer comes after the receiver has answered, or failed. It is not tried again.',
        params: schema.webhookParams,
        body: schema.testEvent,
        response: answers(200, schema.deliveryDetail),
      },
    },
    (request) =>
      platform.gates.webhook_tests.run(tenantOf(projectOf(request)), () =>
        deliveries.sendTest(platform, targets, scopeOf(request), request.body),
      ),
  )
}
