// Routes of deliveries: below /projects/{projectID}/webhooks/{webhookID}, and the same below each trigger of a
// function.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { ApiTag } from '#platform/http/routes/api-tags.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { RouteGroup } from '#platform/http/routes/limit-rules.ts'
import { linkCursor } from '#platform/http/routes/next-page.ts'
import type { RouteLimit } from '#platform/http/routes/rate-limits.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { RouteAudit } from '#platform/http/routes/request-audit.ts'
import { section } from '#platform/http/routes/section.ts'
import * as schema from './deliveries.schema.ts'
import * as deliveries from './deliveries.ts'

// Requests that a project causes by hand.
const RETRIES: RouteLimit = { name: 'delivery-retries', of: 'project', limit: 300, window_seconds: 60 }
const REPLAYS: RouteLimit = { name: 'delivery-replays', of: 'project', limit: 60, window_seconds: 60 }
const SENDS: RouteLimit = { name: 'delivery-sends', of: 'project', limit: 60, window_seconds: 60 }

/** Place is where the deliveries of something are found. */
interface Place {
  readonly path: string
  readonly params: z.ZodObject
  readonly tag: ApiTag
  readonly scope: string
  readonly group?: RouteGroup
  readonly audit?: RouteAudit
  /** noun is what has the deliveries, in summaries. */
  readonly noun: string
}

const PLACES: readonly Place[] = [
  {
    path: '/projects/:projectID/webhooks/:webhookID',
    params: schema.webhookParams,
    ...{ tag: 'Webhooks', scope: 'webhooks', noun: 'webhook' },
  },
  {
    path: '/projects/:projectID/functions/:fnID/triggers/:triggerID',
    params: schema.triggerParams,
    ...{ tag: 'Functions', scope: 'functions', group: 'functions', noun: 'trigger' },
    audit: { keys: false, states: 'everybody' },
  },
]

/** deliveryRoutes registers the routes of deliveries. */
export function deliveryRoutes(app: App, sending: deliveries.Sending): void {
  for (const place of PLACES) routesAt(app, sending, place)
}

function routesAt(
  app: App,
  sending: deliveries.Sending,
  { path, params, tag, scope, group, audit, noun }: Place,
): void {
  const { platform } = sending
  const access = { by: ['dashboard', 'api_key'], scope, secretOnly: true } as const
  const deliveryParams = params.extend({ deliveryID: schema.deliveryID })
  const scopeOf = (request: FastifyRequest): deliveries.WebhookScope => {
    const { webhookID, fnID = null, triggerID } = request.params as schema.DeliveryPlace
    return { project: projectOf(request), webhookId: webhookID ?? triggerID ?? '', functionId: fnID }
  }
  const idOf = (request: FastifyRequest) => (request.params as schema.DeliveryPlace).deliveryID ?? ''

  const routes = section(app, { at: path, tag, group, audit, access, params })

  routes.get(
    '/deliveries',
    {
      summary: `List the deliveries of a ${noun}`,
      description: `Newest first. They are kept for 7 days, at most 10,000 and 64 MB of each ${noun}.`,
      query: schema.deliveryQuery,
      response: answers(200, z.array(schema.delivery)),
    },
    async (request, reply) => {
      const { limit } = request.query
      const rows = await deliveries.listDeliveries(platform, scopeOf(request), request.query)
      const last = rows.at(-1)
      if (last !== undefined && rows.length === limit) linkCursor(request, reply, last.id)
      return rows.map(deliveries.present)
    },
  )

  routes.get(
    '/deliveries/:deliveryID',
    {
      summary: `Get a delivery of a ${noun} with its payload and attempts`,
      params: deliveryParams,
      response: answers(200, schema.deliveryDetail),
    },
    (request) => deliveries.getDelivery(platform, scopeOf(request), idOf(request)),
  )

  routes.post(
    '/deliveries/:deliveryID/retry',
    {
      summary: `Send a delivery of a ${noun} again`,
      description: 'At once, also one that has arrived. Its retries begin anew.',
      params: deliveryParams,
      response: answers(200, schema.deliveryDetail),
      limit: RETRIES,
    },
    (request) => deliveries.retryDelivery(platform, scopeOf(request), idOf(request)),
  )

  routes.post(
    '/replay',
    {
      summary: `Send many deliveries of a ${noun} again`,
      description: `All that have failed, or those of a span of time: the oldest ${deliveries.MAX_REPLAYED} first.`,
      body: schema.replay,
      response: answers(200, schema.replayed),
      minimal: wholeAnswer,
      limit: REPLAYS,
    },
    (request) => deliveries.replayDeliveries(platform, scopeOf(request), request.body),
  )

  routes.post(
    '/send',
    {
      summary: `Send a test event to a ${noun}`,
      description: 'The answer comes after the receiver has answered, or failed. It is not tried again.',
      body: schema.testEvent,
      response: answers(200, schema.deliveryDetail),
      limit: SENDS,
    },
    (request) =>
      platform.gates.webhook_tests.run(tenantOf(projectOf(request)), () =>
        deliveries.sendTest(sending, scopeOf(request), request.body),
      ),
  )
}
