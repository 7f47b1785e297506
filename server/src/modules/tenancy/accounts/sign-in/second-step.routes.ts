// Routes of the second step of a login, of passkeys in place of a password, and of forgotten passwords: /auth/….
import * as schema from '#modules/tenancy/accounts/context/accounts.schema.ts'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { relyingPartyOf } from '#modules/tenancy/accounts/context/relying-party.ts'
import { requestOptions } from '#modules/tenancy/accounts/passkeys/passkeys.schema.ts'
import { signInSourceOf } from '#modules/tenancy/accounts/sessions/sessions.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import { answerChallenge, writeChallengeOptions } from './challenge.ts'
import { logInWithPasskey, writeLoginOptions } from './passkey-login.ts'
import { confirmReset, requestReset } from './reset-password.ts'
import { answerSession } from './session-cookie.ts'
import { challengeAnswer, passkeyLogin, passkeyOptions } from './sign-in.schema.ts'

const limit = { name: 'second-step', of: 'address', limit: 60, window_seconds: 60 } as const

/** secondStepRoutes registers the routes of second factors at login, of passkeys, and of forgotten passwords. */
export function secondStepRoutes(app: App, accounts: Accounts): void {
  const { platform } = accounts
  const { config } = platform

  const routes = section(app, { at: '/auth', tag: 'Account safety', access: { by: [] } })

  routes.post(
    '/challenge',
    {
      summary: 'End a login with the second factor',
      description:
        'With `code` or `passkey`, within ten minutes. Ten wrong codes close it for an hour, but not for devices that ' +
        'have signed in before.',
      requestHeaders: ['X-Msingi-Session'],
      body: challengeAnswer,
      response: answers(200, schema.signedIn),
      limit,
    },
    (request, reply) => {
      const site = () => relyingPartyOf(config, request)
      return answerSession(platform, request, reply, () =>
        answerChallenge(accounts, request.body, signInSourceOf(request), site),
      )
    },
  )

  routes.post(
    '/passkeys/options',
    {
      summary: 'Begin to sign in with a passkey',
      description:
        'Answers the options for `navigator.credentials.get()`, valid for five minutes: for any passkey of this site, ' +
        'or with `mfa_token` for those of the account that is logging in.',
      body: passkeyOptions,
      response: answers(200, requestOptions),
      limit,
    },
    (request) => {
      const { mfa_token } = request.body
      if (mfa_token === undefined) return writeLoginOptions(platform, relyingPartyOf(config, request))
      return writeChallengeOptions(platform, mfa_token, () => relyingPartyOf(config, request))
    },
  )

  routes.post(
    '/passkeys/login',
    {
      summary: 'Log in with a passkey',
      description: 'In place of the password and the second factor.',
      requestHeaders: ['X-Msingi-Session'],
      body: passkeyLogin,
      response: answers(200, schema.signedIn),
      limit,
    },
    (request, reply) =>
      answerSession(platform, request, reply, async () =>
        logInWithPasskey(accounts, request.body, signInSourceOf(request), relyingPartyOf(config, request)),
      ),
  )

  routes.post(
    '/reset-password',
    {
      summary: 'Get a code by mail to set a new password',
      description: 'The answer is the same whether or not there is such an account.',
      body: schema.resetRequest,
      response: answers(200, schema.resetRequested),
      limit: { name: 'reset-password', of: 'address', limit: 20, window_seconds: 60 },
    },
    (request) => requestReset(accounts, request.body.email, request.network),
  )

  routes.post(
    '/reset-password/confirm',
    {
      summary: 'Set a new password with the code from the mail',
      description: 'Ends all sessions. A second factor stays, and the next login asks for it.',
      body: schema.resetConfirm,
      response: answers(204),
      limit: { name: 'reset-password', of: 'address', limit: 20, window_seconds: 60 },
    },
    (request) => confirmReset(accounts, request.body, request),
  )
}
