// Routes of the settings, the signing keys and the outbox of project auth.

import { z } from 'zod'
import type { Auth } from '#modules/auth/context/auth.ts'
import * as schema from '#modules/auth/context/settings.schema.ts'
import { notFound } from '#platform/errors/app-error.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { getSettings, updateSettings } from './settings.ts'

const managers = { by: ['dashboard', 'api_key'], scope: 'auth', secretOnly: true } as const

/** settingsRoutes registers the routes of settings, signing keys and the outbox. */
export function settingsRoutes(app: App, auth: Auth): void {
  const { platform, signingKeys } = auth

  const routes = section(app, {
    at: '/projects/:projectID/auth',
    tag: 'Project auth settings',
    group: 'auth',
    access: managers,
    params: projectParams,
  })

  routes.get(
    '/settings',
    { summary: 'Get the auth settings', response: answers(200, schema.settings) },
    (request) => getSettings(platform, projectOf(request)),
  )

  routes.put(
    '/settings',
    {
      summary: 'Change the auth settings',
      description: 'What is left out keeps its value.',
      body: schema.settingsUpdate,
      response: answers(200, schema.settings),
    },
    (request) => updateSettings(platform, projectOf(request), request.body),
  )

  routes.get(
    '/.well-known/jwks.json',
    {
      summary: 'Get the public keys of access tokens',
      description: 'A JSON Web Key Set (RFC 7517), without the envelope, for services that verify tokens.',
      response: { 200: schema.jwks },
      access: { by: [] },
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

  routes.post(
    '/keys/rotate',
    {
      summary: 'Sign with a new key from now on',
      description: 'Tokens that the old key has signed stay valid until they end.',
      response: answers(200, schema.jwks),
      access: { by: ['dashboard'], permission: 'auth:configure' },
      minimal: wholeAnswer,
    },
    (request) => signingKeys.rotate(projectOf(request)),
  )

  routes.get(
    '/outbox',
    {
      summary: 'List the messages that were not sent',
      description: 'Only in development, where mail and SMS go nowhere else. The latest first.',
      response: answers(200, z.array(schema.outboxEntry)),
      // The codes in it sign users in.
      access: { by: ['dashboard'], permission: 'auth:write' },
    },
    async (request) => {
      if (platform.messages.outbox === undefined) throw notFound('The outbox')
      return platform.messages.outbox(projectOf(request).id)
    },
  )
}
