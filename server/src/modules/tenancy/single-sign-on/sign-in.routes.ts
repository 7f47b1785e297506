// Routes of signing in with an organisation's provider: /auth/sso/….
import type { FastifyRequest } from 'fastify'
import { answerSignIn, signedInByService } from '#modules/tenancy/accounts/external-sign-in.service.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import { OpenIdClient } from '#platform/openid/openid-client.ts'
import { providerReturnOf } from '#platform/openid/provider-return.ts'
import { sendRedirection } from '#platform/openid/send-redirection.ts'
import { callback } from '#platform/openid/sign-in-schema.ts'
import type { Platform } from '#platform/platform.ts'
import { type SsoClient, signInAs } from './members.ts'
import { Refusals } from './refusals.ts'
import { beginSignIn, finishSignIn, redeemCode } from './sign-in.ts'
import * as schema from './sso.schema.ts'

// A browser comes here by itself, without any credential.
const access = { by: [] } as const

/** signInRoutes registers the routes of signing in. */
export function signInRoutes(app: App, platform: Platform): void {
  const { config } = platform
  const signIn = { platform, client: new OpenIdClient(platform), refusals: new Refusals(platform) }

  const routes = section(app, { at: '/auth/sso', tag: 'Single sign-on', access })

  routes.get(
    '/authorize',
    {
      summary: 'Sign in with the provider of an organisation',
      description:
        'To be opened in a browser, for the organisation of an address or by its id. Comes back to `redirect_to` with ' +
        '`code`, or with `error` and `error_description`.',
      query: schema.authorize,
      responseHeaders: ['Location'],
      response: answers(302, undefined, 'To the provider'),
      limit: { name: 'sso-authorize', of: 'address', limit: 120, window_seconds: 60 },
      exposeHeadRoute: false,
    },
    async (request, reply) =>
      sendRedirection(reply, await beginSignIn(signIn, request.query, baseUrlOf(config, request))),
  )

  routes.get(
    '/:organisationID/callback',
    {
      summary: 'Come back from the provider of an organisation',
      description: 'Where the provider sends the browser. Not for applications.',
      params: schema.organisationParams,
      query: callback,
      responseHeaders: ['Location'],
      response: answers(302, undefined, 'To `redirect_to`'),
      limit: { name: 'sso-callback', of: 'address', limit: 120, window_seconds: 60 },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const back = providerReturnOf(request)
      const { organisationID } = request.params
      const base = baseUrlOf(config, request)
      return sendRedirection(reply, await finishSignIn(signIn, organisationID, back, base, clientOf(request)))
    },
  )

  routes.post(
    '/token',
    {
      summary: 'Trade the code of a single sign-on for tokens',
      description:
        'The first time this links the account with the address that the provider says, or makes it, and adds it to ' +
        'the organisation. Only addresses of verified domains are let in. A code works once, for two minutes.',
      requestHeaders: ['X-Msingi-Session'],
      conflicts: true,
      body: schema.codeExchange,
      response: answers(200, signedInByService),
      limit: { name: 'sso-token', of: 'address', limit: 120, window_seconds: 60 },
    },
    (request, reply) =>
      answerSignIn(platform, request, reply, async () => {
        const client = clientOf(request)
        return signInAs(signIn, await redeemCode(signIn, request.body, client), client)
      }),
  )
}

function clientOf({ headers, address, id }: FastifyRequest): SsoClient {
  return { userAgent: headers['user-agent'], address, requestId: id }
}
