// Routes to register, log in and log out: /auth/…. Routes of the account itself are in profile/.
import * as schema from '#modules/tenancy/accounts/context/accounts.schema.ts'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { endSession, refreshSession, signInSourceOf } from '#modules/tenancy/accounts/sessions/sessions.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { REUSE } from '#platform/sessions/tokens.ts'
import { logIn } from './login.ts'
import { registerAccount } from './registration.ts'
import { answerSession, clearCookie, refreshTokenOf } from './session-cookie.ts'

const open = { by: [] } as const

/** signInRoutes registers the routes of signing in with a password. */
export function signInRoutes(app: App, accounts: Accounts): void {
  const { platform } = accounts

  const routes = section(app, { at: '/auth', tag: 'Accounts', access: open })

  routes.post(
    '/register',
    {
      summary: 'Register',
      description: 'Makes an account and its personal organisation. In production only with an invitation.',
      requestHeaders: ['X-Msingi-Session'],
      body: schema.register,
      response: answers(201, schema.signedIn),
      limit: { name: 'register', of: 'address', limit: 20, window_seconds: 3600 },
    },
    (request, reply) =>
      answerSession(platform, request, reply, async () => {
        const answer = await registerAccount(accounts, request.body, signInSourceOf(request))
        return answer
      }),
  )

  routes.post(
    '/login',
    {
      summary: 'Log in',
      description:
        'An account with a second factor gets `mfa_required`: go on with POST /auth/challenge. ' +
        'Where strangers have used up the attempts, a new device gets 429 with `details.reason` = `proof_required` and ' +
        'a code by mail: send it as `code`.',
      requestHeaders: ['X-Msingi-Session'],
      body: schema.login,
      response: answers(200, schema.signedInOrChallenged),
      limit: { name: 'login', of: 'address', limit: 20, window_seconds: 60 },
    },
    (request, reply) =>
      answerSession(platform, request, reply, () => logIn(accounts, request.body, signInSourceOf(request))),
  )

  routes.post(
    '/refresh',
    {
      summary: 'Get new tokens',
      description: `${REUSE} A session in a cookie needs no body.`,
      requestHeaders: ['X-Msingi-Session'],
      body: schema.refreshAccount,
      response: answers(200, schema.refreshedAccount),
      limit: { name: 'refresh', of: 'address', limit: 120, window_seconds: 60 },
    },
    (request, reply) =>
      answerSession(platform, request, reply, async (inCookie) => {
        const refresh_token = inCookie ? refreshTokenOf(request) : request.body.refresh_token
        if (refresh_token === undefined) throw invalidInput('refresh_token is required.')
        return refreshSession(platform, refresh_token, request.address)
      }),
  )

  routes.post(
    '/logout',
    {
      summary: 'Log out',
      requestHeaders: ['X-Msingi-Session'],
      response: answers(204),
      access: { by: ['dashboard'], permission: 'self' },
    },
    (request, reply) => {
      const { account_id, session_id } = accountOf(request)
      clearCookie(platform, request, reply)
      return endSession(platform, account_id, session_id)
    },
  )
}
