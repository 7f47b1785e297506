// Routes of a project's identity providers: /projects/{projectID}/auth/providers.
import { z } from 'zod'
import { projectParams } from '#modules/auth/context/auth.schema.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './providers.schema.ts'
import {
  createProvider,
  getProvider,
  listProviders,
  presentProvider,
  removeProvider,
  updateProvider,
} from './providers.ts'

const tags = ['Identity providers']
const access = { by: ['dashboard', 'api_key'], scope: 'auth', secretOnly: true } as const

/** providerRoutes registers the routes of identity providers. */
export function providerRoutes(app: App, platform: Platform): void {
  const { config } = platform

  app.get(
    '/projects/:projectID/auth/providers',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the identity providers',
        params: projectParams,
        response: answers(200, z.array(schema.provider)),
      },
    },
    (request) => listProviders(platform, projectOf(request), baseUrlOf(config, request)),
  )

  app.post(
    '/projects/:projectID/auth/providers',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Add an identity provider',
        description: 'Any issuer of OpenID Connect. The secret is sealed and never shown.',
        params: projectParams,
        body: schema.providerCreate,
        response: answers(201, schema.provider),
      },
    },
    async (request, reply) => {
      const row = await createProvider(platform, projectOf(request), request.body)
      reply.code(201)
      return presentProvider(row, baseUrlOf(config, request))
    },
  )

  app.get(
    '/projects/:projectID/auth/providers/:provider',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get an identity provider',
        params: schema.providerParams,
        response: answers(200, schema.provider),
      },
    },
    async (request) => {
      const row = await getProvider(platform, projectOf(request), request.params.provider)
      return presentProvider(row, baseUrlOf(config, request))
    },
  )

  app.patch(
    '/projects/:projectID/auth/providers/:provider',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change an identity provider',
        description: 'What is left out keeps its value.',
        params: schema.providerParams,
        body: schema.providerUpdate,
        response: answers(200, schema.provider),
      },
    },
    async (request) => {
      const { provider } = request.params
      const row = await updateProvider(platform, projectOf(request), provider, request.body)
      return presentProvider(row, baseUrlOf(config, request))
    },
  )

  app.delete(
    '/projects/:projectID/auth/providers/:provider',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Remove an identity provider',
        description: 'Nobody signs in by it any longer; sessions go on.',
        params: schema.providerParams,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await removeProvider(platform, projectOf(request), request.params.provider)
      return reply.code(204).send()
    },
  )
}
