// The request log of a project.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, data, page } from '#api/client/client.ts'
import { readEvents } from '#api/client/event-stream.ts'
import type { RequestLogEntry } from '#api/client/schemas.ts'

const PAGE = 100

/** LogFilter is which requests to list; `since` is a moment. Entries that are left out do not narrow the list down. */
export interface LogFilter {
  readonly status?: string
  readonly method?: Method
  readonly path?: string
  readonly key?: string
  readonly user?: string
  readonly min_duration_ms?: number
  readonly since?: string
}

/** METHODS are those of requests that are logged. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Method is a method of HTTP. */
export type Method = (typeof METHODS)[number]

/** requestLogsQuery is the requests of a project, the latest first, page by page. */
export const requestLogsQuery = (projectID: string, filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['projects', projectID, 'request-logs', 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      const params = { path: { projectID }, query }
      return page(client.GET('/api/v1/projects/{projectID}/request-logs', { params, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

/** requestLogEntryQuery is one request; null where it is no longer kept. */
export const requestLogEntryQuery = (projectID: string, id: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'request-logs', id],
    queryFn: async ({ signal }): Promise<RequestLogEntry | null> => {
      // The list before the next id begins with this one.
      const query = { cursor: String(BigInt(id) + 1n), limit: 1 }
      const params = { path: { projectID }, query }
      const [found] = await data(client.GET('/api/v1/projects/{projectID}/request-logs', { params, signal }))
      return found?.id === id ? found : null
    },
  })

/** followRequestLogs calls `onEntry` with each request from now on, until the signal is aborted or the server ends it. */
export async function followRequestLogs(
  projectID: string,
  { since: _since, ...query }: LogFilter,
  signal: AbortSignal,
  onEntry: (entry: RequestLogEntry) => void,
): Promise<void> {
  const { response } = await client.GET('/api/v1/projects/{projectID}/request-logs/stream', {
    params: { path: { projectID }, query },
    signal,
    parseAs: 'stream',
  })
  if (response.body !== null) await readEvents(response.body, (text) => onEntry(JSON.parse(text)))
}
