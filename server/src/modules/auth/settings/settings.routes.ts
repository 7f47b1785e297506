// Routes of the settings, the signing keys and the outbox of project auth.
import { z } from 'zod'
import { projectParams } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import * as schema from '#modules/auth/context/settings.schema.ts'
import { notFound } from '#platform/errors/app-error.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { getSettings, updateSettings } from './settings.ts'

const tags = ['Project auth settings']
const managers = { by: ['dashboard', 'api_key'], scope: 'auth', secretOnly: true } as const

/** settingsRoutes registers the routes of settings, signing keys and the outbox. */
export function settingsRoutes(app: App, auth: Auth): void {
  const { platform, signingKeys } = auth

  app.get(
    '/projects/:projectID/auth/settings',
    {
      config: { access: managers },
      schema: {
        tags,
        summary: 'Get the auth settings',
        params: projectParams,
        response: answers(200, schema.settings),
      },
    },
    (request) => getSettings(platform, projectOf(request)),
  )

  app.put(
    '/projects/:projectID/auth/settings',
    {
      config: { access: managers },
      schema: {
        tags,
        summary: 'Change the auth settings',
        description: 'What is left out keeps its value.',
        params: projectParams,
        body: schema.settingsUpdate,
        response: answers(200, schema.settings),
      },
    },
    (request) => updateSettings(platform, projectOf(request), request.body),
  )

  app.get(
    '/projects/:projectID/auth/.well-known/jwks.json',
    {
      config: { access: { by: [] } },
      schema: {
        tags,
        summary: 'Get the public keys of access tokens',
        description: 'A JSON Web Key Set (RFC 7517), without the envelope, for services that verify tokens.',
        params: projectParams,
        response: { 200: schema.jwks },
      },
    },
    async (request, reply) => {
      const keys = await signingKeys.jwks(projectOf(request))
      // As text: what is not an object is sent as it is.
      return reply
        .header('cache-control', 'public, max-age=300')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(keys))
    },
  )

  app.post(
    '/projects/:projectID/auth/keys/rotate',
    {
      config: { access: { by: ['dashboard'], permission: 'auth:configure' }, minimal: wholeAnswer },
      schema: {
        tags,
        summary: 'Sign with a new key from now on',
        description: 'Tokens that the old key has signed stay valid until they end.',
        params: projectParams,
        response: answers(200, schema.jwks),
      },
    },
    (request) => signingKeys.rotate(projectOf(request)),
  )

  app.get(
    '/projects/:projectID/auth/outbox',
    {
      // The codes in it sign users in.
      config: { access: { by: ['dashboard'], permission: 'auth:write' } },
      schema: {
        tags,
        summary: 'List the messages that were not sent',
        description: 'Only in development, where mail and SMS go nowhere else. The latest first.',
        params: projectParams,
        response: answers(200, z.array(schema.outboxEntry)),
      },
    },
    async (request) => {
      if (platform.messages.outbox === undefined) throw notFound('The outbox')
      return platform.messages.outbox(projectOf(request).id)
    },
  )
}
