// Routes of the account's passkeys: /me/passkeys. Signing in with one is in sign-in/.
import { z } from 'zod'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { ownRequestOf } from '#modules/tenancy/accounts/context/own-request.ts'
import * as passkeys from '#modules/tenancy/accounts/passkeys/passkeys.schema.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import * as schema from './factors.schema.ts'
import {
  beginPasskey,
  createPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  writeConfirmOptions,
} from './own-passkeys.ts'

const access = { by: ['dashboard'], permission: 'self' } as const
const limit = { name: 'account-factor', of: 'address', limit: 60, window_seconds: 60 } as const
const config = { access, limit } as const

/** passkeyRoutes registers the routes of the account's passkeys. */
export function passkeyRoutes(app: App, accounts: Accounts): void {
  const { platform } = accounts

  const routes = section(app, { at: '/me/passkeys', tag: 'Account safety', access })

  routes.get(
    '',
    { summary: 'List your passkeys', response: answers(200, z.array(passkeys.passkey)) },
    (request) => listPasskeys(platform, accountOf(request).account_id),
  )

  routes.post(
    '/options',
    {
      summary: 'Begin to create a passkey',
      description: 'Answers the options for `navigator.credentials.create()`, valid for five minutes.',
      body: schema.confirm,
      conflicts: true,
      response: answers(200, passkeys.creationOptions),
      ...config,
      audit: false,
    },
    (request) => beginPasskey(accounts, ownRequestOf(platform, request), request.body),
  )

  routes.post(
    '',
    {
      summary: 'Create a passkey',
      description: 'Ends all other sessions. From now on a login with the password takes a second factor.',
      body: schema.passkeyCreate,
      conflicts: true,
      response: answers(201, schema.passkeyCreated),
      ...config,
    },
    (request) => createPasskey(accounts, ownRequestOf(platform, request), request.body),
  )

  routes.post(
    '/confirm-options',
    {
      summary: 'Begin to confirm a change with a passkey',
      description: 'Answers the options for `navigator.credentials.get()`, valid for five minutes.',
      response: answers(200, passkeys.requestOptions),
      ...config,
      audit: false,
    },
    (request) => writeConfirmOptions(platform, ownRequestOf(platform, request)),
  )

  routes.patch(
    '/:passkeyID',
    {
      summary: 'Rename a passkey',
      params: schema.passkeyParams,
      body: schema.passkeyUpdate,
      response: answers(200, passkeys.passkey),
    },
    (request) => {
      const { params, body } = request
      return renamePasskey(platform, ownRequestOf(platform, request), params.passkeyID, body.name)
    },
  )

  routes.delete(
    '/:passkeyID',
    {
      summary: 'Remove a passkey',
      params: schema.passkeyParams,
      body: schema.confirm,
      response: answers(204),
      ...config,
    },
    (request) => {
      const { params, body } = request
      return removePasskey(accounts, ownRequestOf(platform, request), params.passkeyID, body)
    },
  )
}
