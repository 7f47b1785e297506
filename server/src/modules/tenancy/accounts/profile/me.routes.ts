// Routes of the caller's own account: /me and its sessions.
import { z } from 'zod'
import * as schema from '#modules/tenancy/accounts/context/accounts.schema.ts'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { ownRequestOf } from '#modules/tenancy/accounts/context/own-request.ts'
import { presentAccount } from '#modules/tenancy/accounts/context/present-account.ts'
import { getAccount } from '#modules/tenancy/accounts/factors/confirm.ts'
import { confirm } from '#modules/tenancy/accounts/factors/factors.schema.ts'
import { endOtherSessions, listSessions, removeSession } from '#modules/tenancy/accounts/sessions/sessions.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { deleteOwnAccount } from './delete-account.ts'
import { accountUpdate } from './profile.schema.ts'
import { updateProfile } from './profile.ts'
import { requestVerification, verifyEmail } from './verify-email.ts'

const access = { by: ['dashboard'], permission: 'self' } as const

/** meRoutes registers the routes of the account that calls. */
export function meRoutes(app: App, accounts: Accounts): void {
  const { platform } = accounts

  const routes = section(app, { at: '/me', tag: 'Accounts', access })

  routes.get(
    '',
    {
      summary: 'Get your account',
      response: answers(200, schema.account),
      access: { ...access, accessTokens: true },
    },
    async (request) => {
      const { admin } = platform.clusters.main
      return presentAccount(admin, await getAccount(admin, accountOf(request).account_id))
    },
  )

  routes.patch(
    '',
    {
      summary: 'Change your account',
      description:
        'A new e-mail address or password needs the current password, or the second factor of an account that has one. ' +
        'A new address takes effect once it is confirmed with the code that is mailed to it; the old one is told.',
      body: accountUpdate,
      response: answers(200, schema.account),
    },
    async (request) => updateProfile(accounts, ownRequestOf(platform, request), request.body),
  )

  routes.delete(
    '',
    {
      summary: 'Delete your account',
      description:
        'Refused while you are the only owner of an organisation with projects or other members. Your personal ' +
        'organisation goes along.',
      body: confirm,
      conflicts: true,
      response: answers(204),
      limit: { name: 'delete-account', of: 'address', limit: 20, window_seconds: 60 },
    },
    (request) => deleteOwnAccount(accounts, ownRequestOf(platform, request), request.body),
  )

  routes.post(
    '/verify-email/request',
    {
      summary: 'Get another mail to confirm your address',
      description: 'To the new address if one waits for its confirmation. At most three an hour.',
      conflicts: true,
      response: answers(204),
    },
    (request) => requestVerification(accounts, ownRequestOf(platform, request)),
  )

  routes.post(
    '/verify-email',
    {
      summary: 'Confirm your address with the code from the mail',
      description: 'A new address takes the place of the old one with that.',
      body: schema.emailVerify,
      conflicts: true,
      response: answers(200, schema.account),
      limit: { name: 'verify-email', of: 'address', limit: 60, window_seconds: 60 },
    },
    async (request) => verifyEmail(accounts, ownRequestOf(platform, request), request.body.code),
  )

  routes.get(
    '/sessions',
    { summary: 'List your sessions', response: answers(200, z.array(schema.accountSession)) },
    (request) => listSessions(platform, accountOf(request)),
  )

  routes.delete('/sessions', { summary: 'End all your other sessions', response: answers(204) }, (request) =>
    endOtherSessions(platform, accountOf(request)),
  )

  routes.delete(
    '/sessions/:sessionID',
    { summary: 'End a session', params: schema.sessionParams, response: answers(204) },
    (request) => removeSession(platform, accountOf(request).account_id, request.params.sessionID),
  )
}
