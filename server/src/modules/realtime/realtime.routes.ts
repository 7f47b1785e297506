// Routes of live connections: tokens for them, and why an event did not arrive (spec 4.4, 6.2).
import type { FastifyRequest } from 'fastify'
import type { KeyActor, UserActor } from '#platform/credentials/actor.ts'
import type { App } from '#platform/http/app-types.ts'
import { withoutEndSlashes } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi.ts'
import { accountOf, actorOf, projectOf } from '#platform/http/request.ts'
import { acceptSockets } from '#platform/realtime/upgrades.ts'
import { channelRoutes } from './channels.routes.ts'
import { connect, createToken, removeToken } from './connect.ts'
import { Connection } from './connection.ts'
import { eventRoutes } from './events.routes.ts'
import { explainBody, explanation } from './explain.schema.ts'
import { explainEvent } from './explain.ts'
import * as schema from './realtime.schema.ts'
import type { Realtime } from './realtime.ts'
import { liveSettingsRoutes } from './settings.routes.ts'

const tags = ['Live changes']

/** realtimeRoutes registers the routes of live changes. */
export function realtimeRoutes(app: App, realtime: Realtime): void {
  const { platform } = realtime
  liveSettingsRoutes(app, platform)
  channelRoutes(app, platform)
  eventRoutes(app, realtime)

  app.post(
    '/projects/:projectID/realtime/connect',
    {
      config: { access: { by: ['project_user', 'api_key'], scope: 'realtime', level: 'read' } },
      schema: {
        tags,
        summary: "Get a token for a table's live changes",
        description: 'The token is valid for 24 hours, and no longer than what it was given for.',
        params: schema.projectParams,
        querystring: schema.connectQuery,
        response: answers(200, schema.connection),
      },
    },
    async (request) => {
      const actor = actorOf(request) as KeyActor | UserActor
      const { token, channel, expires_at } = await connect(realtime, projectOf(request), actor, request.query)
      return { url: baseOf(realtime, request), token, channel, expires_at }
    },
  )

  app.post(
    '/projects/:projectID/realtime/token',
    {
      config: { access: { by: ['dashboard'], role: 'viewer' } },
      schema: {
        tags,
        summary: 'Get a token for the dashboard',
        description: 'It is valid for 10 minutes, and sees all rows, as the dashboard does.',
        params: schema.projectParams,
        body: schema.tokenBody,
        response: answers(200, schema.token),
      },
    },
    async (request) => {
      const made = await createToken(realtime, projectOf(request), accountOf(request), request.body.table)
      return { ...made, url: baseOf(realtime, request) }
    },
  )

  app.post(
    '/projects/:projectID/realtime/explain',
    {
      config: { access: { by: ['dashboard'], role: 'viewer' } },
      schema: {
        tags,
        summary: 'Explain why a subscriber does or does not get an event',
        params: schema.projectParams,
        body: explainBody,
        response: answers(200, explanation),
      },
    },
    (request) => explainEvent(realtime, projectOf(request), request.body),
  )

  app.delete(
    '/projects/:projectID/realtime/token/:tokenID',
    {
      config: { access: { by: ['dashboard'], role: 'viewer' } },
      schema: {
        tags,
        summary: 'Take a token of the dashboard back',
        params: schema.tokenParams,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await removeToken(realtime, projectOf(request), request.params.tokenID)
      return reply.code(204).send()
    },
  )
}

/** serveSockets lets clients open WebSockets until the server begins to stop. */
export function serveSockets(app: App, realtime: Realtime): void {
  acceptSockets(
    app.server,
    realtime.platform.config,
    realtime.places,
    () => realtime.clients.isStopping,
    (socket, stream, place) => new Connection(realtime, socket, stream, place),
  )
}

// Behind a proxy only the setting knows the address; without one it is where this request came to.
function baseOf({ platform }: Realtime, request: FastifyRequest): string {
  const { publicUrl } = platform.config
  return publicUrl === undefined ? `${request.protocol}://${request.host}` : withoutEndSlashes(publicUrl)
}
