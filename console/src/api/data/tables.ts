// Tables, their columns and their relationships.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'

/** OWNER_COLUMNS are the names that make a column say whose row it is; the first of them is for tables that have none. */
export const OWNER_COLUMNS = ['user_id', 'owner_id', 'created_by'] as const

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
