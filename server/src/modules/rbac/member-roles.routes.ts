// Routes by which members get and lose roles: /rbac/users/{userID}/roles.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerOf } from '#platform/audit/caller.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { Platform } from '#platform/platform.ts'
import { grantRole, listMemberRoles, revokeRole } from './member-roles.ts'
import * as schema from './rbac.schema.ts'

const tags = ['Roles and permissions']
const access = { by: ['dashboard'], scope: 'rbac' } as const
const response = answers(200, z.array(schema.role))

/** memberRoleRoutes registers the routes of members' roles. */
export function memberRoleRoutes(app: App, platform: Platform): void {
  const of = (request: FastifyRequest) => callerOf(request, platform.clock.now())

  app.get(
    '/rbac/users/:userID/roles',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the roles of a member',
        description: '`userID` is the id of the account. Everybody sees their own roles.',
        params: schema.userParams,
        querystring: schema.inOrganisation,
        response,
      },
    },
    (request) => listMemberRoles(platform, of(request), request.params.userID, request.query.organisation_id),
  )

  app.post(
    '/rbac/users/:userID/roles',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Give a member a role',
        description:
          'Own roles add up; a built-in role takes the place of another. You need all permissions of the role yourself.',
        params: schema.userParams,
        body: schema.roleGrant,
        response,
      },
    },
    (request) => grantRole(platform, of(request), { userId: request.params.userID, ...request.body }),
  )

  app.delete(
    '/rbac/users/:userID/roles/:roleID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Take a role from a member',
        description: 'The last owner of an organisation stays one (409). The answer is what is left.',
        params: schema.userRoleParams,
        querystring: schema.inOrganisation,
        response,
      },
    },
    (request) => {
      const { userID, roleID } = request.params
      const { organisation_id } = request.query
      return revokeRole(platform, of(request), { userId: userID, role_id: roleID, organisation_id })
    },
  )
}
