// Routes of platform events (/events) and of the caller's notifications (/me/notifications). Dashboard users only.

import { z } from 'zod'
import type { CredentialResolvers } from '#platform/credentials/actor.ts'
import { notFound } from '#platform/errors/app-error.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { linkCursor } from '#platform/http/routes/next-page.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { EVENT_SOURCE } from '#platform/http/schemas/api-headers.ts'
import { identifyBy } from './dashboard-token.ts'
import { listEvents } from './events.store.ts'
import * as schema from './notifications.schema.ts'
import * as store from './notifications.store.ts'
import { openStream, type StreamParts } from './streams.ts'

const access = { by: ['dashboard'], permission: 'self' } as const
const LISTS = [
  { path: '/events', kind: 'event', entry: schema.platformEvent, name: 'platform events' },
  { path: '/me/notifications', kind: 'notification', entry: schema.notification, name: 'your notifications' },
] as const

/** notificationRoutes registers the routes. */
export function notificationRoutes(
  app: App,
  parts: StreamParts,
  findAccount: CredentialResolvers['dashboard'],
): void {
  const { clusters, clock } = parts.platform
  const db = clusters.main.admin
  const streamAccess = { ...access, identify: identifyBy(findAccount) }
  for (const { path, kind, entry, name } of LISTS) {
    const list = section(app, { at: path, tag: 'Notifications', access })

    list.get(
      '',
      {
        summary: `Follow ${name} as server-sent events`,
        description: `Events named \`${kind}\`, kept for 30 days. After a break \`Last-Event-ID\` goes on where the stream ended.`,
        query: schema.streamQuery,
        requestHeaders: ['Last-Event-ID'],
        media: [EVENT_SOURCE],
        response: { 200: z.string().describe('A stream of events.') },
        access: streamAccess,
        exposeHeadRoute: false,
      },
      async (request, reply) => {
        await openStream(parts, kind, request, reply)
        return reply
      },
    )

    list.get(
      '/history',
      {
        summary: `List ${name}`,
        description: 'Of the organisations that you are a member of, latest first, for 30 days.',
        query: schema.pageQuery,
        response: answers(200, z.array(entry)),
      },
      async (request, reply) => {
        const { limit, cursor: before } = request.query
        const reader = { ...accountOf(request), now: clock.now() }
        const rows = await listEvents(db, kind, reader, { limit, before })
        const last = rows.at(-1)
        if (last !== undefined && rows.length === limit) linkCursor(request, reply, last.id)
        return rows
      },
    )
  }

  const own = section(app, { at: '/me/notifications', tag: 'Notifications', access })

  own.post(
    '/:eventID/read',
    {
      summary: 'Mark a notification as read',
      params: schema.eventParams,
      response: answers(204),
      audit: false,
    },
    async (request) => {
      const found = await store.markRead(db, accountOf(request).account_id, request.params.eventID)
      if (!found) throw notFound('The notification')
    },
  )

  own.post(
    '/read',
    {
      summary: 'Mark all notifications as read',
      description: 'With `up_to`, those up to that one.',
      body: schema.markBody,
      response: answers(204),
      audit: false,
    },
    (request) => store.markAllRead(db, accountOf(request).account_id, request.body.up_to),
  )

  own.get(
    '/preferences',
    { summary: 'Get how you are notified', response: answers(200, schema.preferences) },
    (request) => store.findPreferences(db, accountOf(request).account_id),
  )

  own.patch(
    '/preferences',
    {
      summary: 'Change how you are notified',
      body: schema.preferencesUpdate,
      response: answers(200, schema.preferences),
    },
    (request) => store.savePreferences(db, accountOf(request).account_id, request.body, clock.now()),
  )
}
