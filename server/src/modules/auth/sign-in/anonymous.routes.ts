// Routes of anonymous users: /projects/{projectID}/auth/anonymous and /auth/upgrade.

import * as schema from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf, userOf } from '#platform/http/routes/request.ts'
import { signInAnonymously, upgradeUser } from './anonymous.ts'

const tags = ['Project auth']

/** anonymousRoutes registers the routes of anonymous users. */
export function anonymousRoutes(app: App, auth: Auth): void {
  app.post(
    '/projects/:projectID/auth/anonymous',
    {
      config: {
        access: { by: ['api_key'], scope: 'auth' },
        // Each makes a row, and nothing else stands in the way of making millions.
        limit: { name: 'user-anonymous', limit: 30, window_seconds: 3600 },
      },
      schema: {
        tags,
        summary: 'Sign in without an account',
        description: 'Makes a user whom only these tokens can sign in, until `/auth/upgrade`.',
        params: schema.projectParams,
        body: schema.anonymous,
        response: answers(201, schema.signedIn),
      },
    },
    async (request, reply) => {
      const { body, headers } = request
      const answer = await signInAnonymously(auth, projectOf(request), body, headers['user-agent'])
      reply.code(201)
      return answer
    },
  )

  app.post(
    '/projects/:projectID/auth/upgrade',
    {
      config: {
        access: { by: ['project_user'] },
        limit: { name: 'user-upgrade', limit: 60, window_seconds: 60 },
      },
      schema: {
        tags,
        summary: 'Turn an anonymous user into a full one',
        conflicts: true,
        description:
          'The id, the rows and the session stay. The access token says so after the next refresh.',
        params: schema.projectParams,
        body: schema.upgrade,
        response: answers(200, schema.upgraded),
      },
    },
    (request) => upgradeUser(auth, projectOf(request), userOf(request), request.body),
  )
}
