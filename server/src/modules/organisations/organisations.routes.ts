// Routes of organisations: /organisations. Members and invitations have their own files.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerOf } from '#platform/audit/caller.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import { invitationRoutes } from './invitations.routes.ts'
import { memberRoutes } from './members.routes.ts'
import * as schema from './organisations.schema.ts'
import * as service from './organisations.service.ts'

const tags = ['Organisations']
const access = { by: ['dashboard'], scope: 'organisation' } as const
const own = { by: ['dashboard'], permission: 'self' } as const
const params = schema.organisationParams

/** organisationRoutes registers the routes of organisations, their members and invitations. */
export function organisationRoutes(app: App, platform: Platform): void {
  const of = (request: FastifyRequest) => callerOf(request, platform.clock.now())

  app.get(
    '/organisations',
    {
      config: { access: { ...own, accessTokens: true } },
      schema: {
        tags,
        summary: 'List your organisations',
        response: answers(200, z.array(schema.organisation)),
      },
    },
    (request) => service.listOrganisations(platform, accountOf(request)),
  )

  app.post(
    '/organisations',
    {
      config: { access: own },
      schema: {
        tags,
        summary: 'Create an organisation',
        description: 'You become its owner.',
        body: schema.organisationCreate,
        response: answers(201, schema.organisation),
      },
    },
    async (request, reply) => {
      const answer = await service.createOrganisation(platform, of(request), request.body)
      reply.code(201)
      return answer
    },
  )

  app.get(
    '/organisations/:organisationID',
    {
      config: { access },
      schema: { tags, summary: 'Get an organisation', params, response: answers(200, schema.organisation) },
    },
    (request) =>
      service.getOrganisation(
        platform.clusters.main.admin,
        accountOf(request),
        request.params.organisationID,
      ),
  )

  app.patch(
    '/organisations/:organisationID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Rename an organisation',
        params,
        body: schema.organisationUpdate,
        response: answers(200, schema.organisation),
      },
    },
    (request) => {
      return service.updateOrganisation(platform, of(request), request.params.organisationID, request.body)
    },
  )

  app.delete(
    '/organisations/:organisationID',
    {
      config: { access: { ...access, permission: 'organisation:delete' } },
      schema: {
        tags,
        summary: 'Delete an organisation',
        description: 'Only an owner can, only when it has no projects, and never a personal one.',
        params,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await service.removeOrganisation(platform, of(request), request.params.organisationID)
      return reply.code(204).send()
    },
  )

  memberRoutes(app, platform)
  invitationRoutes(app, platform)
}
