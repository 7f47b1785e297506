// Routes of a user's identities: /projects/{projectID}/auth/users/{userID}/identities.
import { z } from 'zod'
import { userParams } from '#modules/auth/users/users.schema.ts'
import { requireSelf } from '#modules/auth/users/users.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { listIdentities, removeIdentity } from './identities.ts'

const identity = z
  .object({
    id: z.uuid(),
    provider: z.string(),
    issuer: z.string(),
    subject: z.string().describe('Who the user is to the issuer.'),
    email: z.string().nullable(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime(),
  })
  .meta({ id: 'Identity' })

/** identityRoutes registers the routes of users' identities. */
export function identityRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/auth/users/:userID/identities',
    tag: 'Project users',
    group: 'auth',
    access: { by: ['dashboard', 'api_key', 'project_user'], scope: 'auth', secretOnly: true },
    params: userParams,
  })

  routes.get(
    '',
    {
      summary: "List a user's identities",
      description: 'Whom identity providers know the user as. Users see their own.',
      response: answers(200, z.array(identity)),
    },
    async (request) =>
      listIdentities(platform, projectOf(request), requireSelf(request.actor, request.params.userID)),
  )

  routes.delete(
    '/:identityID',
    {
      summary: 'Unlink an identity',
      description: 'Users cannot unlink their only way to sign in.',
      params: userParams.extend({ identityID: uuid }),
      response: answers(204),
    },
    (request) => {
      const { userID, identityID } = request.params
      const last = request.actor?.type === 'project_user' ? 'kept' : 'removed'
      const userId = requireSelf(request.actor, userID)
      return removeIdentity(platform, projectOf(request), userId, identityID, { last })
    },
  )
}
