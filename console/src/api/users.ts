// End users of a project.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, data } from './client.ts'

const PAGE = 50

/** usersQuery is the end users of a project that match a search, the latest first, page by page. */
export const usersQuery = (projectID: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...userListsKey(projectID), search],
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, limit: PAGE, ...(search === '' ? {} : { search }) }
      const params = { path: { projectID }, query }
      const answer = client.GET('/api/v1/projects/{projectID}/auth/users', { params, signal })
      const users = await data(answer)
      const link = (await answer).response.headers.get('link') ?? ''
      return { users, next: link.includes('rel="next"') ? pageParam + 1 : undefined }
    },
    initialPageParam: 1,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

/** userQuery is one end user. */
export const userQuery = (projectID: string, userID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'users', userID],
    queryFn: ({ signal }) => {
      const params = { path: { projectID, userID } }
      return data(client.GET('/api/v1/projects/{projectID}/auth/users/{userID}', { params, signal }))
    },
  })

/** usersKey begins the keys of all queries about the end users of a project. */
export const usersKey = (projectID: string) => ['projects', projectID, 'users']

/** userListsKey begins the keys of all lists of them. */
export const userListsKey = (projectID: string) => [...usersKey(projectID), 'list']

/** setUserActive lets an end user sign in again, or ends all of their sessions and keeps them out. */
export function setUserActive(projectID: string, userID: string, is_active: boolean) {
  const params = { path: { projectID, userID } }
  const body = { is_active }
  return data(client.PATCH('/api/v1/projects/{projectID}/auth/users/{userID}', { params, body }))
}

/** deleteUser deletes an end user for good. */
export async function deleteUser(projectID: string, userID: string): Promise<void> {
  const params = { path: { projectID, userID } }
  await client.DELETE('/api/v1/projects/{projectID}/auth/users/{userID}', { params })
}
