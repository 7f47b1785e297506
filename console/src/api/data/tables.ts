// Tables, their columns and their relationships.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'

/** tablesQuery is all tables of a project with their columns. */
export const tablesQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'tables'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}/tables', { params: { path: { projectID } }, signal })),
  })

/** relationshipsQuery is all relationships between tables of a project. */
export const relationshipsQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'relationships'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/schema/relationships', {
          params: { path: { projectID } },
          signal,
        }),
      ),
  })
