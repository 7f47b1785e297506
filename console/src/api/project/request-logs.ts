// The request log of a project.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, data, page } from '#api/client/client.ts'
import { type Csv, readCsv } from '#api/client/csv.ts'
import { readEvents } from '#api/client/event-stream.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { RequestLogEntry } from '#api/client/schemas.ts'

const PAGE = 100
const CSV_PAGE = 1000
const LIST = '/api/v1/projects/{projectID}/request-logs'

/** LogFilter is which requests to list; `since` and `until` are moments. Entries that are left out do not narrow the list down. */
export interface LogFilter {
  readonly status?: string
  readonly method?: Method
  readonly path?: string
  readonly key?: string
  readonly user?: string
  readonly address?: string
  readonly min_duration_ms?: number
  readonly since?: string
  readonly until?: string
}

/** METHODS are those of requests that are logged. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Method is a method of HTTP. */
export type Method = (typeof METHODS)[number]

const listsKey = (projectID: string) => ['projects', projectID, 'request-logs', 'list']

/** requestLogsQuery is the requests of a project, the latest first, page by page. */
export const requestLogsQuery = (projectID: string, filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: [...listsKey(projectID), filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      const params = { path: { projectID }, query }
      return page(client.GET(LIST, { params, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

/** requestHistogramQuery is how many of these requests there were by time and class of status. */
export const requestHistogramQuery = (projectID: string, filter: LogFilter) =>
  queryOptions({
    queryKey: ['projects', projectID, 'request-logs', 'histogram', filter],
    queryFn: ({ signal }) => {
      const params = { path: { projectID }, query: filter }
      return data(client.GET(`${LIST}/histogram`, { params, signal }))
    },
    placeholderData: keepPreviousData,
  })

/** requestLogEntryQuery is one request; null where it is no longer kept. */
export const requestLogEntryQuery = (projectID: string, lineID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'request-logs', lineID],
    queryFn: async ({ signal }): Promise<RequestLogEntry | null> => {
      // The list before the next id begins with this one.
      const query = { cursor: String(BigInt(lineID) + 1n), limit: 1 }
      const [found] = await data(client.GET(LIST, { params: { path: { projectID }, query }, signal }))
      return found?.id === lineID ? found : null
    },
  })

/** requestLogsCsv returns the latest of these requests as CSV, 10,000 at most. */
export function requestLogsCsv(projectID: string, filter: LogFilter): Promise<Csv> {
  return readCsv((cursor) => {
    const query = { ...filter, limit: CSV_PAGE, format: 'csv', ...(cursor && { cursor }) } as const
    return client.GET(LIST, { params: { path: { projectID }, query }, parseAs: 'text' })
  })
}

/**
 * followRequestLogs calls `onEntry` with each request from now on, until the signal is aborted or the server ends it, and has those
 * before read again.
 */
export async function followRequestLogs(
  projectID: string,
  { since: _since, until: _until, ...query }: LogFilter,
  signal: AbortSignal,
  onEntry: (entry: RequestLogEntry) => void,
): Promise<void> {
  const { response } = await client.GET(`${LIST}/stream`, {
    params: { path: { projectID }, query },
    signal,
    parseAs: 'stream',
  })
  const read = () => queryClient.invalidateQueries({ queryKey: listsKey(projectID) })
  await readEvents(response, (text) => onEntry(JSON.parse(text)), read)
}
