// Routes that assign roles to users: /projects/{projectID}/users/{userID}/roles. Users cannot call them.
import { z } from 'zod'
import { userParams } from '#modules/auth/users/users.schema.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './roles.schema.ts'
import { grantRoles, listUserRoles, revokeRole } from './roles.ts'

const tags = ['Project roles']
const access = { by: ['dashboard', 'api_key'], scope: 'auth', secretOnly: true } as const
const response = answers(200, z.array(schema.role))

/** userRoleRoutes registers the routes by which users get and lose roles. */
export function userRoleRoutes(app: App, platform: Platform): void {
  app.get(
    '/projects/:projectID/users/:userID/roles',
    { config: { access }, schema: { tags, summary: "List a user's roles", params: userParams, response } },
    (request) => listUserRoles(platform, projectOf(request), request.params.userID),
  )

  app.post(
    '/projects/:projectID/users/:userID/roles',
    {
      config: { access },
      schema: { tags, summary: 'Give a user a role', params: userParams, body: schema.roleGrant, response },
    },
    (request) =>
      grantRoles(platform, projectOf(request), request.params.userID, [request.body.role_id], 'add'),
  )

  app.put(
    '/projects/:projectID/users/:userID/roles',
    {
      config: { access },
      schema: { tags, summary: "Set a user's roles", params: userParams, body: schema.roleGrants, response },
    },
    (request) =>
      grantRoles(platform, projectOf(request), request.params.userID, request.body.role_ids, 'replace'),
  )

  app.delete(
    '/projects/:projectID/users/:userID/roles/:roleID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Take a role from a user',
        params: schema.userRoleParams,
        response: answers(204),
      },
    },
    async (request, reply) => {
      const { userID, roleID } = request.params
      await revokeRole(platform, projectOf(request), userID, roleID)
      return reply.code(204).send()
    },
  )
}
