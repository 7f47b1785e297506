// Routes of second factors: /projects/{projectID}/auth/factors, and for managers /auth/users/{userID}/factors.

import { z } from 'zod'
import * as auths from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { sourceOf } from '#modules/auth/context/sources.ts'
import { userParams } from '#modules/auth/users/users.schema.ts'
import { getUser } from '#modules/auth/users/users.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf, userOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import * as factors from '#platform/second-factors/factors.schema.ts'
import * as schema from './factors.schema.ts'
import {
  activateFactor,
  enrolFactor,
  listFactors,
  removeFactor,
  removeOwnFactor,
  renewRecoveryCodes,
} from './factors.ts'
import { verifyFactor } from './verify-factor.ts'

const users = { by: ['project_user'] } as const
const managers = { by: ['dashboard', 'api_key'], scope: 'auth', secretOnly: true } as const
const limit = { name: 'user-factor', of: 'address', limit: 120, window_seconds: 60 } as const

/** factorRoutes registers the routes of second factors. */
export function factorRoutes(app: App, auth: Auth): void {
  const { platform } = auth

  const routes = section(app, {
    at: '/projects/:projectID/auth',
    tag: 'Second factors',
    group: 'auth',
    access: users,
    params: projectParams,
  })

  routes.get(
    '/factors',
    { summary: 'List your second factors', response: answers(200, z.array(factors.factor)) },
    (request) => listFactors(platform, projectOf(request), userOf(request).user_id),
  )

  routes.post(
    '/factors',
    {
      summary: 'Enrol an authenticator app',
      description: 'It counts once it is activated; another that was not is forgotten.',
      body: schema.factorEnrol,
      response: answers(201, factors.factorEnrolled),
      limit,
    },
    (request) => enrolFactor(auth, projectOf(request), userOf(request), request.body),
  )

  routes.post(
    '/factors/:factorID/activate',
    {
      summary: 'Activate an authenticator with its first code',
      conflicts: true,
      description: 'Ends all other sessions. From now on signing in takes a code.',
      params: schema.factorParams,
      body: factors.factorActivate,
      response: answers(200, factors.factorActivated),
      limit,
    },
    (request) => {
      const { params, body } = request
      return activateFactor(auth, projectOf(request), userOf(request), params.factorID, body)
    },
  )

  routes.delete(
    '/factors/:factorID',
    {
      summary: 'Give a second factor up',
      params: schema.factorParams,
      body: schema.factorRemove,
      response: answers(204),
      limit,
    },
    (request) => {
      const { params, body } = request
      return removeOwnFactor(auth, projectOf(request), userOf(request), params.factorID, body.code)
    },
  )

  routes.post(
    '/factors/recovery-codes',
    {
      summary: 'Get new recovery codes in place of the old ones',
      body: schema.factorCode,
      response: answers(200, factors.recoveryCodes),
      limit,
    },
    (request) => renewRecoveryCodes(auth, projectOf(request), userOf(request), request.body.code),
  )

  routes.post(
    '/factors/verify',
    {
      summary: 'End a sign-in with a code of the second factor',
      description:
        'Where signing in has answered `mfa_required`. Ten wrong codes close it for an hour, but not for devices that ' +
        'have signed in before, nor for those who begin with a link by mail.',
      body: schema.factorVerify,
      response: answers(200, auths.signedIn),
      access: { by: ['api_key', 'project_user'], scope: 'auth' },
      limit,
    },
    (request) => verifyFactor(auth, projectOf(request), request.body, sourceOf(request)),
  )

  routes.get(
    '/users/:userID/factors',
    {
      summary: "List a user's second factors",
      params: userParams,
      response: answers(200, z.array(factors.factor)),
      access: managers,
    },
    async (request) => {
      const { id } = await getUser(platform, projectOf(request), request.params.userID)
      return listFactors(platform, projectOf(request), id)
    },
  )

  routes.delete(
    '/users/:userID/factors/:factorID',
    {
      summary: 'Take a second factor from a user',
      description: 'For users who have lost both their authenticator and their recovery codes.',
      params: schema.userFactorParams,
      response: answers(204),
      access: managers,
    },
    (request) => {
      const { userID, factorID } = request.params
      return removeFactor(platform, projectOf(request), userID, factorID)
    },
  )
}
