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
