// Routes of mailed links: /projects/{projectID}/auth/verify-email and /auth/magic-link.

import * as schema from '#modules/auth/codes/links.schema.ts'
import { signedInOrChallenged } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { sourceOf } from '#modules/auth/context/sources.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { requestMagicLink, verifyMagicLink } from './magic-link.ts'
import { requestVerification, verifyEmail } from './verify-email.ts'

const limit = { name: 'user-link', of: 'address', limit: 60, window_seconds: 600 } as const
const proofLimit = { name: 'user-link-verify', of: 'address', limit: 120, window_seconds: 60 } as const

/** linkRoutes registers the routes of links by mail. */
export function linkRoutes(app: App, auth: Auth): void {
  const routes = section(app, {
    at: '/projects/:projectID/auth',
    tag: 'Project auth',
    group: 'auth',
    access: { by: ['api_key', 'project_user'], scope: 'auth' },
    params: projectParams,
  })

  routes.post(
    '/verify-email/request',
    {
      summary: 'Ask for a link to confirm an e-mail address',
      description: 'The answer is the same whether or not there is such a user.',
      body: schema.verificationRequest,
      response: answers(200, schema.linkRequested),
      limit,
    },
    (request) => requestVerification(auth, projectOf(request), request.body, sourceOf(request)),
  )

  routes.post(
    '/verify-email',
    {
      summary: 'Confirm an e-mail address',
      description: 'Takes either `token`, or `email` and `code`. Signs nobody in.',
      body: schema.linkProof,
      response: answers(200, schema.emailVerified),
      limit: proofLimit,
    },
    (request) => verifyEmail(auth, projectOf(request), request.body, sourceOf(request)),
  )

  routes.post(
    '/magic-link/request',
    {
      summary: 'Ask for a link that signs in',
      description: 'The answer is the same whether or not there is such a user.',
      body: schema.magicLinkRequest,
      response: answers(200, schema.linkRequested),
      limit,
    },
    (request) => requestMagicLink(auth, projectOf(request), request.body, sourceOf(request)),
  )

  routes.post(
    '/magic-link/verify',
    {
      summary: 'Sign in with what came by mail',
      conflicts: true,
      description: 'Takes either `token`, or `email` and `code`. Each works once, for 15 minutes.',
      body: schema.linkProof,
      response: answers(200, signedInOrChallenged),
      limit: proofLimit,
    },
    (request) => verifyMagicLink(auth, projectOf(request), request.body, sourceOf(request)),
  )
}
