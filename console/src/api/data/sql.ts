// SQL: queries with their plans, and statements that write.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import type { DdlResult } from '#api/client/schemas.ts'
import { BASE } from '#api/client/session.ts'
import { call } from './rows.ts'
import { asHeader } from './seen-as.ts'

/** SqlResult is the result of a query, with all digits; `total` is null where it is cut off. */
export interface SqlResult {
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly total: number | null
  readonly truncated: boolean
  readonly limits: { readonly rows: number; readonly bytes: number; readonly milliseconds: number }
}

/** SqlQuery is a query with values for its parameters by their names, and the id by which it can be cancelled. */
export interface SqlQuery {
  readonly sql: string
  readonly params: Readonly<Record<string, string | null>>
  readonly query_id: string
}

// A query without names may have none.
const bodyOf = ({ params, ...query }: SqlQuery) =>
  Object.keys(params).length === 0 ? query : { ...query, params: { ...params } }

/** runSql runs a query; with `as`, such as `user:<id>`, as that caller. */
export async function runSql(
  projectId: string,
  query: SqlQuery,
  signal: AbortSignal,
  as?: string,
): Promise<SqlResult> {
  const path = `${BASE}/projects/${projectId}/query/exec`
  const { answer } = await call(path, {
    method: 'POST',
    body: bodyOf(query),
    headers: asHeader(as),
    signal,
  })
  return answer as SqlResult
}

/** explainSql returns the plan of a query, with `as` that of a caller; with `analyze` the query is run. */
export function explainSql(
  projectID: string,
  query: SqlQuery,
  analyze: boolean,
  signal: AbortSignal,
  as?: string,
) {
  const params = { path: { projectID }, header: asHeader(as) }
  const body = { ...bodyOf(query), analyze }
  return data(client.POST('/api/v1/projects/{projectID}/query/explain', { params, body, signal }))
}

const RUNNING = '/api/v1/projects/{projectID}/query/running'
const REFRESH_MS = 10_000

/** runningQuery is the viewer's queries that the database works on, read again while they are looked at. */
export const runningQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'running-queries'],
    queryFn: ({ signal }) => data(client.GET(RUNNING, { params: { path: { projectID } }, signal })),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    gcTime: 0,
  })

/** cancelSql cancels a query of the viewer by its id. */
export async function cancelSql(projectID: string, runningID: string): Promise<void> {
  await client.DELETE(`${RUNNING}/{runningID}`, { params: { path: { projectID, runningID } } })
}

/** execDdl runs statements that change the schema or rows; with `dry_run` only what they would change is returned. */
export async function execDdl(projectId: string, sql: string, dry_run: boolean): Promise<DdlResult> {
  const path = `${BASE}/projects/${projectId}/schema/exec-ddl`
  const { answer } = await call(path, { method: 'POST', body: { sql, dry_run } })
  return answer as DdlResult
}
