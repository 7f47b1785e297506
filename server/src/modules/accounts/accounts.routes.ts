// Routes to register, log in and log out (design 6): /auth/…. Routes of the account itself are in me.routes.ts.

import { invalidInput } from '#platform/errors/app-error.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './accounts.schema.ts'
import { logIn } from './login.ts'
import { meRoutes } from './me.routes.ts'
import { registerAccount } from './registration.ts'
import { answerSession, clearCookie, refreshTokenOf, usesCookie } from './session-cookie.ts'
import { endSession, refreshCookieSession, refreshSession } from './sessions.ts'
import { createSignInLimits } from './sign-in-proofs.ts'

const tags = ['Accounts']
const open = { by: [] } as const

/** accountRoutes registers the routes of dashboard accounts. */
export function accountRoutes(app: App, platform: Platform): void {
  const limits = createSignInLimits(platform)

  app.post(
    '/auth/register',
    {
      config: { access: open, limit: { name: 'register', limit: 20, window_seconds: 3600 } },
      schema: {
        tags,
        summary: 'Register',
        description: 'Makes an account and its personal organisation. In production only with an invitation.',
        requestHeaders: ['X-Msingi-Session'],
        body: schema.register,
        response: answers(201, schema.signedIn),
      },
    },
    async (request, reply) => {
      usesCookie(platform, request)
      const answer = await registerAccount(platform, request.body, request.headers['user-agent'])
      reply.code(201)
      return answerSession(platform, request, reply, answer)
    },
  )

  app.post(
    '/auth/login',
    {
      config: { access: open, limit: { name: 'login', limit: 20, window_seconds: 60 } },
      schema: {
        tags,
        summary: 'Log in',
        description:
          'Where strangers have used up the attempts, the answer is 429 with `details.reason` = `proof_required`, and a ' +
          'code is on its way to the address: send it as `code`. Devices that have signed in before are not concerned.',
        requestHeaders: ['X-Msingi-Session'],
        body: schema.login,
        response: answers(200, schema.signedIn),
      },
    },
    async (request, reply) => {
      usesCookie(platform, request)
      const caller = { userAgent: request.headers['user-agent'], network: request.network }
      const answer = await logIn(platform, limits, request.body, caller)
      return answerSession(platform, request, reply, answer)
    },
  )

  app.post(
    '/auth/refresh',
    {
      config: { access: open, limit: { name: 'refresh', limit: 120, window_seconds: 60 } },
      schema: {
        tags,
        summary: 'Get new tokens',
        description:
          'A refresh token works once: using it again ends the session. A session in a cookie needs no body.',
        requestHeaders: ['X-Msingi-Session'],
        body: schema.refreshAccount,
        response: answers(200, schema.refreshedAccount),
      },
    },
    async (request, reply) => {
      if (usesCookie(platform, request)) {
        const answer = await refreshCookieSession(platform, refreshTokenOf(request))
        return answerSession(platform, request, reply, answer)
      }
      const { refresh_token } = request.body
      if (refresh_token === undefined) throw invalidInput('refresh_token is required.')
      return refreshSession(platform, refresh_token)
    },
  )

  app.post(
    '/auth/logout',
    {
      config: { access: { by: ['dashboard'], permission: 'self' } },
      schema: { tags, summary: 'Log out', requestHeaders: ['X-Msingi-Session'], response: answers(204) },
    },
    async (request, reply) => {
      const { account_id, session_id } = accountOf(request)
      clearCookie(platform, request, reply)
      await endSession(platform, account_id, session_id)
      return reply.code(204).send()
    },
  )

  meRoutes(app, platform, limits.attempts)
}
