// Routes by which members get and lose roles: /rbac/users/{userID}/roles.
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import { grantRole, listMemberRoles, revokeRole } from './member-roles.ts'
import * as schema from './rbac.schema.ts'

const response = answers(200, z.array(schema.role))

/** memberRoleRoutes registers the routes of members' roles. */
export function memberRoleRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/rbac/users/:userID/roles',
    tag: 'Roles and permissions',
    access: { by: ['dashboard'], scope: 'rbac' },
    params: schema.userParams,
  })

  routes.get(
    '',
    {
      summary: 'List the roles of a member',
      description: '`userID` is the id of the account. Everybody sees their own roles.',
      query: schema.inOrganisation,
      response,
    },
    (request) => listMemberRoles(platform, request.act, request.params.userID, request.query.organisation_id),
  )

  routes.post(
    '',
    {
      summary: 'Give a member a role',
      description:
        'Own roles add up; a built-in role takes the place of another. You need all permissions of the role yourself.',
      body: schema.roleGrant,
      response,
    },
    (request) => grantRole(platform, request.act, { userId: request.params.userID, ...request.body }),
  )

  routes.delete(
    '/:roleID',
    {
      summary: 'Take a role from a member',
      description: 'The last owner of an organisation stays one (409). The answer is what is left.',
      params: schema.userRoleParams,
      query: schema.inOrganisation,
      response,
    },
    (request) => {
      const { userID, roleID } = request.params
      const { organisation_id } = request.query
      return revokeRole(platform, request.act, { userId: userID, role_id: roleID, organisation_id })
    },
  )
}
