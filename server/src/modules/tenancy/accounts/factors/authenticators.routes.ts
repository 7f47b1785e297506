// Routes of authenticators and recovery codes: /me/factors and /me/recovery-codes.
import { z } from 'zod'
import type { Accounts } from '#modules/tenancy/accounts/context/accounts.ts'
import { ownRequestOf } from '#modules/tenancy/accounts/context/own-request.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import * as factors from '#platform/second-factors/factors.schema.ts'
import {
  activateAuthenticator,
  enrolAuthenticator,
  listAuthenticators,
  removeAuthenticator,
} from './authenticators.ts'
import * as schema from './factors.schema.ts'
import { countCodes, renewCodes } from './recovery-codes.ts'

const access = { by: ['dashboard'], permission: 'self' } as const
const limit = { name: 'account-factor', of: 'address', limit: 60, window_seconds: 60 } as const
const config = { access, limit } as const

/** authenticatorRoutes registers the routes of authenticators and recovery codes. */
export function authenticatorRoutes(app: App, accounts: Accounts): void {
  const { platform } = accounts

  const routes = section(app, { at: '/me', tag: 'Account safety', access })

  routes.get(
    '/factors',
    { summary: 'List your authenticators', response: answers(200, z.array(factors.factor)) },
    (request) => listAuthenticators(platform, accountOf(request).account_id),
  )

  routes.post(
    '/factors',
    {
      summary: 'Enrol an authenticator app',
      description: 'It counts once it is activated; another that was not is forgotten.',
      body: schema.factorEnrol,
      conflicts: true,
      response: answers(201, factors.factorEnrolled),
      ...config,
    },
    (request) => enrolAuthenticator(accounts, ownRequestOf(platform, request), request.body),
  )

  routes.post(
    '/factors/:factorID/activate',
    {
      summary: 'Activate an authenticator with its first code',
      description: 'Ends all other sessions. From now on logging in takes a second factor.',
      params: schema.factorParams,
      body: factors.factorActivate,
      conflicts: true,
      response: answers(200, factors.factorActivated),
      ...config,
    },
    (request) => {
      const { params, body } = request
      return activateAuthenticator(accounts, ownRequestOf(platform, request), params.factorID, body.code)
    },
  )

  routes.delete(
    '/factors/:factorID',
    {
      summary: 'Remove an authenticator',
      params: schema.factorParams,
      body: schema.confirm,
      response: answers(204),
      ...config,
    },
    (request) => {
      const { params, body } = request
      return removeAuthenticator(accounts, ownRequestOf(platform, request), params.factorID, body)
    },
  )

  routes.get(
    '/recovery-codes',
    { summary: 'Count your recovery codes', response: answers(200, schema.recoveryCodesLeft) },
    (request) => countCodes(platform, accountOf(request).account_id),
  )

  routes.post(
    '/recovery-codes',
    {
      summary: 'Get new recovery codes in place of the old ones',
      body: schema.confirm,
      conflicts: true,
      response: answers(200, factors.recoveryCodes),
      ...config,
    },
    (request) => renewCodes(accounts, ownRequestOf(platform, request), request.body),
  )
}
