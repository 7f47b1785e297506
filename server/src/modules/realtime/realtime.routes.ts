// Routes of live connections: tokens for them, and why an event did not arrive.

import type { KeyActor, UserActor } from '#platform/credentials/actor.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf, actorOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { acceptSockets } from '#platform/realtime/upgrades.ts'
import type { Realtime } from './context/realtime.ts'
import { explainBody, explanation } from './explain/explain.schema.ts'
import { explainEvent } from './explain/explain.ts'
import { channelRoutes } from './rooms/channels.routes.ts'
import * as schema from './settings/realtime.schema.ts'
import { liveSettingsRoutes } from './settings/settings.routes.ts'
import { runCommand } from './transports/commands.ts'
import { connect, createToken, removeToken } from './transports/connect.ts'
import { Connection } from './transports/connection.ts'
import { eventRoutes } from './transports/events.routes.ts'

/** realtimeRoutes registers the routes of live changes. */
export function realtimeRoutes(app: App, realtime: Realtime): void {
  const { platform } = realtime
  liveSettingsRoutes(app, platform)
  channelRoutes(app, platform)
  eventRoutes(app, realtime)

  const routes = section(app, {
    at: '/projects/:projectID/realtime',
    tag: 'Live changes',
    group: 'realtime',
    access: { by: ['dashboard'], scope: 'realtime', level: 'read' },
    params: projectParams,
  })

  routes.post(
    '/connect',
    {
      summary: "Get a token for a table's live changes",
      description: 'The token is valid for 24 hours, and no longer than what it was given for.',
      query: schema.connectQuery,
      response: answers(200, schema.connection),
      access: { by: ['project_user', 'api_key'], scope: 'realtime', level: 'read' },
    },
    async (request) => {
      const actor = actorOf(request) as KeyActor | UserActor
      const { token, channel, expires_at } = await connect(realtime, projectOf(request), actor, request.query)
      return { url: baseUrlOf(platform.config, request), token, channel, expires_at }
    },
  )

  routes.post(
    '/token',
    {
      summary: 'Get a token for the dashboard',
      description: 'It is valid for 10 minutes, and sees all rows, as the dashboard does.',
      body: schema.tokenBody,
      response: answers(200, schema.token),
    },
    async (request) => {
      const made = await createToken(realtime, projectOf(request), accountOf(request), request.body)
      return { ...made, url: baseUrlOf(platform.config, request) }
    },
  )

  routes.post(
    '/explain',
    {
      summary: 'Explain why a subscriber does or does not get an event',
      body: explainBody,
      response: answers(200, explanation),
    },
    (request) => explainEvent(realtime, projectOf(request), request.body),
  )

  routes.delete(
    '/token/:tokenID',
    { summary: 'Take a token of the dashboard back', params: schema.tokenParams, response: answers(204) },
    (request) => removeToken(realtime, projectOf(request), request.params.tokenID),
  )
}

/** serveSockets accepts WebSockets until the server begins to stop. */
export function serveSockets(app: App, realtime: Realtime): void {
  acceptSockets(
    app.server,
    realtime.platform.config,
    realtime.slots,
    () => realtime.clients.isStopping,
    (opened) => new Connection(realtime, runCommand, opened),
  )
}
