// Routes of channels.
import { z } from 'zod'
import * as schema from '#modules/realtime/settings/channels.schema.ts'
import { projectParams } from '#modules/realtime/settings/realtime.schema.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import * as service from './channels.ts'

const tags = ['Live changes']
const access = { by: ['dashboard'], scope: 'realtime' } as const

/** channelRoutes registers the routes of channels. */
export function channelRoutes(app: App, platform: Platform): void {
  app.get(
    '/projects/:projectID/realtime/channels',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List channels',
        params: projectParams,
        response: answers(200, z.array(schema.channel)),
      },
    },
    (request) => service.listChannels(platform, projectOf(request)),
  )

  app.post(
    '/projects/:projectID/realtime/channels',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Create a channel',
        params: projectParams,
        body: schema.channelCreate,
        response: answers(201, schema.channel),
      },
    },
    async (request, reply) => {
      const channel = await service.createChannel(platform, projectOf(request), request.body)
      reply.code(201)
      return channel
    },
  )

  app.patch(
    '/projects/:projectID/realtime/channels/:channelID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change a channel',
        params: schema.channelParams,
        body: schema.channelUpdate,
        response: answers(200, schema.channel),
      },
    },
    (request) => service.updateChannel(platform, projectOf(request), request.params.channelID, request.body),
  )

  app.delete(
    '/projects/:projectID/realtime/channels/:channelID',
    {
      config: { access },
      schema: { tags, summary: 'Delete a channel', params: schema.channelParams, response: answers(204) },
    },
    async (request, reply) => {
      await service.removeChannel(platform, projectOf(request), request.params.channelID)
      return reply.code(204).send()
    },
  )
}
