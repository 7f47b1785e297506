// A table with its relationships, indexes and policies: all of it or nothing.
import { client, data } from '#api/client/client.ts'
import type { Table, TableCreate } from '#api/client/schemas.ts'

/** makeTable makes a table. */
export const makeTable = (projectID: string, body: TableCreate): Promise<Table> =>
  data(client.POST('/api/v1/projects/{projectID}/tables', { params: { path: { projectID } }, body }))
