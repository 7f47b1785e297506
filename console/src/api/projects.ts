// Projects and what is known about them.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from './client.ts'

/** projectsQuery is all projects that the account can see. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/projects', { signal })),
})

/** projectQuery is one project. */
export const projectQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}', { params: { path: { projectID } }, signal })),
  })

/** usageQuery is what a project has used on each of the latest days, the latest first. */
export const usageQuery = (projectID: string, days: number) =>
  queryOptions({
    queryKey: ['projects', projectID, 'usage', days],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/usage', {
          params: { path: { projectID }, query: { by: 'day', limit: days } },
          signal,
        }),
      ),
  })

/** createProject makes a project, in the personal organisation unless another is named. */
export function createProject(body: { name: string; organisation_id?: string }) {
  return data(client.POST('/api/v1/projects', { body }))
}
