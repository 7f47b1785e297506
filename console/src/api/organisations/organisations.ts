// Organisations, their members and invitations.
import { queryOptions } from '@tanstack/react-query'
import { organisationsQuery } from '#api/account/accounts.ts'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { MemberRole } from '#api/client/schemas.ts'

const keyOf = (organisationID: string) => [...organisationsQuery.queryKey, organisationID]

/** organisationQuery is one organisation, with what the viewer may do in it. */
export const organisationQuery = (organisationID: string) =>
  queryOptions({
    queryKey: keyOf(organisationID),
    queryFn: ({ signal }) => {
      const params = { path: { organisationID } }
      return data(client.GET('/api/v1/organisations/{organisationID}', { params, signal }))
    },
  })

/** membersQuery is all members of an organisation. */
export const membersQuery = (organisationID: string) =>
  queryOptions({
    queryKey: [...keyOf(organisationID), 'members'],
    queryFn: ({ signal }) => {
      const params = { path: { organisationID } }
      return data(client.GET('/api/v1/organisations/{organisationID}/members', { params, signal }))
    },
  })

/** invitationsQuery is the invitations that nobody has accepted, expired ones too. */
export const invitationsQuery = (organisationID: string) =>
  queryOptions({
    queryKey: [...keyOf(organisationID), 'invitations'],
    queryFn: ({ signal }) => {
      const params = { path: { organisationID } }
      return data(client.GET('/api/v1/organisations/{organisationID}/invitations', { params, signal }))
    },
  })

/** refreshOrganisations has all organisations, members and invitations fetched again. */
export function refreshOrganisations(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: organisationsQuery.queryKey })
}

/** createOrganisation makes an organisation, whose owner the viewer is. */
export function createOrganisation(name: string) {
  return data(client.POST('/api/v1/organisations', { body: { name } }))
}

/** renameOrganisation gives an organisation another name. */
export function renameOrganisation(organisationID: string, name: string) {
  const params = { path: { organisationID } }
  return data(client.PATCH('/api/v1/organisations/{organisationID}', { params, body: { name } }))
}

/** deleteOrganisation deletes an organisation without projects. */
export async function deleteOrganisation(organisationID: string): Promise<void> {
  await client.DELETE('/api/v1/organisations/{organisationID}', { params: { path: { organisationID } } })
}

/** addMember adds who has an account; for anybody else it makes an invitation, whose token is shown once. */
export function addMember(organisationID: string, body: { email: string; role: MemberRole }) {
  const params = { path: { organisationID } }
  return data(client.POST('/api/v1/organisations/{organisationID}/members', { params, body }))
}

/** changeMember gives a member another role. */
export function changeMember(organisationID: string, accountID: string, role: MemberRole) {
  const params = { path: { organisationID, accountID } }
  const path = '/api/v1/organisations/{organisationID}/members/{accountID}'
  return data(client.PATCH(path, { params, body: { role } }))
}

/** removeMember removes a member; of the own account it leaves the organisation. */
export async function removeMember(organisationID: string, accountID: string): Promise<void> {
  const params = { path: { organisationID, accountID } }
  await client.DELETE('/api/v1/organisations/{organisationID}/members/{accountID}', { params })
}

/** transferOwnership makes another member an owner, and the viewer an admin. */
export async function transferOwnership(organisationID: string, account_id: string): Promise<void> {
  const params = { path: { organisationID } }
  await client.POST('/api/v1/organisations/{organisationID}/transfer', { params, body: { account_id } })
}

/** withdrawInvitation ends an invitation. */
export async function withdrawInvitation(organisationID: string, invitationID: string): Promise<void> {
  const params = { path: { organisationID, invitationID } }
  await client.DELETE('/api/v1/organisations/{organisationID}/invitations/{invitationID}', { params })
}

/** joinOrganisation accepts an invitation for the account that is signed in. */
export async function joinOrganisation(token: string) {
  const joined = await data(client.POST('/api/v1/organisations/join', { body: { token } }))
  await refreshOrganisations()
  return joined
}
