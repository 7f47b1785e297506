// Host names of a project.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { Domain } from '#api/client/schemas.ts'

// What the server finds in the DNS by itself appears while one waits.
const WATCH_MS = 15_000

const isSettled = ({ status, records }: Domain) =>
  status === 'verified' && records.every(({ found }) => found)

/** domainsQuery is the domains of a project, read again while one of them is not complete. */
export const domainsQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'domains'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}/domains', { params: { path: { projectID } }, signal })),
    refetchInterval: ({ state }) => (state.data?.every(isSettled) === false ? WATCH_MS : false),
  })

/** refreshDomains has the domains of a project fetched again. */
export function refreshDomains(projectID: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: domainsQuery(projectID).queryKey })
}

/** addDomain claims a host name. */
export function addDomain(projectID: string, name: string) {
  const params = { path: { projectID } }
  return data(client.POST('/api/v1/projects/{projectID}/domains', { params, body: { name } }))
}

/** checkDomain has the server look at the records now. */
export function checkDomain(projectID: string, domainID: string) {
  const params = { path: { projectID, domainID } }
  return data(client.POST('/api/v1/projects/{projectID}/domains/{domainID}/verify', { params }))
}

/** removeDomain removes a domain: its name leads to the project no more. */
export async function removeDomain(projectID: string, domainID: string): Promise<void> {
  const params = { path: { projectID, domainID } }
  await client.DELETE('/api/v1/projects/{projectID}/domains/{domainID}', { params })
}
