// Routes of invitations: /organisations/{organisationID}/invitations and /organisations/join.
import { z } from 'zod'
import { callerOf } from '#platform/audit/caller.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import { listInvitations, removeInvitation } from './invitations.service.ts'
import * as schema from './organisations.schema.ts'
import { joinOrganisation } from './organisations.service.ts'

const tags = ['Organisations']
const access = { by: ['dashboard'], permission: 'members:write' } as const

/** invitationRoutes registers the routes of invitations. */
export function invitationRoutes(app: App, platform: Platform): void {
  app.get(
    '/organisations/:organisationID/invitations',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List invitations',
        description: 'Those that nobody has accepted, expired ones too.',
        params: schema.organisationParams,
        response: answers(200, z.array(schema.invitation)),
      },
    },
    (request) => listInvitations(platform, request.params.organisationID),
  )

  app.delete(
    '/organisations/:organisationID/invitations/:invitationID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Withdraw an invitation',
        params: schema.invitationParams,
        response: answers(204),
      },
    },
    async (request, reply) => {
      const { organisationID, invitationID } = request.params
      await removeInvitation(platform, callerOf(request, platform.clock.now()), organisationID, invitationID)
      return reply.code(204).send()
    },
  )

  app.post(
    '/organisations/join',
    {
      config: { access: { ...access, permission: 'self' } },
      schema: {
        tags,
        summary: 'Accept an invitation',
        conflicts: true,
        body: schema.join,
        response: answers(200, schema.organisation),
      },
    },
    (request) => joinOrganisation(platform, accountOf(request), request.body.token),
  )
}
