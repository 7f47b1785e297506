// Routes of signing in with an identity provider: /projects/{projectID}/auth/providers/{provider}/… and /auth/token.
import { projectParams, signedInOrChallenged } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { OpenIdClient } from '#platform/openid/openid-client.ts'
import { providerReturnOf } from '#platform/openid/provider-return.ts'
import { sendRedirection } from '#platform/openid/send-redirection.ts'
import { callback } from '#platform/openid/sign-in-schema.ts'
import * as schema from './provider-signin.schema.ts'
import { beginSignIn, finishSignIn, redeemCode } from './provider-signin.ts'
import { providerParams } from './providers.schema.ts'

const tags = ['Project auth']
// A browser comes here by itself, without any credential.
const access = { by: [] } as const

/** providerSignInRoutes registers the routes of signing in with an identity provider. */
export function providerSignInRoutes(app: App, auth: Auth): void {
  const { config } = auth.platform
  const signIn = { auth, client: new OpenIdClient(auth.platform) }

  app.get(
    '/projects/:projectID/auth/providers/:provider/authorize',
    {
      config: { access, limit: { name: 'provider-authorize', limit: 120, window_seconds: 60 } },
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Sign in with an identity provider',
        description:
          'To be opened in a browser. Comes back to `redirect_to` with `code`, or with `error` and ' +
          '`error_description`.',
        params: providerParams,
        querystring: schema.authorize,
        responseHeaders: ['Location'],
        response: answers(302, undefined, 'To the provider'),
      },
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

  app.get(
    '/projects/:projectID/auth/providers/:provider/callback',
    {
      config: { access, limit: { name: 'provider-callback', limit: 120, window_seconds: 60 } },
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Come back from an identity provider',
        description: 'Where the provider sends the browser. Not for applications.',
        params: providerParams,
        querystring: callback,
        responseHeaders: ['Location'],
        response: answers(302, undefined, 'To `redirect_to`'),
      },
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

  app.post(
    '/projects/:projectID/auth/token',
    {
      config: {
        access: { by: ['api_key', 'project_user'], scope: 'auth' },
        limit: { name: 'provider-token', limit: 120, window_seconds: 60 },
      },
      schema: {
        tags,
        summary: 'Trade the code of a sign-in for tokens',
        conflicts: true,
        description:
          'The first time this makes the user, if the project takes new ones, or links a user with the same ' +
          'e-mail address where both sides have proven it. A code works once, for two minutes.',
        params: projectParams,
        body: schema.token,
        response: answers(200, signedInOrChallenged),
      },
    },
    (request) => redeemCode(auth, projectOf(request), request.body, request.headers['user-agent']),
  )
}
