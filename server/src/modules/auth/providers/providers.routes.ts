// Routes of a project's identity providers: /projects/{projectID}/auth/providers.

import { z } from 'zod'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
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

/** providerRoutes registers the routes of identity providers. */
export function providerRoutes(app: App, platform: Platform): void {
  const { config } = platform

  const routes = section(app, {
    at: '/projects/:projectID/auth/providers',
    tag: 'Identity providers',
    group: 'auth',
    access: { by: ['dashboard', 'api_key'], scope: 'auth', secretOnly: true },
    params: projectParams,
  })

  routes.get(
    '',
    { summary: 'List the identity providers', response: answers(200, z.array(schema.provider)) },
    (request) => listProviders(platform, projectOf(request), baseUrlOf(config, request)),
  )

  routes.post(
    '',
    {
      summary: 'Add an identity provider',
      description: 'Any issuer of OpenID Connect. The secret is sealed and never shown.',
      body: schema.providerCreate,
      response: answers(201, schema.provider),
    },
    async (request) => {
      const row = await createProvider(platform, projectOf(request), request.body)
      return presentProvider(row, baseUrlOf(config, request))
    },
  )

  routes.get(
    '/:provider',
    {
      summary: 'Get an identity provider',
      params: schema.providerParams,
      response: answers(200, schema.provider),
    },
    async (request) => {
      const row = await getProvider(platform, projectOf(request), request.params.provider)
      return presentProvider(row, baseUrlOf(config, request))
    },
  )

  routes.patch(
    '/:provider',
    {
      summary: 'Change an identity provider',
      description: 'What is left out keeps its value.',
      params: schema.providerParams,
      body: schema.providerUpdate,
      response: answers(200, schema.provider),
    },
    async (request) => {
      const { provider } = request.params
      const row = await updateProvider(platform, projectOf(request), provider, request.body)
      return presentProvider(row, baseUrlOf(config, request))
    },
  )

  routes.delete(
    '/:provider',
    {
      summary: 'Remove an identity provider',
      description: 'Nobody signs in by it any longer; sessions go on.',
      params: schema.providerParams,
      response: answers(204),
    },
    (request) => removeProvider(platform, projectOf(request), request.params.provider),
  )
}
