// The SSE transport: GET /realtime/events, for clients that do not use a WebSocket.

import { z } from 'zod'
import type { Realtime } from '#modules/realtime/context/realtime.ts'
import { eventsQuery } from '#modules/realtime/settings/realtime.schema.ts'
import { logError, toAppError } from '#platform/http/answers/error-handler.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { EVENT_SOURCE } from '#platform/http/schemas/api-headers.ts'
import { EVENT_STREAM, retryAfter } from './event-stream.ts'
import { openEvents } from './events.ts'

// What an EventSource accepts, and clients of ours that read the stream themselves.

// Refusals that another attempt does not change. An EventSource gives up for good on any status but 200, and reconnects
// after a stream that ends: it gets a status for these only. A connection that is closed without a response would do as
// well, but proxies make a 502 of it.
const FINAL: ReadonlySet<number> = new Set([400, 401, 403, 404])

// A quota can be used up for weeks, and timers of browsers end at 24 days.
const MAX_RETRY_SECONDS = 60

/** eventRoutes registers the route of the SSE transport. */
export function eventRoutes(app: App, realtime: Realtime): void {
  const routes = section(app, {
    at: '/projects/:projectID/realtime',
    tag: 'Live changes',
    group: 'realtime',
    access: {
      by: ['project_user', 'api_key', 'dashboard'],
      scope: 'realtime',
      level: 'read',
      inQuery: true,
    },
    params: projectParams,
  })

  routes.get(
    '/events',
    {
      summary: "Follow a table's changes as server-sent events",
      description:
        'Credentials may stand in the query: `token` first, then `api_key`. After a break `Last-Event-ID` goes on ' +
        'where the stream ended; where that is not possible any more, the first event is `reset`.',
      query: eventsQuery,
      requestHeaders: ['Last-Event-ID'],
      media: [EVENT_SOURCE],
      response: { 200: z.string().describe('A stream of events.') },
      // A HEAD would open a stream and never end.
      exposeHeadRoute: false,
      errorHandler(error, request, reply) {
        const isEventSource = request.headers.accept === EVENT_SOURCE
        if (!isEventSource || FINAL.has(toAppError(error).status))
          return app.errorHandler(error, request, reply)
        const { message, headers } = logError(realtime.platform.log, error, request, reply)
        const wait = retryAfter(Math.min(Number(headers['retry-after'] ?? 1), MAX_RETRY_SECONDS))
        reply.header('cache-control', 'no-store').type(EVENT_STREAM).send(`: ${message}\n${wait}`)
      },
    },
    async (request, reply) => {
      const resume = request.headers['last-event-id']
      await openEvents(realtime, reply, {
        project: projectOf(request),
        actor: actorOf(request),
        ...request.query,
        network: request.network,
        lastEventId: typeof resume === 'string' && resume !== '' ? resume : request.query.last_event_id,
      })
      return reply
    },
  )
}
