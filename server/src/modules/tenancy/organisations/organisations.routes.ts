// Routes of organisations: /organisations. Members and invitations have their own files.
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import { invitationRoutes } from './invitations.routes.ts'
import { memberRoutes } from './members.routes.ts'
import * as schema from './organisations.schema.ts'
import * as service from './organisations.service.ts'

const access = { by: ['dashboard'], scope: 'organisation' } as const
const own = { by: ['dashboard'], permission: 'self' } as const
const params = schema.organisationParams

/** organisationRoutes registers the routes of organisations, their members and invitations. */
export function organisationRoutes(app: App, platform: Platform): void {
  const routes = section(app, { at: '/organisations', tag: 'Organisations', access })

  routes.get(
    '',
    {
      summary: 'List your organisations',
      response: answers(200, z.array(schema.organisation)),
      access: { ...own, accessTokens: true },
    },
    (request) => service.listOrganisations(platform, accountOf(request)),
  )

  routes.post(
    '',
    {
      summary: 'Create an organisation',
      description: 'You become its owner.',
      body: schema.organisationCreate,
      response: answers(201, schema.organisation),
      access: own,
    },
    (request) => service.createOrganisation(platform, request.act, request.body),
  )

  routes.get(
    '/:organisationID',
    { summary: 'Get an organisation', params, response: answers(200, schema.organisation) },
    (request) =>
      service.getOrganisation(
        platform.clusters.main.admin,
        accountOf(request),
        request.params.organisationID,
      ),
  )

  routes.patch(
    '/:organisationID',
    {
      summary: 'Rename an organisation',
      params,
      body: schema.organisationUpdate,
      response: answers(200, schema.organisation),
    },
    (request) => {
      return service.updateOrganisation(platform, request.act, request.params.organisationID, request.body)
    },
  )

  routes.delete(
    '/:organisationID',
    {
      summary: 'Delete an organisation',
      description: 'Only an owner can, only when it has no projects, and never a personal one.',
      params,
      response: answers(204),
      access: { ...access, permission: 'organisation:delete' },
    },
    (request) => service.removeOrganisation(platform, request.act, request.params.organisationID),
  )

  memberRoutes(app, platform)
  invitationRoutes(app, platform)
}
