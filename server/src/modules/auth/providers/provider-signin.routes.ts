// Routes of signing in with an identity provider: /projects/{projectID}/auth/providers/{provider}/… and /auth/token.

import { signedInOrChallenged } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { OpenIdClient } from '#platform/openid/openid-client.ts'
import { providerReturnOf } from '#platform/openid/provider-return.ts'
import { sendRedirection } from '#platform/openid/send-redirection.ts'
import { callback } from '#platform/openid/sign-in-schema.ts'
import * as schema from './provider-signin.schema.ts'
import { beginSignIn, finishSignIn, redeemCode } from './provider-signin.ts'
import { providerParams } from './providers.schema.ts'

// A browser comes here by itself, without any credential.
const access = { by: [] } as const

/** providerSignInRoutes registers the routes of signing in with an identity provider. */
export function providerSignInRoutes(app: App, auth: Auth): void {
  const { config } = auth.platform
  const signIn = { auth, client: new OpenIdClient(auth.platform) }

  const routes = section(app, {
    at: '/projects/:projectID/auth',
    tag: 'Project auth',
    group: 'auth',
    access,
    params: projectParams,
  })

  routes.get(
    '/providers/:provider/authorize',
    {
      summary: 'Sign in with an identity provider',
      description:
        'To be opened in a browser. Comes back to `redirect_to` with `code`, or with `error` and ' +
        '`error_description`.',
      params: providerParams,
      query: schema.authorize,
      responseHeaders: ['Location'],
      response: answers(302, undefined, 'To the provider'),
      limit: { name: 'provider-authorize', of: 'address', limit: 120, window_seconds: 60 },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const base = baseUrlOf(config, request)
      const { provider } = request.params
      return sendRedirection(
        reply,
        await beginSignIn(signIn, projectOf(request), provider, request.query, base),
      )
    },
  )

  routes.get(
    '/providers/:provider/callback',
    {
      summary: 'Come back from an identity provider',
      description: 'Where the provider sends the browser. Not for applications.',
      params: providerParams,
      query: callback,
      responseHeaders: ['Location'],
      response: answers(302, undefined, 'To `redirect_to`'),
      limit: { name: 'provider-callback', of: 'address', limit: 120, window_seconds: 60 },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const back = providerReturnOf(request)
      const base = baseUrlOf(config, request)
      return sendRedirection(
        reply,
        await finishSignIn(signIn, projectOf(request), request.params.provider, back, base),
      )
    },
  )

  routes.post(
    '/token',
    {
      summary: 'Trade the code of a sign-in for tokens',
      conflicts: true,
      description:
        'The first time this makes the user, if the project takes new ones, or links a user with the same ' +
        'e-mail address where both sides have proven it. A code works once, for two minutes.',
      body: schema.token,
      response: answers(200, signedInOrChallenged),
      access: { by: ['api_key', 'project_user'], scope: 'auth' },
      limit: { name: 'provider-token', of: 'address', limit: 120, window_seconds: 60 },
    },
    (request) => redeemCode(auth, projectOf(request), request.body, request.headers['user-agent']),
  )
}
