// What operators of the installation see and do.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { setupQuery } from '#api/account/accounts.ts'
import { client, data, page } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { ServerResume } from '#api/client/schemas.ts'

const KEY = ['operator']
const PAGE = 50
const WATCH_MS = 15_000

/** serverHealthQuery is the state of the node that answers and of all databases, asked for again while it is shown. */
export const serverHealthQuery = queryOptions({
  queryKey: [...KEY, 'health'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/operator/health', { signal })),
  refetchInterval: WATCH_MS,
})

/** serverBackupsQuery is how the backups of the server go. */
export const serverBackupsQuery = queryOptions({
  queryKey: [...KEY, 'backups'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/operator/backups', { signal })),
  refetchInterval: WATCH_MS,
})

/** quietQuery is what a server on restored data holds back. */
export const quietQuery = queryOptions({
  queryKey: [...KEY, 'quiet'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/operator/quiet', { signal })),
})

/** HeldBackKind is a kind of what waits that can be dropped. */
export type HeldBackKind = NonNullable<ServerResume['drop']>[number]

/** resumeServer lets it work, without what is dropped. */
export async function resumeServer(drop: readonly HeldBackKind[]): Promise<void> {
  await client.POST('/api/v1/operator/quiet/resume', { body: { drop: [...drop] } })
  await queryClient.invalidateQueries({ queryKey: setupQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: KEY })
}

/** serverSettingsQuery is the settings of the server, without secrets. */
export const serverSettingsQuery = queryOptions({
  queryKey: [...KEY, 'settings'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/operator/settings', { signal })),
})

const queryOf = (search: string, cursor: string | undefined) => ({
  limit: PAGE,
  ...(search !== '' && { search }),
  ...(cursor !== undefined && { cursor }),
})

/** allOrganisationsQuery is all organisations of the installation whose names hold a text, page by page. */
export const allOrganisationsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'organisations', search],
    queryFn: ({ pageParam, signal }) => {
      const params = { query: queryOf(search, pageParam) }
      return page(client.GET('/api/v1/operator/organisations', { params, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

/** allProjectsQuery is all projects of the installation whose names hold a text, page by page. */
export const allProjectsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'projects', search],
    queryFn: ({ pageParam, signal }) => {
      const params = { query: queryOf(search, pageParam) }
      return page(client.GET('/api/v1/operator/projects', { params, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

/** operatorsQuery is the operators of the installation. */
export const operatorsQuery = queryOptions({
  queryKey: [...KEY, 'operators'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/operator/operators', { signal })),
})

/** addOperator makes the account with an address an operator. */
export async function addOperator(email: string): Promise<void> {
  await client.POST('/api/v1/operator/operators', { body: { email } })
  await queryClient.invalidateQueries({ queryKey: operatorsQuery.queryKey })
}

/** removeOperator makes an operator an ordinary account. */
export async function removeOperator(accountID: string): Promise<void> {
  await client.DELETE('/api/v1/operator/operators/{accountID}', { params: { path: { accountID } } })
  await queryClient.invalidateQueries({ queryKey: operatorsQuery.queryKey })
}
