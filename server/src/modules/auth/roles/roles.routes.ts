// Routes of project roles and permissions: /projects/{projectID}/roles, /permissions, /users/{id}/roles.

import { z } from 'zod'
import type { Auth } from '#modules/auth/context/auth.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { forceQuery } from '#platform/references/references.ts'
import * as schema from './roles.schema.ts'
import { listPermissions, listRoles } from './roles.store.ts'
import * as roles from './roles.ts'
import { userRoleRoutes } from './user-roles.routes.ts'

/** roleRoutes registers the routes of roles and permissions. */
export function roleRoutes(app: App, { platform }: Auth): void {
  const routes = section(app, {
    at: '/projects/:projectID',
    tag: 'Project roles',
    access: { by: ['dashboard'], scope: 'auth' },
    params: projectParams,
  })

  routes.get('/roles', { summary: 'List roles', response: answers(200, z.array(schema.role)) }, (request) =>
    listRoles(platform.clusters.of(projectOf(request)).admin, projectOf(request).id),
  )

  routes.post(
    '/roles',
    { summary: 'Create a role', body: schema.roleCreate, response: answers(201, schema.role) },
    (request) => roles.createRole(platform, projectOf(request), request.body),
  )

  routes.patch(
    '/roles/:roleID',
    {
      summary: 'Change a role',
      params: schema.roleParams,
      body: schema.roleUpdate,
      response: answers(200, schema.role),
    },
    (request) => roles.updateRole(platform, projectOf(request), request.params.roleID, request.body),
  )

  routes.delete(
    '/roles/:roleID',
    {
      summary: 'Delete a role',
      description:
        'One that users have is a 409; `force=true` takes it from them. One that policies name is a 409 in either case: ' +
        'change the policies first, since they decide who sees what.',
      params: schema.roleParams,
      query: forceQuery,
      response: answers(204),
    },
    (request) => {
      const { act } = request
      return roles.removeRole(platform, act, request.params.roleID, request.query.force)
    },
  )

  routes.get(
    '/permissions',
    { summary: 'List permissions', response: answers(200, z.array(schema.permission)) },
    (request) => listPermissions(platform.clusters.of(projectOf(request)).admin, projectOf(request).id),
  )

  routes.post(
    '/permissions',
    {
      summary: 'Create a permission',
      description: 'A name that roles can carry; what it means is up to the project.',
      body: schema.permissionCreate,
      response: answers(201, schema.permission),
    },
    (request) => roles.createPermission(platform, projectOf(request), request.body),
  )

  routes.delete(
    '/permissions/:permissionID',
    { summary: 'Delete a permission', params: schema.permissionParams, response: answers(204) },
    (request) => roles.removePermission(platform, projectOf(request), request.params.permissionID),
  )

  userRoleRoutes(app, platform)
}
