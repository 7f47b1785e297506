// Routes of API keys: /projects/{projectID}/api-keys. Dashboard users only: a key cannot create keys.
import { z } from 'zod'
import { only } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './api-keys.schema.ts'
import * as service from './api-keys.service.ts'
import { listKeys } from './api-keys.store.ts'

/** apiKeyRoutes registers the routes of API keys. */
export function apiKeyRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/api-keys',
    tag: 'API keys',
    access: { by: ['dashboard'], scope: 'api_keys' },
    params: projectParams,
  })

  routes.get(
    '',
    { summary: 'List API keys', response: answers(200, z.array(schema.apiKey)) },
    async (request) =>
      (await listKeys(platform.clusters.main.admin, projectOf(request).id)).map(service.presentKey),
  )

  routes.post(
    '',
    {
      summary: 'Create an API key',
      description: 'The key is in `key` of the answer and is never shown again.',
      body: schema.keyCreate,
      response: answers(201, schema.newApiKey),
      minimal: only('id', 'key'),
    },
    (request) => service.createKey(platform, request.act, request.body),
  )

  routes.patch(
    '/:keyID',
    {
      summary: 'Change an API key',
      params: schema.keyParams,
      body: schema.keyUpdate,
      response: answers(200, schema.apiKey),
    },
    (request) => {
      const { keyID } = request.params
      return service.updateKey(platform, request.act, keyID, request.body)
    },
  )

  routes.delete(
    '/:keyID',
    { summary: 'Revoke an API key', params: schema.keyParams, response: answers(204) },
    (request) => service.removeKey(platform, request.act, request.params.keyID),
  )

  routes.post(
    '/:keyID/rotate',
    {
      summary: 'Rotate an API key',
      description:
        'Gives the key a new secret, shown once. The old one goes on working for `overlap_seconds`.',
      params: schema.keyParams,
      body: schema.keyRotate,
      response: answers(200, schema.newApiKey),
      minimal: only('id', 'key'),
    },
    (request) => {
      const { overlap_seconds } = request.body
      return service.rotateKey(platform, request.act, request.params.keyID, overlap_seconds)
    },
  )
}
