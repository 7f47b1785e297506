// Routes of permissions of dashboard users: /rbac/permissions.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerOf } from '#platform/audit/caller.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { Platform } from '#platform/platform.ts'
import * as permissions from './permissions.ts'
import * as schema from './rbac.schema.ts'

const tags = ['Roles and permissions']
const access = { by: ['dashboard'], scope: 'rbac' } as const

/** permissionRoutes registers the routes of permissions. */
export function permissionRoutes(app: App, platform: Platform): void {
  const of = (request: FastifyRequest) => callerOf(request, platform.clock.now())

  app.get(
    '/rbac/permissions',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the permissions that roles can have',
        description: 'Those of the server, and then those of the organisation.',
        querystring: schema.inOrganisation,
        response: answers(200, z.array(schema.permission)),
      },
    },
    (request) => permissions.listPermissions(platform, of(request), request.query.organisation_id),
  )

  app.post(
    '/rbac/permissions',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Create a permission of your own',
        description:
          'A name that own roles can carry, for tools of yours: GET /organisations/{organisationID} lists what a member has. ' +
          'The server allows nothing by it.',
        body: schema.permissionCreate,
        response: answers(201, schema.permission),
      },
    },
    async (request, reply) => {
      const permission = await permissions.createPermission(platform, of(request), request.body)
      reply.code(201)
      return permission
    },
  )

  app.delete(
    '/rbac/permissions/:permissionID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Delete a permission of your own',
        description: 'Roles that carry it lose it.',
        params: schema.permissionParams,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await permissions.removePermission(platform, of(request), request.params.permissionID)
      return reply.code(204).send()
    },
  )
}
