// Plans, and what projects and organisations pay.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, data, page } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { Invoice } from '#api/client/schemas.ts'

/** BilledTo is whose invoices are listed. */
export type BilledTo = { readonly projectId: string } | { readonly organisationId: string }

const MOST_INVOICES = 100
const USAGE_PAGE = 50

/** plansQuery is the plans of the installation. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => data(client.GET('/api/v1/plans', { signal })),
})

/** billingQuery is the plan of a project, its month until now, and what the month will come to. */
export const billingQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'billing'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}/billing', { params: { path: { projectID } }, signal })),
  })

/** changePlan chooses a plan; 409 where somebody else has changed it since `version`. */
export async function changePlan(projectID: string, plan_id: string, version: number): Promise<void> {
  const params = { path: { projectID } }
  const body = { plan_id, version }
  const changed = await data(client.PATCH('/api/v1/projects/{projectID}/billing', { params, body }))
  queryClient.setQueryData(billingQuery(projectID).queryKey, changed)
}

/** invoicesQuery is the latest hundred invoices, the latest month first. */
export const invoicesQuery = (of: BilledTo) =>
  queryOptions({
    queryKey: ['invoices', of],
    queryFn: ({ signal }) => {
      const query = { limit: MOST_INVOICES }
      if ('organisationId' in of) {
        const params = { path: { organisationID: of.organisationId }, query }
        return page(client.GET('/api/v1/organisations/{organisationID}/invoices', { params, signal }))
      }
      const params = { path: { projectID: of.projectId }, query }
      return page(client.GET('/api/v1/projects/{projectID}/billing/invoices', { params, signal }))
    },
  })

/** invoiceQuery is one invoice with its lines. */
export const invoiceQuery = (of: BilledTo, invoiceID: string) =>
  queryOptions({
    queryKey: ['invoices', of, invoiceID],
    queryFn: ({ signal }): Promise<Invoice> => {
      if ('organisationId' in of) {
        const params = { path: { organisationID: of.organisationId, invoiceID } }
        const path = '/api/v1/organisations/{organisationID}/invoices/{invoiceID}'
        return data(client.GET(path, { params, signal }))
      }
      const params = { path: { projectID: of.projectId, invoiceID } }
      return data(client.GET('/api/v1/projects/{projectID}/billing/invoices/{invoiceID}', { params, signal }))
    },
  })

/** organisationUsageQuery is what the projects of an organisation have used in a month such as 2026-11, page by page, with their sum. */
export const organisationUsageQuery = (organisationID: string, period: string) =>
  infiniteQueryOptions({
    queryKey: ['organisations', organisationID, 'usage', period],
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === undefined ? {} : { cursor: pageParam }
      const query = { period, limit: USAGE_PAGE, ...cursor }
      const params = { path: { organisationID }, query }
      const used = await data(client.GET('/api/v1/organisations/{organisationID}/usage', { params, signal }))
      const next = used.projects.length < USAGE_PAGE ? undefined : used.projects.at(-1)?.project_id
      return { ...used, next }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
