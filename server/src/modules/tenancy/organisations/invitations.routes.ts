// Routes of invitations: /organisations/{organisationID}/invitations and /organisations/join.
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import { listInvitations, removeInvitation } from './invitations.service.ts'
import * as schema from './organisations.schema.ts'
import { joinOrganisation } from './organisations.service.ts'

const access = { by: ['dashboard'], permission: 'members:write' } as const

/** invitationRoutes registers the routes of invitations. */
export function invitationRoutes(app: App, platform: Platform): void {
  const routes = section(app, { at: '/organisations', tag: 'Organisations', access })

  routes.get(
    '/:organisationID/invitations',
    {
      summary: 'List invitations',
      description: 'Those that nobody has accepted, expired ones too.',
      params: schema.organisationParams,
      response: answers(200, z.array(schema.invitation)),
    },
    (request) => listInvitations(platform, request.params.organisationID),
  )

  routes.delete(
    '/:organisationID/invitations/:invitationID',
    { summary: 'Withdraw an invitation', params: schema.invitationParams, response: answers(204) },
    (request) => {
      const { organisationID, invitationID } = request.params
      return removeInvitation(platform, request.act, organisationID, invitationID)
    },
  )

  routes.post(
    '/join',
    {
      summary: 'Accept an invitation',
      conflicts: true,
      body: schema.join,
      response: answers(200, schema.organisation),
      access: { ...access, permission: 'self' },
    },
    (request) => joinOrganisation(platform, accountOf(request), request.body.token),
  )
}
