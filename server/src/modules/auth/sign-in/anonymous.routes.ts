// Routes of anonymous users: /projects/{projectID}/auth/anonymous and /auth/upgrade.

import * as schema from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf, userOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { signInAnonymously, upgradeUser } from './anonymous.ts'

/** anonymousRoutes registers the routes of anonymous users. */
export function anonymousRoutes(app: App, auth: Auth): void {
  const routes = section(app, {
    at: '/projects/:projectID/auth',
    tag: 'Project auth',
    group: 'auth',
    access: { by: ['api_key'], scope: 'auth' },
    params: projectParams,
  })

  routes.post(
    '/anonymous',
    {
      summary: 'Sign in without an account',
      description: 'Makes a user whom only these tokens can sign in, until `/auth/upgrade`.',
      body: schema.anonymous,
      response: answers(201, schema.signedIn),
      // Each makes a row, and nothing else stands in the way of making millions.
      limit: { name: 'user-anonymous', of: 'address', limit: 30, window_seconds: 3600 },
    },
    (request) => {
      const { body, headers } = request
      return signInAnonymously(auth, projectOf(request), body, headers['user-agent'])
    },
  )

  routes.post(
    '/upgrade',
    {
      summary: 'Turn an anonymous user into a full one',
      conflicts: true,
      description: 'The id, the rows and the session stay. The access token says so after the next refresh.',
      body: schema.upgrade,
      response: answers(200, schema.upgraded),
      access: { by: ['project_user'] },
      limit: { name: 'user-upgrade', of: 'address', limit: 60, window_seconds: 60 },
    },
    (request) => upgradeUser(auth, projectOf(request), userOf(request), request.body),
  )
}
