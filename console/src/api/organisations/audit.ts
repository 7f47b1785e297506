// The audit log of a project or of an organisation.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, data, page } from '#api/client/client.ts'
import { type Csv, readCsv } from '#api/client/csv.ts'
import type { AuditEntry } from '#api/client/schemas.ts'

const PAGE = 50
const CSV_PAGE = 1000

/** AuditOf is whose entries are listed. */
export type AuditOf = { readonly projectId: string } | { readonly organisationId: string }

/** AuditFilter is which entries to list; what is left out does not narrow the list down. */
export interface AuditFilter {
  readonly action?: string
  readonly actor?: string
  readonly target?: string
  readonly from?: string
  readonly to?: string
}

interface AuditQuery extends AuditFilter {
  readonly limit: number
  readonly cursor?: string
}

function request(of: AuditOf, query: AuditQuery, signal?: AbortSignal) {
  const rest = signal === undefined ? {} : { signal }
  if ('organisationId' in of) {
    const params = { query: { ...query, organisation_id: of.organisationId } }
    return client.GET('/api/v1/audit-logs', { params, ...rest })
  }
  const params = { path: { projectID: of.projectId }, query }
  return client.GET('/api/v1/projects/{projectID}/audit-logs', { params, ...rest })
}

/** auditQuery is the entries that match a filter, the latest first, page by page. */
export const auditQuery = (of: AuditOf, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', of, 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      return page(request(of, query, signal))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

/** auditEntryQuery is one entry; null where it is no longer kept. */
export const auditEntryQuery = (of: AuditOf, id: string) =>
  queryOptions({
    queryKey: ['audit', of, id],
    queryFn: async ({ signal }): Promise<AuditEntry | null> => {
      // The list before the next id begins with this one.
      const query = { cursor: String(BigInt(id) + 1n), limit: 1 }
      const [found] = await data(request(of, query, signal))
      return found?.id === id ? found : null
    },
  })

/** auditCsv returns the latest of these entries as CSV, 10,000 at most. */
export function auditCsv(of: AuditOf, filter: AuditFilter): Promise<Csv> {
  return readCsv((cursor) => {
    const query = { ...filter, limit: CSV_PAGE, format: 'csv', ...(cursor && { cursor }) } as const
    return 'organisationId' in of
      ? client.GET('/api/v1/audit-logs', {
          params: { query: { ...query, organisation_id: of.organisationId } },
          parseAs: 'text',
        })
      : client.GET('/api/v1/projects/{projectID}/audit-logs', {
          params: { path: { projectID: of.projectId }, query },
          parseAs: 'text',
        })
  })
}
