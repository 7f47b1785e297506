// Routes of an organisation's members: /organisations/{organisationID}/members.
import { z } from 'zod'
import { only } from '#platform/http/answers/minimal-answers.ts'
import { serverUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { linkPage, pageOf } from '#platform/http/routes/keyset-pages.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import { afterCommit } from '#platform/work/after-commit.ts'
import { openInvitationMails } from './invitation-mails.ts'
import * as members from './members.service.ts'
import { findMembers } from './members.store.ts'
import * as schema from './organisations.schema.ts'
import { getOrganisation } from './organisations.service.ts'

const access = { by: ['dashboard'], scope: 'members' } as const

/** memberRoutes registers the routes of members. */
export function memberRoutes(app: App, platform: Platform): void {
  const sendInvitation = openInvitationMails(platform)

  const routes = section(app, {
    at: '/organisations/:organisationID',
    tag: 'Organisations',
    access,
    params: schema.organisationParams,
  })

  routes.get(
    '/members',
    { summary: 'List members', query: schema.memberList, response: answers(200, z.array(schema.member)) },
    async (request, reply) => {
      const { search, ...query } = request.query
      const page = pageOf(query)
      const { admin } = platform.clusters.main
      const found = await findMembers(admin, request.params.organisationID, search, page)
      linkPage(request, reply, page, found)
      return found.map(({ key: _, id: __, ...member }) => member)
    },
  )

  routes.post(
    '/members',
    {
      summary: 'Add or invite a member',
      description:
        'Who has an account is added at once. Anybody else gets an invitation for 7 days, by mail where the server sends mail; ' +
        'its `token` is shown once.',
      body: schema.memberAdd,
      response: answers(201, schema.memberAdded),
      minimal: only('status', 'invitation', 'token', 'mailed'),
    },
    async (request) => {
      const { organisationID } = request.params
      const answer = await members.addMember(platform, request.act, organisationID, request.body)
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

  routes.post(
    '/transfer',
    {
      summary: 'Transfer the ownership',
      description: 'The other member becomes an owner, and you an admin, in one step. Only an owner can.',
      conflicts: true,
      body: schema.ownershipTransfer,
      response: answers(200, schema.member),
    },
    (request) => {
      const { organisationID } = request.params
      return members.transferOwnership(platform, request.act, organisationID, request.body.account_id)
    },
  )

  routes.patch(
    '/members/:accountID',
    {
      summary: 'Change the role of a member',
      params: schema.memberParams,
      body: schema.memberUpdate,
      response: answers(200, schema.member),
    },
    (request) => {
      const { organisationID, accountID } = request.params
      return members.updateMember(platform, request.act, organisationID, accountID, request.body)
    },
  )

  routes.delete(
    '/members/:accountID',
    {
      summary: 'Remove a member, or leave',
      params: schema.memberParams,
      response: answers(204),
      access: { ...access, ownAccount: 'accountID' },
    },
    (request) => {
      const { organisationID, accountID } = request.params
      return members.removeMember(platform, request.act, organisationID, accountID)
    },
  )
}
