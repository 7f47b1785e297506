// Routes that assign roles to users: /projects/{projectID}/users/{userID}/roles. Users cannot call them.
import { z } from 'zod'
import { userParams } from '#modules/auth/users/users.schema.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './roles.schema.ts'
import { grantRoles, listUserRoles, revokeRole } from './roles.ts'

const response = answers(200, z.array(schema.role))

/** userRoleRoutes registers the routes by which users get and lose roles. */
export function userRoleRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/users/:userID/roles',
    tag: 'Project roles',
    access: { by: ['dashboard', 'api_key'], scope: 'auth', secretOnly: true },
    params: userParams,
  })

  routes.get('', { summary: "List a user's roles", response }, (request) =>
    listUserRoles(platform, projectOf(request), request.params.userID),
  )

  routes.post('', { summary: 'Give a user a role', body: schema.roleGrant, response }, (request) =>
    grantRoles(platform, projectOf(request), request.params.userID, [request.body.role_id], 'add'),
  )

  routes.put('', { summary: "Set a user's roles", body: schema.roleGrants, response }, (request) =>
    grantRoles(platform, projectOf(request), request.params.userID, request.body.role_ids, 'replace'),
  )

  routes.delete(
    '/:roleID',
    { summary: 'Take a role from a user', params: schema.userRoleParams, response: answers(204) },
    (request) => {
      const { userID, roleID } = request.params
      return revokeRole(platform, projectOf(request), userID, roleID)
    },
  )
}
