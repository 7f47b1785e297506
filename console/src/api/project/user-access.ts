// How an end user comes in, and what for: sessions, identities, second factors and roles.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import { userQuery } from './users.ts'

const USER = '/api/v1/projects/{projectID}/auth/users/{userID}'
const ROLES = '/api/v1/projects/{projectID}/users/{userID}/roles'

const keyOf = (projectID: string, userID: string, what: string) => [
  ...userQuery(projectID, userID).queryKey,
  what,
]

/** userSessionsQuery is the live sessions of an end user, the latest first. */
export const userSessionsQuery = (projectID: string, userID: string) =>
  queryOptions({
    queryKey: keyOf(projectID, userID, 'sessions'),
    queryFn: ({ signal }) =>
      data(client.GET(`${USER}/sessions`, { params: { path: { projectID, userID } }, signal })),
  })

/** endUserSessions ends one session of an end user, or all. */
export async function endUserSessions(projectID: string, userID: string, sessionID?: string): Promise<void> {
  const path = { projectID, userID }
  if (sessionID === undefined) await client.DELETE(`${USER}/sessions`, { params: { path } })
  else await client.DELETE(`${USER}/sessions/{sessionID}`, { params: { path: { ...path, sessionID } } })
  await queryClient.invalidateQueries({ queryKey: userSessionsQuery(projectID, userID).queryKey })
}

/** identitiesQuery is the identities of an end user at providers. */
export const identitiesQuery = (projectID: string, userID: string) =>
  queryOptions({
    queryKey: keyOf(projectID, userID, 'identities'),
    queryFn: ({ signal }) =>
      data(client.GET(`${USER}/identities`, { params: { path: { projectID, userID } }, signal })),
  })

/** unlinkIdentity keeps an end user from signing in with an identity. */
export async function unlinkIdentity(projectID: string, userID: string, identityID: string): Promise<void> {
  const path = { projectID, userID, identityID }
  await client.DELETE(`${USER}/identities/{identityID}`, { params: { path } })
  await queryClient.invalidateQueries({ queryKey: identitiesQuery(projectID, userID).queryKey })
}

/** userFactorsQuery is the second factors of an end user. */
export const userFactorsQuery = (projectID: string, userID: string) =>
  queryOptions({
    queryKey: keyOf(projectID, userID, 'factors'),
    queryFn: ({ signal }) =>
      data(client.GET(`${USER}/factors`, { params: { path: { projectID, userID } }, signal })),
  })

/** removeUserFactor lets an end user in without a second factor. */
export async function removeUserFactor(projectID: string, userID: string, factorID: string): Promise<void> {
  const path = { projectID, userID, factorID }
  await client.DELETE(`${USER}/factors/{factorID}`, { params: { path } })
  await queryClient.invalidateQueries({ queryKey: userFactorsQuery(projectID, userID).queryKey })
}

/** userRolesQuery is the roles of an end user. */
export const userRolesQuery = (projectID: string, userID: string) =>
  queryOptions({
    queryKey: keyOf(projectID, userID, 'roles'),
    queryFn: ({ signal }) => data(client.GET(ROLES, { params: { path: { projectID, userID } }, signal })),
  })

/** setUserRoles replaces all roles of an end user. */
export async function setUserRoles(projectID: string, userID: string, role_ids: string[]): Promise<void> {
  const params = { path: { projectID, userID } }
  const roles = await data(client.PUT(ROLES, { params, body: { role_ids } }))
  queryClient.setQueryData(userRolesQuery(projectID, userID).queryKey, roles)
}
