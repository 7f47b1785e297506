// Routes of API keys: /projects/{projectID}/api-keys (design 6). Dashboard users only: a key cannot create keys.
import { z } from 'zod'
import type { App } from '#platform/http/app-types.ts'
import { answers } from '#platform/http/openapi.ts'
import { accountOf, projectOf } from '#platform/http/request.ts'
import { uuid } from '#platform/http/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './api-keys.schema.ts'
import * as service from './api-keys.service.ts'
import { listKeys } from './api-keys.store.ts'

const tags = ['API keys']
const projectParams = z.object({ projectID: uuid })
const access = { by: ['dashboard'], role: 'admin' } as const

/** apiKeyRoutes registers the routes of API keys. */
export function apiKeyRoutes(app: App, platform: Platform): void {
  app.get(
    '/projects/:projectID/api-keys',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List API keys',
        params: projectParams,
        response: answers(200, z.array(schema.apiKey)),
      },
    },
    async (request) => (await listKeys(platform.controlPlane, projectOf(request).id)).map(service.presentKey),
  )

  app.post(
    '/projects/:projectID/api-keys',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Create an API key',
        description: 'The key is in `key` of the answer and is never shown again.',
        params: projectParams,
        body: schema.keyCreate,
        response: answers(201, schema.newApiKey),
      },
    },
    async (request, reply) => {
      const { account_id } = accountOf(request)
      const key = await service.createKey(platform, projectOf(request).id, account_id, request.body)
      reply.code(201)
      return key
    },
  )

  app.patch(
    '/projects/:projectID/api-keys/:keyID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change an API key',
        params: schema.keyParams,
        body: schema.keyUpdate,
        response: answers(200, schema.apiKey),
      },
    },
    (request) => service.updateKey(platform, projectOf(request).id, request.params.keyID, request.body),
  )

  app.delete(
    '/projects/:projectID/api-keys/:keyID',
    {
      config: { access },
      schema: { tags, summary: 'Revoke an API key', params: schema.keyParams, response: answers(204) },
    },
    async (request, reply) => {
      await service.removeKey(platform, projectOf(request).id, request.params.keyID)
      return reply.code(204).send()
    },
  )

  app.post(
    '/projects/:projectID/api-keys/:keyID/rotate',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Rotate an API key',
        description:
          'Gives the key a new secret, shown once. The old one goes on working for `overlap_seconds`.',
        params: schema.keyParams,
        body: schema.keyRotate,
        response: answers(200, schema.newApiKey),
      },
    },
    (request) =>
      service.rotateKey(platform, projectOf(request).id, request.params.keyID, request.body.overlap_seconds),
  )
}
