// Routes to sign up, sign in and sign out as a project user: /projects/{projectID}/auth/….

import * as schema from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { sourceOf } from '#modules/auth/context/sources.ts'
import { factorRoutes } from '#modules/auth/factors/factors.routes.ts'
import { managedUserRoutes } from '#modules/auth/managed-users/managed-users.routes.ts'
import { templateRoutes } from '#modules/auth/messages/message-templates.routes.ts'
import { identityRoutes } from '#modules/auth/providers/identities.routes.ts'
import { providerSignInRoutes } from '#modules/auth/providers/provider-signin.routes.ts'
import { providerRoutes } from '#modules/auth/providers/providers.routes.ts'
import { roleRoutes } from '#modules/auth/roles/roles.routes.ts'
import { endSession, refreshSession } from '#modules/auth/sessions/sessions.ts'
import { hookRoutes } from '#modules/auth/settings/hooks.routes.ts'
import { settingsRoutes } from '#modules/auth/settings/settings.routes.ts'
import { anonymousRoutes } from '#modules/auth/sign-in/anonymous.routes.ts'
import { codeRoutes } from '#modules/auth/sign-in/codes.routes.ts'
import { linkRoutes } from '#modules/auth/sign-in/links.routes.ts'
import { signIn } from '#modules/auth/sign-in/signin.ts'
import { signUp } from '#modules/auth/sign-in/signup.ts'
import { userRoutes } from '#modules/auth/users/users.routes.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf, userOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { REUSE, refresh, refreshed } from '#platform/sessions/tokens.ts'

/** authRoutes registers all routes of project auth. */
export function authRoutes(app: App, auth: Auth): void {
  const routes = section(app, {
    at: '/projects/:projectID/auth',
    tag: 'Project auth',
    group: 'auth',
    access: { by: ['api_key', 'project_user'], scope: 'auth' },
    params: projectParams,
  })

  routes.post(
    '/signup',
    {
      summary: 'Sign up',
      description:
        'Without tokens where the project wants the address confirmed first; a link is on its way.',
      body: schema.signup,
      response: answers(201, schema.signedUp),
      limit: { name: 'user-signup', of: 'address', limit: 60, window_seconds: 60 },
    },
    (request) => signUp(auth, projectOf(request), request.body, sourceOf(request)),
  )

  routes.post(
    '/signin',
    {
      summary: 'Sign in with e-mail address and password',
      description:
        'Where strangers have used up the attempts, a new device gets 429 with `details.reason` = `proof_required` and ' +
        'a code by mail: send it as `code`.',
      body: schema.signin,
      response: answers(200, schema.signedInOrChallenged),
      limit: { name: 'user-signin', of: 'address', limit: 120, window_seconds: 60 },
    },
    (request) => signIn(auth, projectOf(request), request.body, sourceOf(request)),
  )

  routes.post(
    '/refresh',
    {
      summary: 'Get new tokens',
      description: REUSE,
      body: refresh,
      response: answers(200, refreshed),
      limit: { name: 'user-refresh', of: 'address', limit: 600, window_seconds: 60 },
    },
    (request) => refreshSession(auth, projectOf(request), request.body.refresh_token),
  )

  routes.post(
    '/logout',
    { summary: 'Sign out', response: answers(204), access: { by: ['project_user'] } },
    (request) => endSession(auth.platform, projectOf(request), userOf(request).session_id),
  )

  anonymousRoutes(app, auth)
  codeRoutes(app, auth)
  linkRoutes(app, auth)
  factorRoutes(app, auth)
  managedUserRoutes(app, auth)
  userRoutes(app, auth)
  settingsRoutes(app, auth)
  hookRoutes(app, auth)
  templateRoutes(app, auth.platform)
  roleRoutes(app, auth)
  providerRoutes(app, auth.platform)
  providerSignInRoutes(app, auth)
  identityRoutes(app, auth.platform)
}
