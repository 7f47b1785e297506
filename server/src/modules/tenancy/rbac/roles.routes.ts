// Routes of roles of dashboard users: /rbac/roles. The organisation is in the body, the query or the role.
import { z } from 'zod'
import { notFound } from '#platform/errors/app-error.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './rbac.schema.ts'
import * as roles from './roles.ts'

const params = schema.roleParams

/** roleRoutes registers the routes of roles. */
export function roleRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/rbac/roles',
    tag: 'Roles and permissions',
    access: { by: ['dashboard'], scope: 'rbac' },
  })

  routes.get(
    '',
    {
      summary: 'List the roles of members',
      description: 'The built-in roles, and then those of the organisation.',
      query: schema.inOrganisation,
      response: answers(200, z.array(schema.role)),
    },
    (request) => roles.listRoles(platform, request.act, request.query.organisation_id),
  )

  routes.post(
    '',
    {
      summary: 'Create a role for members',
      description: 'You need all of its permissions yourself.',
      body: schema.roleCreate,
      response: answers(201, schema.role),
    },
    (request) => roles.createRole(platform, request.act, request.body),
  )

  routes.get(
    '/:roleID',
    { summary: 'Get a role of members', params, response: answers(200, schema.role) },
    (request) => roles.getRole(platform, request.act, request.params.roleID),
  )

  routes.patch(
    '/:roleID',
    {
      summary: 'Change a role of members',
      description: 'It applies at once. You need all of its permissions yourself, old and new.',
      params,
      body: schema.roleUpdate,
      response: answers(200, schema.role),
    },
    (request) => roles.updateRole(platform, request.act, request.params.roleID, () => request.body),
  )

  routes.delete(
    '/:roleID',
    {
      summary: 'Delete a role of members',
      description: 'Members who have it lose it at once.',
      params,
      response: answers(204),
    },
    (request) => roles.removeRole(platform, request.act, request.params.roleID),
  )

  routes.post(
    '/:roleID/permissions',
    {
      summary: 'Add permissions to a role of members',
      params,
      body: schema.rolePermissions,
      response: answers(200, schema.role),
    },
    (request) =>
      roles.updateRole(platform, request.act, request.params.roleID, ({ permissions }) => ({
        permissions: [...permissions, ...request.body.permissions],
      })),
  )

  routes.delete(
    '/:roleID/permissions/:permission',
    {
      summary: 'Remove a permission from a role of members',
      params: schema.rolePermissionParams,
      response: answers(200, schema.role),
    },
    (request) => {
      const { roleID, permission } = request.params
      return roles.updateRole(platform, request.act, roleID, ({ permissions }) => {
        if (!permissions.includes(permission)) throw notFound('The permission of the role')
        return { permissions: permissions.filter((one) => one !== permission) }
      })
    },
  )
}
