// Routes of mailed links: /projects/{projectID}/auth/verify-email and /auth/magic-link.

import * as schema from '#modules/auth/codes/links.schema.ts'
import { projectParams, signedInOrChallenged } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { sourceOf } from '#modules/auth/context/sources.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { requestMagicLink, verifyMagicLink } from './magic-link.ts'
import { requestVerification, verifyEmail } from './verify-email.ts'

const tags = ['Project auth']
const access = { by: ['api_key', 'project_user'], scope: 'auth' } as const
const limit = { name: 'user-link', limit: 60, window_seconds: 600 } as const
const proofLimit = { name: 'user-link-verify', limit: 120, window_seconds: 60 } as const

/** linkRoutes registers the routes of links by mail. */
export function linkRoutes(app: App, auth: Auth): void {
  app.post(
    '/projects/:projectID/auth/verify-email/request',
    {
      config: { access, limit },
      schema: {
        tags,
        summary: 'Ask for a link to confirm an e-mail address',
        description: 'The answer is the same whether or not there is such a user.',
        params: projectParams,
        body: schema.verificationRequest,
        response: answers(200, schema.linkRequested),
      },
    },
    (request) => requestVerification(auth, projectOf(request), request.body, sourceOf(request)),
  )

  app.post(
    '/projects/:projectID/auth/verify-email',
    {
      config: { access, limit: proofLimit },
      schema: {
        tags,
        summary: 'Confirm an e-mail address',
        description: 'Takes either `token`, or `email` and `code`. Signs nobody in.',
        params: projectParams,
        body: schema.linkProof,
        response: answers(200, schema.emailVerified),
      },
    },
    (request) => verifyEmail(auth, projectOf(request), request.body, sourceOf(request)),
  )

  app.post(
    '/projects/:projectID/auth/magic-link/request',
    {
      config: { access, limit },
      schema: {
        tags,
        summary: 'Ask for a link that signs in',
        description: 'The answer is the same whether or not there is such a user.',
        params: projectParams,
        body: schema.magicLinkRequest,
        response: answers(200, schema.linkRequested),
      },
    },
    (request) => requestMagicLink(auth, projectOf(request), request.body, sourceOf(request)),
  )

  app.post(
    '/projects/:projectID/auth/magic-link/verify',
    {
      config: { access, limit: proofLimit },
      schema: {
        tags,
        summary: 'Sign in with what came by mail',
        conflicts: true,
        description: 'Takes either `token`, or `email` and `code`. Each works once, for 15 minutes.',
        params: projectParams,
        body: schema.linkProof,
        response: answers(200, signedInOrChallenged),
      },
    },
    (request) => verifyMagicLink(auth, projectOf(request), request.body, sourceOf(request)),
  )
}
