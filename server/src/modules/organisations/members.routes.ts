// Routes of an organisation's members: /organisations/{organisationID}/members.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerOf } from '#platform/audit/caller.ts'
import { only } from '#platform/http/answers/minimal-answers.ts'
import { serverUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { linkPage, pageOf } from '#platform/http/routes/keyset-pages.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import { afterCommit } from '#platform/work/after-commit.ts'
import { openInvitationMails } from './invitation-mails.ts'
import * as members from './members.service.ts'
import { findMembers } from './members.store.ts'
import * as schema from './organisations.schema.ts'
import { getOrganisation } from './organisations.service.ts'

const tags = ['Organisations']
const access = { by: ['dashboard'], scope: 'members' } as const

/** memberRoutes registers the routes of members. */
export function memberRoutes(app: App, platform: Platform): void {
  const sendInvitation = openInvitationMails(platform)
  const of = (request: FastifyRequest) => callerOf(request, platform.clock.now())

  app.get(
    '/organisations/:organisationID/members',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List members',
        params: schema.organisationParams,
        querystring: schema.memberList,
        response: answers(200, z.array(schema.member)),
      },
    },
    async (request, reply) => {
      const { search, ...query } = request.query
      const page = pageOf(query)
      const { admin } = platform.clusters.main
      const found = await findMembers(admin, request.params.organisationID, search, page)
      linkPage(request, reply, page, found)
      return found.map(({ key: _, id: __, ...member }) => member)
    },
  )

  app.post(
    '/organisations/:organisationID/members',
    {
      config: { access, minimal: only('status', 'invitation', 'token', 'mailed') },
      schema: {
        tags,
        summary: 'Add or invite a member',
        description:
          'Who has an account is added at once. Anybody else gets an invitation for 7 days, by mail where the server sends mail; ' +
          'its `token` is shown once.',
        params: schema.organisationParams,
        body: schema.memberAdd,
        response: answers(201, schema.memberAdded),
      },
    },
    async (request, reply) => {
      const { organisationID } = request.params
      const answer = await members.addMember(platform, of(request), organisationID, request.body)
      reply.code(201)
      if (answer.status === 'added') return answer
      const account = accountOf(request)
      let mailed = false
      await afterCommit(platform.log, 'mail an invitation', async () => {
        mailed = await sendInvitation({
          to: answer.invitation.email,
          organisation: await getOrganisation(platform.clusters.main.admin, account, organisationID),
          by: account,
          link: `${serverUrlOf(platform.config, request)}/console/invitation#${answer.token}`,
        })
      })
      return { ...answer, mailed }
    },
  )

  app.post(
    '/organisations/:organisationID/transfer',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Transfer the ownership',
        description: 'The other member becomes an owner, and you an admin, in one step. Only an owner can.',
        conflicts: true,
        params: schema.organisationParams,
        body: schema.ownershipTransfer,
        response: answers(200, schema.member),
      },
    },
    (request) => {
      const { organisationID } = request.params
      return members.transferOwnership(platform, of(request), organisationID, request.body.account_id)
    },
  )

  app.patch(
    '/organisations/:organisationID/members/:accountID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change the role of a member',
        params: schema.memberParams,
        body: schema.memberUpdate,
        response: answers(200, schema.member),
      },
    },
    (request) => {
      const { organisationID, accountID } = request.params
      return members.updateMember(platform, of(request), organisationID, accountID, request.body)
    },
  )

  app.delete(
    '/organisations/:organisationID/members/:accountID',
    {
      config: { access: { ...access, ownAccount: 'accountID' } },
      schema: {
        tags,
        summary: 'Remove a member, or leave',
        params: schema.memberParams,
        response: answers(204),
      },
    },
    async (request, reply) => {
      const { organisationID, accountID } = request.params
      await members.removeMember(platform, of(request), organisationID, accountID)
      return reply.code(204).send()
    },
  )
}
