// Projects and what is known about them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { RateLimitRule } from '#api/client/schemas.ts'

/** projectsQuery is all projects that the account can see. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/projects', { signal })),
})

const FOUND = ['projects', 'found']

/** FOUND_LIMIT is how many projects a search returns. */
export const FOUND_LIMIT = 50

/** foundProjectsQuery is the first projects by name of which `search` is a part. */
export const foundProjectsQuery = (search: string) =>
  queryOptions({
    queryKey: [...FOUND, search],
    queryFn: ({ signal }) => {
      const query = { order: 'name.asc', limit: FOUND_LIMIT, ...(search === '' ? {} : { search }) } as const
      return data(client.GET('/api/v1/projects', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
  })

/** projectQuery is one project. */
export const projectQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}', { params: { path: { projectID } }, signal })),
  })

/** usageQuery is what a project has used in each of the latest days or months, the latest first. */
export const usageQuery = (projectID: string, limit: number, by: 'day' | 'month' = 'day') =>
  queryOptions({
    queryKey: ['projects', projectID, 'usage', by, limit],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/usage', {
          params: { path: { projectID }, query: { by, limit } },
          signal,
        }),
      ),
  })

/** createProject makes a project, in the personal organisation unless another is named. */
export function createProject(body: { name: string; organisation_id?: string }) {
  return data(client.POST('/api/v1/projects', { body }))
}

/** deletedProjectsQuery is the projects whose deletion can be undone. */
export const deletedProjectsQuery = queryOptions({
  queryKey: ['projects', 'deleting'],
  queryFn: ({ signal }) =>
    data(client.GET('/api/v1/projects', { params: { query: { status: 'deleting' } }, signal })),
})

/** renameProject gives a project another name. */
export async function renameProject(projectID: string, name: string): Promise<void> {
  const params = { path: { projectID } }
  const project = await data(client.PATCH('/api/v1/projects/{projectID}', { params, body: { name } }))
  queryClient.setQueryData(projectQuery(projectID).queryKey, project)
  await refreshProjects()
}

/** deleteProject takes a project out of service, and returns until when that can be undone. */
export async function deleteProject(projectID: string): Promise<string> {
  const params = { path: { projectID } }
  return (await data(client.DELETE('/api/v1/projects/{projectID}', { params }))).delete_at
}

/** restoreProject undoes the deletion of a project. */
export function restoreProject(projectID: string) {
  return data(client.POST('/api/v1/projects/{projectID}/restore', { params: { path: { projectID } } }))
}

/** refreshProjects has the lists of projects fetched again. */
export async function refreshProjects(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true })
  await queryClient.invalidateQueries({ queryKey: deletedProjectsQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: FOUND })
}

/** rateLimitsQuery is the rules of a project for its callers, and the server's own limits. */
export const rateLimitsQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'rate-limits'],
    queryFn: ({ signal }) => {
      const params = { path: { projectID } }
      return data(client.GET('/api/v1/projects/{projectID}/rate-limits', { params, signal }))
    },
  })

/** setRateLimits replaces all rules; 409 where somebody else has changed them since `version`. */
export async function setRateLimits(
  projectID: string,
  rules: RateLimitRule[],
  version: number,
): Promise<void> {
  const params = { path: { projectID } }
  const body = { rules, version }
  const set = await data(client.PATCH('/api/v1/projects/{projectID}/rate-limits', { params, body }))
  queryClient.setQueryData(rateLimitsQuery(projectID).queryKey, set)
}
