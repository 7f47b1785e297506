// Routes of roles of dashboard users: /rbac/roles. The organisation is in the body, the query or the role.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerOf } from '#platform/audit/caller.ts'
import { notFound } from '#platform/errors/app-error.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './rbac.schema.ts'
import * as roles from './roles.ts'

const tags = ['Roles and permissions']
const access = { by: ['dashboard'], scope: 'rbac' } as const
const params = schema.roleParams

/** roleRoutes registers the routes of roles. */
export function roleRoutes(app: App, platform: Platform): void {
  const of = (request: FastifyRequest) => callerOf(request, platform.clock.now())

  app.get(
    '/rbac/roles',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the roles of members',
        description: 'The built-in roles, and then those of the organisation.',
        querystring: schema.inOrganisation,
        response: answers(200, z.array(schema.role)),
      },
    },
    (request) => roles.listRoles(platform, of(request), request.query.organisation_id),
  )

  app.post(
    '/rbac/roles',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Create a role for members',
        description: 'You need all of its permissions yourself.',
        body: schema.roleCreate,
        response: answers(201, schema.role),
      },
    },
    async (request, reply) => {
      const role = await roles.createRole(platform, of(request), request.body)
      reply.code(201)
      return role
    },
  )

  app.get(
    '/rbac/roles/:roleID',
    {
      config: { access },
      schema: { tags, summary: 'Get a role of members', params, response: answers(200, schema.role) },
    },
    (request) => roles.getRole(platform, of(request), request.params.roleID),
  )

  app.patch(
    '/rbac/roles/:roleID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change a role of members',
        description: 'It applies at once. You need all of its permissions yourself, old and new.',
        params,
        body: schema.roleUpdate,
        response: answers(200, schema.role),
      },
    },
    (request) => roles.updateRole(platform, of(request), request.params.roleID, () => request.body),
  )

  app.delete(
    '/rbac/roles/:roleID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Delete a role of members',
        description: 'Members who have it lose it at once.',
        params,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await roles.removeRole(platform, of(request), request.params.roleID)
      return reply.code(204).send()
    },
  )

  app.post(
    '/rbac/roles/:roleID/permissions',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Add permissions to a role of members',
        params,
        body: schema.rolePermissions,
        response: answers(200, schema.role),
      },
    },
    (request) =>
      roles.updateRole(platform, of(request), request.params.roleID, ({ permissions }) => ({
        permissions: [...permissions, ...request.body.permissions],
      })),
  )

  app.delete(
    '/rbac/roles/:roleID/permissions/:permission',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Remove a permission from a role of members',
        params: schema.rolePermissionParams,
        response: answers(200, schema.role),
      },
    },
    (request) => {
      const { roleID, permission } = request.params
      return roles.updateRole(platform, of(request), roleID, ({ permissions }) => {
        if (!permissions.includes(permission)) throw notFound('The permission of the role')
        return { permissions: permissions.filter((one) => one !== permission) }
      })
    },
  )
}
