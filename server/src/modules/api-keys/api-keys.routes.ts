// Routes of API keys: /projects/{projectID}/api-keys. Dashboard users only: a key cannot create keys.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerOf } from '#platform/audit/caller.ts'
import { only } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf, rightsOf } from '#platform/http/routes/request.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './api-keys.schema.ts'
import * as service from './api-keys.service.ts'
import { listKeys } from './api-keys.store.ts'

const tags = ['API keys']
const projectParams = z.object({ projectID: uuid })
const access = { by: ['dashboard'], scope: 'api_keys' } as const

/** apiKeyRoutes registers the routes of API keys. */
export function apiKeyRoutes(app: App, platform: Platform): void {
  const of = (request: FastifyRequest): service.KeyManager => ({
    ...callerOf(request, platform.clock.now()),
    project: projectOf(request),
    rights: rightsOf(request),
  })

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
    async (request) =>
      (await listKeys(platform.clusters.main.admin, projectOf(request).id)).map(service.presentKey),
  )

  app.post(
    '/projects/:projectID/api-keys',
    {
      config: { access, minimal: only('id', 'key') },
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
      const key = await service.createKey(platform, of(request), request.body)
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
    (request) => {
      const { keyID } = request.params
      return service.updateKey(platform, of(request), keyID, request.body)
    },
  )

  app.delete(
    '/projects/:projectID/api-keys/:keyID',
    {
      config: { access },
      schema: { tags, summary: 'Revoke an API key', params: schema.keyParams, response: answers(204) },
    },
    async (request, reply) => {
      await service.removeKey(platform, of(request), request.params.keyID)
      return reply.code(204).send()
    },
  )

  app.post(
    '/projects/:projectID/api-keys/:keyID/rotate',
    {
      config: { access, minimal: only('id', 'key') },
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
    (request) => {
      const { overlap_seconds } = request.body
      return service.rotateKey(platform, of(request), request.params.keyID, overlap_seconds)
    },
  )
}
