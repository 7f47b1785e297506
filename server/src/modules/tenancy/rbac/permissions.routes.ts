// Routes of permissions of dashboard users: /rbac/permissions.
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import * as permissions from './permissions.ts'
import * as schema from './rbac.schema.ts'

/** permissionRoutes registers the routes of permissions. */
export function permissionRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/rbac/permissions',
    tag: 'Roles and permissions',
    access: { by: ['dashboard'], scope: 'rbac' },
  })

  routes.get(
    '',
    {
      summary: 'List the permissions that roles can have',
      description: 'Those of the server, and then those of the organisation.',
      query: schema.inOrganisation,
      response: answers(200, z.array(schema.permission)),
    },
    (request) => permissions.listPermissions(platform, request.act, request.query.organisation_id),
  )

  routes.post(
    '',
    {
      summary: 'Create a permission of your own',
      description:
        'A name that own roles can carry, for tools of yours: GET /organisations/{organisationID} lists what a member has. ' +
        'The server allows nothing by it.',
      body: schema.permissionCreate,
      response: answers(201, schema.permission),
    },
    (request) => permissions.createPermission(platform, request.act, request.body),
  )

  routes.delete(
    '/:permissionID',
    {
      summary: 'Delete a permission of your own',
      description: 'Roles that carry it lose it.',
      params: schema.permissionParams,
      response: answers(204),
    },
    (request) => permissions.removePermission(platform, request.act, request.params.permissionID),
  )
}
