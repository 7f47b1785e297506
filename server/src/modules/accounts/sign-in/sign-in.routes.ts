// Routes to register, log in and log out: /auth/…. Routes of the account itself are in profile/.
import * as schema from '#modules/accounts/context/accounts.schema.ts'
import type { Accounts } from '#modules/accounts/context/accounts.ts'
import { endSession, refreshSession, signInSourceOf } from '#modules/accounts/sessions/sessions.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import { REUSE } from '#platform/sessions/tokens.ts'
import { logIn } from './login.ts'
import { registerAccount } from './registration.ts'
import { answerSession, clearCookie, refreshTokenOf } from './session-cookie.ts'

const tags = ['Accounts']
const open = { by: [] } as const

/** signInRoutes registers the routes of signing in with a password. */
export function signInRoutes(app: App, accounts: Accounts): void {
  const { platform } = accounts

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
    (request, reply) =>
      answerSession(platform, request, reply, async () => {
        const answer = await registerAccount(accounts, request.body, signInSourceOf(request))
        reply.code(201)
        return answer
      }),
  )

  app.post(
    '/auth/login',
    {
      config: { access: open, limit: { name: 'login', limit: 20, window_seconds: 60 } },
      schema: {
        tags,
        summary: 'Log in',
        description:
          'An account with a second factor gets `mfa_required`: go on with POST /auth/challenge. ' +
          'Where strangers have used up the attempts, a new device gets 429 with `details.reason` = `proof_required` and ' +
          'a code by mail: send it as `code`.',
        requestHeaders: ['X-Msingi-Session'],
        body: schema.login,
        response: answers(200, schema.signedInOrChallenged),
      },
    },
    (request, reply) =>
      answerSession(platform, request, reply, () => logIn(accounts, request.body, signInSourceOf(request))),
  )

  app.post(
    '/auth/refresh',
    {
      config: { access: open, limit: { name: 'refresh', limit: 120, window_seconds: 60 } },
      schema: {
        tags,
        summary: 'Get new tokens',
        description: `${REUSE} A session in a cookie needs no body.`,
        requestHeaders: ['X-Msingi-Session'],
        body: schema.refreshAccount,
        response: answers(200, schema.refreshedAccount),
      },
    },
    (request, reply) =>
      answerSession(platform, request, reply, async (inCookie) => {
        const refresh_token = inCookie ? refreshTokenOf(request) : request.body.refresh_token
        if (refresh_token === undefined) throw invalidInput('refresh_token is required.')
        return refreshSession(platform, refresh_token, request.address)
      }),
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
}
