// Routes of project roles and permissions: /projects/{projectID}/roles, /permissions, /users/{id}/roles.
import { z } from 'zod'
import { projectParams } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { auditSourceOf } from '#platform/audit/audit.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { forceQuery } from '#platform/references/references.ts'
import * as schema from './roles.schema.ts'
import { listPermissions, listRoles } from './roles.store.ts'
import * as roles from './roles.ts'
import { userRoleRoutes } from './user-roles.routes.ts'

const tags = ['Project roles']
const access = { by: ['dashboard'], scope: 'auth' } as const

/** roleRoutes registers the routes of roles and permissions. */
export function roleRoutes(app: App, { platform }: Auth): void {
  app.get(
    '/projects/:projectID/roles',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List roles',
        params: projectParams,
        response: answers(200, z.array(schema.role)),
      },
    },
    (request) => listRoles(platform.clusters.of(projectOf(request)).admin, projectOf(request).id),
  )

  app.post(
    '/projects/:projectID/roles',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Create a role',
        params: projectParams,
        body: schema.roleCreate,
        response: answers(201, schema.role),
      },
    },
    async (request, reply) => {
      const role = await roles.createRole(platform, projectOf(request), request.body)
      reply.code(201)
      return role
    },
  )

  app.patch(
    '/projects/:projectID/roles/:roleID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change a role',
        params: schema.roleParams,
        body: schema.roleUpdate,
        response: answers(200, schema.role),
      },
    },
    (request) => roles.updateRole(platform, projectOf(request), request.params.roleID, request.body),
  )

  app.delete(
    '/projects/:projectID/roles/:roleID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Delete a role',
        description:
          'One that users have is a 409; `force=true` takes it from them. One that policies name is a 409 in either case: ' +
          'change the policies first, since they decide who sees what.',
        params: schema.roleParams,
        querystring: forceQuery,
        response: answers(204),
      },
    },
    async (request, reply) => {
      const source = auditSourceOf(request, platform.clock.now())
      await roles.removeRole(platform, source, request.params.roleID, request.query.force)
      return reply.code(204).send()
    },
  )

  app.get(
    '/projects/:projectID/permissions',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List permissions',
        params: projectParams,
        response: answers(200, z.array(schema.permission)),
      },
    },
    (request) => listPermissions(platform.clusters.of(projectOf(request)).admin, projectOf(request).id),
  )

  app.post(
    '/projects/:projectID/permissions',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Create a permission',
        description: 'A name that roles can carry; what it means is up to the project.',
        params: projectParams,
        body: schema.permissionCreate,
        response: answers(201, schema.permission),
      },
    },
    async (request, reply) => {
      const permission = await roles.createPermission(platform, projectOf(request), request.body)
      reply.code(201)
      return permission
    },
  )

  app.delete(
    '/projects/:projectID/permissions/:permissionID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Delete a permission',
        params: schema.permissionParams,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await roles.removePermission(platform, projectOf(request), request.params.permissionID)
      return reply.code(204).send()
    },
  )

  userRoleRoutes(app, platform)
}
