// End users of a project: found, created, invited and changed.

import type { paths } from '@msingi/api-types'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import { parseExact } from '#api/client/exact-json.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { ShownUser, UserCreate, UserInvite, UserMessage, UserUpdate } from '#api/client/schemas.ts'

const PAGE = 50
const USERS = '/api/v1/projects/{projectID}/auth/users'
const USER = `${USERS}/{userID}` as const

type ListQuery = NonNullable<paths[typeof USERS]['get']['parameters']['query']>

/** UserFilter narrows the list of users down, and says in what order it is; what is left out does not matter. */
export type UserFilter = Pick<
  ListQuery,
  'state' | 'confirmed' | 'role_id' | 'provider' | 'created_after' | 'created_before' | 'order'
>

/** usersQuery is the end users of a project that match a search and a filter, page by page, with how many there are. */
export const usersQuery = (projectID: string, search: string, filter: UserFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [...userListsKey(projectID), search, filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, page: pageParam, limit: PAGE, ...(search === '' ? {} : { search }) }
      // They are counted once for all pages.
      const counted = pageParam === 1 ? { count: true } : {}
      const params = { path: { projectID }, query: { ...query, ...counted } }
      const answer = client.GET(USERS, { params, signal })
      const users = await data(answer)
      const { headers } = (await answer).response
      const hasNext = headers.get('link')?.includes('rel="next"') ?? false
      return {
        users,
        total: Number(headers.get('x-total-count') ?? 0),
        next: hasNext ? pageParam + 1 : undefined,
      }
    },
    initialPageParam: 1,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

const FOUND = 6

/** foundUsersQuery is the first end users that match a search, without counting them. */
export const foundUsersQuery = (projectID: string, search: string) =>
  queryOptions({
    queryKey: [...userListsKey(projectID), 'found', search],
    queryFn: ({ signal }) => {
      const params = { path: { projectID }, query: { search, limit: FOUND } }
      return data(client.GET(USERS, { params, signal }))
    },
    placeholderData: keepPreviousData,
  })

// Metadata and claims keep the digits of their numbers.
async function shown(answer: Promise<{ data?: unknown }>): Promise<ShownUser> {
  const { data: text } = await answer
  return (parseExact(text as string) as { data: ShownUser }).data
}

/** userQuery is one end user; metadata and claims are as parseExact returns them. */
export const userQuery = (projectID: string, userID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'users', userID],
    queryFn: ({ signal }) =>
      shown(client.GET(USER, { params: { path: { projectID, userID } }, signal, parseAs: 'text' })),
    // It would copy what stands for a number.
    structuralSharing: false,
  })

/** usersKey begins the keys of all queries about the end users of a project. */
export const usersKey = (projectID: string) => ['projects', projectID, 'users']

/** userListsKey begins the keys of all lists of them. */
export const userListsKey = (projectID: string) => [...usersKey(projectID), 'list']

/** createUser makes an end user, whether or not the project takes sign-ups. */
export async function createUser(projectID: string, body: UserCreate) {
  const user = await data(client.POST(USERS, { params: { path: { projectID } }, body }))
  await queryClient.invalidateQueries({ queryKey: userListsKey(projectID) })
  return user
}

/** inviteUser makes an end user without a password, and mails a link that signs in; it returns until when that is good. */
export async function inviteUser(projectID: string, body: UserInvite) {
  const invited = await data(client.POST(`${USERS}/invite`, { params: { path: { projectID } }, body }))
  await queryClient.invalidateQueries({ queryKey: userListsKey(projectID) })
  return invited
}

/** updateUser changes fields of an end user; metadata and claims are replaced. */
export async function updateUser(projectID: string, userID: string, body: UserUpdate): Promise<void> {
  const params = { path: { projectID, userID } }
  const user = await shown(client.PATCH(USER, { params, body, parseAs: 'text' }))
  queryClient.setQueryData(userQuery(projectID, userID).queryKey, user)
  await queryClient.invalidateQueries({ queryKey: userListsKey(projectID) })
}

/** setUserActive lets an end user sign in again, or ends all of their sessions and keeps them out. */
export function setUserActive(projectID: string, userID: string, is_active: boolean): Promise<void> {
  return updateUser(projectID, userID, { is_active })
}

/** deleteUser deletes an end user for good. */
export async function deleteUser(projectID: string, userID: string): Promise<void> {
  await client.DELETE(USER, { params: { path: { projectID, userID } } })
}

/** sendToUser mails an end user; 409 says why nothing is sent. */
export async function sendToUser(
  projectID: string,
  userID: string,
  kind: UserMessage['kind'],
): Promise<void> {
  await client.POST(`${USER}/send`, { params: { path: { projectID, userID } }, body: { kind } })
}
