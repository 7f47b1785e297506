// Projects and what is known about them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '#api/client/api-error.ts'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { Project, ProjectUpdate, RateLimitRule } from '#api/client/schemas.ts'

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

// The list of a screen that shows more of each project, and those that are on their way out.
const LISTED = ['projects', 'figures']
const GONE = ['projects', 'gone']
const WATCH_MS = 10_000

/** listedProjectsQuery is all projects that the account can see, with how much they store and how busy they are. */
export const listedProjectsQuery = queryOptions({
  queryKey: LISTED,
  queryFn: ({ signal }) =>
    data(client.GET('/api/v1/projects', { params: { query: { figures: true } }, signal })),
})

/** isRestorable reports whether the deletion of a project can be undone. */
export function isRestorable({ status, delete_at }: Project): boolean {
  return status === 'deleting' && delete_at !== null && Date.parse(delete_at) > Date.now()
}

/** goneProjectsQuery is the deleted projects, asked for again while data of one is being removed. */
export const goneProjectsQuery = queryOptions({
  queryKey: GONE,
  queryFn: async ({ signal }) => {
    const lists = (['deleting', 'purging'] as const).map((status) =>
      data(client.GET('/api/v1/projects', { params: { query: { status } }, signal })),
    )
    return (await Promise.all(lists)).flat()
  },
  refetchInterval: ({ state }) => (state.data?.every(isRestorable) === false ? WATCH_MS : false),
})

/** changeProject changes the name or the colour of a project. */
export async function changeProject(projectID: string, body: ProjectUpdate): Promise<void> {
  await keep(
    await data(client.PATCH('/api/v1/projects/{projectID}', { params: { path: { projectID } }, body })),
  )
}

/** transferProject moves a project to another organisation. */
export async function transferProject(projectID: string, organisation_id: string): Promise<void> {
  const params = { path: { projectID } }
  const body = { organisation_id }
  await keep(await data(client.POST('/api/v1/projects/{projectID}/transfer', { params, body })))
}

async function keep(project: Project): Promise<void> {
  queryClient.setQueryData(projectQuery(project.id).queryKey, project)
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
  for (const queryKey of [LISTED, GONE, FOUND]) await queryClient.invalidateQueries({ queryKey })
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

/** setRateLimits replaces all rules; 409 where somebody else has changed them since `version`, and then they are read again. */
export async function setRateLimits(
  projectID: string,
  rules: RateLimitRule[],
  version: number,
): Promise<void> {
  const params = { path: { projectID } }
  const body = { rules, version }
  const { queryKey } = rateLimitsQuery(projectID)
  try {
    const set = await data(client.PATCH('/api/v1/projects/{projectID}/rate-limits', { params, body }))
    queryClient.setQueryData(queryKey, set)
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) await queryClient.invalidateQueries({ queryKey })
    throw error
  }
}
