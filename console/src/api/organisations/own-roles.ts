// Roles that an organisation makes itself, and which members have them.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import { rolesQuery } from './roles.ts'

const ROLES = '/api/v1/rbac/roles'
const OF_USER = '/api/v1/rbac/users/{userID}/roles'

/** permissionsQuery is all permissions with what each allows to: the built-in ones, and then those of the organisation. */
export const permissionsQuery = (organisation_id: string) =>
  queryOptions({
    queryKey: ['rbac', organisation_id, 'permissions'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/rbac/permissions', { params: { query: { organisation_id } }, signal })),
  })

/** RoleDraft is what a role is made of. */
export interface RoleDraft {
  readonly name: string
  readonly description: string | null
  readonly permissions: string[]
}

/** saveRole changes the role `id` of an organisation, or makes one. */
export async function saveRole(
  organisation_id: string,
  id: string | undefined,
  body: RoleDraft,
): Promise<void> {
  if (id === undefined) await client.POST(ROLES, { body: { ...body, organisation_id } })
  else await client.PATCH(`${ROLES}/{roleID}`, { params: { path: { roleID: id } }, body })
  await queryClient.invalidateQueries({ queryKey: rolesQuery(organisation_id).queryKey })
}

/** deleteRole takes a role away from all members who have it. */
export async function deleteRole(organisation_id: string, roleID: string): Promise<void> {
  await client.DELETE(`${ROLES}/{roleID}`, { params: { path: { roleID } } })
  await queryClient.invalidateQueries({ queryKey: rolesQuery(organisation_id).queryKey })
}

/** memberRolesQuery is all roles of a member, the built-in one among them. */
export const memberRolesQuery = (organisation_id: string, userID: string) =>
  queryOptions({
    queryKey: ['rbac', organisation_id, 'members', userID],
    queryFn: ({ signal }) =>
      data(client.GET(OF_USER, { params: { path: { userID }, query: { organisation_id } }, signal })),
  })

/** setMemberRoles gives a member own roles and takes others away, one by one. */
export async function setMemberRoles(
  organisation_id: string,
  userID: string,
  { given, taken }: { readonly given: readonly string[]; readonly taken: readonly string[] },
): Promise<void> {
  try {
    for (const role_id of given)
      await client.POST(OF_USER, { params: { path: { userID } }, body: { organisation_id, role_id } })
    for (const roleID of taken) {
      const params = { path: { userID, roleID }, query: { organisation_id } }
      await client.DELETE(`${OF_USER}/{roleID}`, { params })
    }
  } finally {
    await queryClient.invalidateQueries({ queryKey: memberRolesQuery(organisation_id, userID).queryKey })
  }
}
