// SQL: queries, statements that write, and saved queries.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from './client.ts'
import { call } from './rows.ts'
import { BASE } from './session.ts'

/** SqlResult is the result of a query, with all digits; `total` is null where it is cut off. */
export interface SqlResult {
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly total: number | null
  readonly truncated: boolean
  readonly limits: { readonly rows: number; readonly milliseconds: number }
}

/** runSql runs a query with values for its parameters by their names. */
export async function runSql(
  projectId: string,
  sql: string,
  params: Readonly<Record<string, string | null>>,
): Promise<SqlResult> {
  const body = Object.keys(params).length === 0 ? { sql } : { sql, params }
  const { answer } = await call(`${BASE}/projects/${projectId}/query/exec`, { method: 'POST', body })
  return answer as SqlResult
}

/** execDdl runs statements that change the schema or rows; with `dry_run` only what they would change is returned. */
export function execDdl(projectID: string, sql: string, dry_run: boolean) {
  const params = { path: { projectID } }
  const body = { sql, dry_run }
  return data(client.POST('/api/v1/projects/{projectID}/schema/exec-ddl', { params, body }))
}

const MOST_SAVED = 200

/** savedQueriesQuery is the saved queries of a project that are SQL. */
export const savedQueriesQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'saved-queries'],
    queryFn: async ({ signal }) => {
      const params = { path: { projectID }, query: { limit: MOST_SAVED } }
      const saved = await data(client.GET('/api/v1/projects/{projectID}/query/saved', { params, signal }))
      return saved.filter(({ sql }) => sql !== null)
    },
  })

/** saveQuery keeps a query under a name. */
export function saveQuery(projectID: string, name: string, sql: string) {
  const params = { path: { projectID } }
  return data(
    client.POST('/api/v1/projects/{projectID}/query/saved', { params, body: { name, sql, folder: null } }),
  )
}

/** removeQuery deletes a saved query. */
export async function removeQuery(projectID: string, queryID: string): Promise<void> {
  const params = { path: { projectID, queryID } }
  await client.DELETE('/api/v1/projects/{projectID}/query/saved/{queryID}', { params })
}
