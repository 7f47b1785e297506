// The SSE transport: GET /realtime/events, for clients that do not use a WebSocket (spec 6.3).
import { z } from 'zod'
import { toAppError } from '#platform/http/answers/error-handler.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, projectOf } from '#platform/http/routes/request.ts'
import type { Realtime } from '#realtime/context/realtime.ts'
import { eventsQuery, projectParams } from '#realtime/settings/realtime.schema.ts'
import { EVENT_STREAM, RETRY } from './event-stream.ts'
import { openEvents } from './events.ts'

/** eventRoutes registers the route of the SSE transport. */
export function eventRoutes(app: App, realtime: Realtime): void {
  app.get(
    '/projects/:projectID/realtime/events',
    {
      config: {
        access: {
          by: ['project_user', 'api_key', 'dashboard'],
          scope: 'realtime',
          level: 'read',
          inQuery: true,
        },
      },
      // A HEAD would open a stream and never end.
      exposeHeadRoute: false,
      schema: {
        tags: ['Live changes'],
        summary: "Follow a table's changes as server-sent events",
        description:
          'Credentials may stand in the query: `token` first, then `api_key`. After a break `Last-Event-ID` goes on ' +
          'where the stream ended; where that is not possible any more, the first event is `reset`.',
        params: projectParams,
        querystring: eventsQuery,
        requestHeaders: ['Last-Event-ID'],
        media: ['text/event-stream'],
        response: { 200: z.string().describe('A stream of events.') },
      },
      // An EventSource never reconnects after an error response, but does after a stream that ends.
      errorHandler(error, request, reply) {
        const { code, message } = toAppError(error)
        const isEventSource = request.headers.accept === 'text/event-stream'
        if (!isEventSource || code !== 'unavailable') return app.errorHandler(error, request, reply)
        reply.header('cache-control', 'no-store').type(EVENT_STREAM).send(`: ${message}\n${RETRY}`)
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
