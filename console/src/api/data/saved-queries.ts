// Saved queries of a project, in folders.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, data, page } from '#api/client/client.ts'

const SAVED = '/api/v1/projects/{projectID}/query/saved'
const PAGE = 100

/** savedQueriesKey begins the keys of all lists of saved queries. */
export const savedQueriesKey = (projectID: string) => ['projects', projectID, 'saved-queries']

/** savedQueriesQuery is the saved queries that are SQL, by name, page by page: in `folder`, and with the text `search`. */
export const savedQueriesQuery = (
  projectID: string,
  folder: string | undefined,
  search: string | undefined,
) =>
  infiniteQueryOptions({
    queryKey: [...savedQueriesKey(projectID), 'list', folder, search],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = {
        limit: PAGE,
        ...(cursor && { cursor }),
        ...(folder && { folder }),
        ...(search && { search }),
      }
      const params = { path: { projectID }, query }
      const { items, next } = await page(client.GET(SAVED, { params, signal }))
      return { items: items.filter(({ sql }) => sql !== null), next }
    },
    initialPageParam: undefined as string | undefined,
    // While somebody types, the list does not blink.
    placeholderData: keepPreviousData,
    getNextPageParam: ({ next }) => next,
  })

/** foldersQuery is the folders, with how many queries each has. */
export const foldersQuery = (projectID: string) =>
  queryOptions({
    queryKey: [...savedQueriesKey(projectID), 'folders'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/query/folders', { params: { path: { projectID } }, signal }),
      ),
  })

/** SavedSql is what of a query can be changed; `folder` is null outside of all folders. */
export interface SavedSql {
  readonly name: string
  readonly folder: string | null
  readonly sql: string
}

/** saveQuery keeps a query under a name. */
export function saveQuery(projectID: string, body: SavedSql) {
  return data(client.POST(SAVED, { params: { path: { projectID } }, body }))
}

/** updateQuery renames, moves or rewrites a saved query. */
export function updateQuery(projectID: string, queryID: string, body: Partial<SavedSql>) {
  const params = { path: { projectID, queryID } }
  return data(client.PATCH(`${SAVED}/{queryID}`, { params, body }))
}

/** removeQuery deletes a saved query. */
export async function removeQuery(projectID: string, queryID: string): Promise<void> {
  await client.DELETE(`${SAVED}/{queryID}`, { params: { path: { projectID, queryID } } })
}
