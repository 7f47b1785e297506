// How a project is doing, and what to do about it.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'

// The server's figures are up to a minute old.
const FRESH_MS = 60_000

/** overviewQuery is the requests of the last 24 hours, counts and sizes. */
export const overviewQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'overview'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}/overview', { params: { path: { projectID } }, signal })),
    refetchInterval: FRESH_MS,
  })

/** adviceQuery is what to do, the gravest first. */
export const adviceQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'advice'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}/advice', { params: { path: { projectID } }, signal })),
    refetchInterval: FRESH_MS,
  })
