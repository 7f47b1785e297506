// Routes of channels.

import { z } from 'zod'
import * as schema from '#modules/realtime/settings/channels.schema.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as service from './channels.ts'

/** channelRoutes registers the routes of channels. */
export function channelRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/realtime/channels',
    tag: 'Live changes',
    audit: { keys: false, states: 'people' },
    access: { by: ['dashboard'], scope: 'realtime' },
    params: projectParams,
  })

  routes.get('', { summary: 'List channels', response: answers(200, z.array(schema.channel)) }, (request) =>
    service.listChannels(platform, projectOf(request)),
  )

  routes.post(
    '',
    { summary: 'Create a channel', body: schema.channelCreate, response: answers(201, schema.channel) },
    (request) => service.createChannel(platform, projectOf(request), request.body),
  )

  routes.patch(
    '/:channelID',
    {
      summary: 'Change a channel',
      params: schema.channelParams,
      body: schema.channelUpdate,
      response: answers(200, schema.channel),
    },
    (request) => service.updateChannel(platform, projectOf(request), request.params.channelID, request.body),
  )

  routes.delete(
    '/:channelID',
    { summary: 'Delete a channel', params: schema.channelParams, response: answers(204) },
    (request) => service.removeChannel(platform, projectOf(request), request.params.channelID),
  )
}
