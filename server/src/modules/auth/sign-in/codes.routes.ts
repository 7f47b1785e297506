// Routes of one-time codes: sign-in by phone, and password reset.

import { z } from 'zod'
import * as schema from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { sourceOf } from '#modules/auth/context/sources.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { requestOtp, verifyOtp } from './otp.ts'
import { confirmReset, requestReset } from './reset-password.ts'

/** codeRoutes registers the routes of one-time codes. */
export function codeRoutes(app: App, auth: Auth): void {
  const routes = section(app, {
    at: '/projects/:projectID/auth',
    tag: 'Project auth',
    group: 'auth',
    access: { by: ['api_key', 'project_user'], scope: 'auth' },
    params: projectParams,
  })

  routes.post(
    '/otp/request',
    {
      summary: 'Ask for a one-time code by SMS',
      body: schema.otpRequest,
      response: answers(200, schema.otpRequested),
      limit: { name: 'user-otp', of: 'address', limit: 60, window_seconds: 600 },
    },
    (request) => requestOtp(auth, projectOf(request), request.body.phone, sourceOf(request)),
  )

  routes.post(
    '/otp/verify',
    {
      summary: 'Sign in with a one-time code',
      conflicts: true,
      description: 'The first time this makes the user, if the project takes new ones.',
      body: schema.otpVerify,
      response: answers(200, schema.signedInOrChallenged),
      limit: { name: 'user-verify', of: 'address', limit: 120, window_seconds: 60 },
    },
    (request) => {
      const { actor, body } = request
      const caller = actor?.type === 'project_user' ? actor : undefined
      return verifyOtp(auth, projectOf(request), body, caller, sourceOf(request))
    },
  )

  routes.post(
    '/reset-password',
    {
      summary: 'Ask for a code to set a new password',
      description: 'The answer is the same whether or not there is such a user.',
      body: schema.resetRequest,
      response: answers(200, schema.resetRequested),
      limit: { name: 'user-reset', of: 'address', limit: 60, window_seconds: 600 },
    },
    (request) => requestReset(auth, projectOf(request), request.body.email, sourceOf(request)),
  )

  routes.post(
    '/reset-password/confirm',
    {
      summary: 'Set a new password with a code',
      description: 'Ends all sessions of the user.',
      body: schema.resetConfirm,
      response: answers(200, z.null()),
      limit: { name: 'user-confirm', of: 'address', limit: 120, window_seconds: 60 },
    },
    async (request) => {
      await confirmReset(auth, projectOf(request), request.body, sourceOf(request))
      return null
    },
  )
}
