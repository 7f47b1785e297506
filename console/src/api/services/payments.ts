// Payments of a project: settings, transactions, totals and reconciliation.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type {
  DirectPayment,
  HostedSession,
  PaymentResolution,
  PaymentReversal,
  PaymentSettingsUpdate,
  PaymentTransaction,
  StatementImportInput,
  StkPush,
} from '#api/client/schemas.ts'

/** PaymentProvider is one of the two providers of mobile money. */
export type PaymentProvider = PaymentTransaction['provider']

/** PaymentEnvironment is where a payment is made. */
export type PaymentEnvironment = PaymentTransaction['environment']

/** PaymentStatus is the state of a payment. */
export type PaymentStatus = PaymentTransaction['status']

const keyOf = (projectID: string) => ['projects', projectID, 'payments']
const pathOf = (projectID: string) => ({ path: { projectID } })

/** refreshPayments has everything about payments of a project fetched again. */
export function refreshPayments(projectID: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(projectID) })
}

/** paymentSettingsQuery is the settings, with credentials masked. */
export const paymentSettingsQuery = (projectID: string) =>
  queryOptions({
    queryKey: [...keyOf(projectID), 'settings'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/payments/settings', { params: pathOf(projectID), signal }),
      ),
  })

/** updatePaymentSettings changes what the body names; null removes. */
export function updatePaymentSettings(projectID: string, body: PaymentSettingsUpdate) {
  return data(
    client.PUT('/api/v1/projects/{projectID}/payments/settings', { params: pathOf(projectID), body }),
  )
}

/** testProvider asks a provider whether it accepts the stored credentials. */
export function testProvider(projectID: string, provider: PaymentProvider) {
  return data(
    client.POST('/api/v1/projects/{projectID}/payments/settings/test', {
      params: pathOf(projectID),
      body: { provider },
    }),
  )
}

/** PaymentFilter is which payments to list; what is left out does not narrow the list down. */
export interface PaymentFilter {
  readonly status?: PaymentStatus
  readonly provider?: PaymentProvider
  readonly environment?: PaymentEnvironment
  readonly alert?: 'true'
  readonly phone?: string
  readonly reference?: string
  readonly order_id?: string
  readonly from?: string
}

const PAGE = 50
const WATCH_MS = 10_000

/** paymentsQuery is the payments that match a filter, the latest first, asked for again while the screen is open. */
export const paymentsQuery = (projectID: string, filter: PaymentFilter) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(projectID), 'list', filter],
    queryFn: async ({ pageParam, signal }) => {
      const params = { ...pathOf(projectID), query: { ...filter, limit: PAGE, page: pageParam } }
      const answer = client.GET('/api/v1/projects/{projectID}/payments/transactions', { params, signal })
      const items = await data(answer)
      return { items, isLast: (await answer).response.headers.get('link') === null }
    },
    initialPageParam: 1,
    getNextPageParam: ({ isLast }, _pages, page) => (isLast ? undefined : page + 1),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? WATCH_MS : false),
  })

const OPEN: readonly PaymentStatus[] = ['submitting', 'pending', 'unknown']

/** isOpenPayment is whether the outcome of a payment is not known yet. */
export function isOpenPayment({ status }: Pick<PaymentTransaction, 'status'>): boolean {
  return OPEN.includes(status)
}

/** paymentQuery is one payment with its timeline and ledger lines, asked for again until its outcome is known. */
export const paymentQuery = (projectID: string, transactionID: string) =>
  queryOptions({
    queryKey: [...keyOf(projectID), 'one', transactionID],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/payments/transactions/{transactionID}', {
          params: { path: { projectID, transactionID } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isOpenPayment(state.data) ? WATCH_MS : false,
  })

/** paymentsCsv returns the payments that match a filter as CSV. */
export async function paymentsCsv(projectID: string, query: PaymentFilter): Promise<string> {
  const { data: text } = await client.GET('/api/v1/projects/{projectID}/payments/transactions.csv', {
    params: { ...pathOf(projectID), query },
    parseAs: 'text',
  })
  return text ?? ''
}

/** pushPayment has provider A ask a phone. */
export function pushPayment(projectID: string, body: StkPush) {
  return data(
    client.POST('/api/v1/projects/{projectID}/payments/provider_a/stk-push', {
      params: pathOf(projectID),
      body,
    }),
  )
}

/** startDirectPayment has provider B ask a phone. */
export function startDirectPayment(projectID: string, body: DirectPayment) {
  return data(
    client.POST('/api/v1/projects/{projectID}/payments/provider_b/initiate', {
      params: pathOf(projectID),
      body,
    }),
  )
}

/** openCheckout opens a session on the checkout page of provider B. */
export function openCheckout(projectID: string, body: HostedSession) {
  return data(
    client.POST('/api/v1/projects/{projectID}/payments/provider_b/session', {
      params: pathOf(projectID),
      body,
    }),
  )
}

/** reversePayment records that a payment was paid back. */
export function reversePayment(projectID: string, transactionID: string, body: PaymentReversal) {
  const params = { path: { projectID, transactionID } }
  return data(
    client.POST('/api/v1/projects/{projectID}/payments/transactions/{transactionID}/reversal', {
      params,
      body,
    }),
  )
}

/** resolvePayment says what became of a payment. */
export function resolvePayment(projectID: string, transactionID: string, body: PaymentResolution) {
  const params = { path: { projectID, transactionID } }
  return data(
    client.POST('/api/v1/projects/{projectID}/payments/transactions/{transactionID}/resolve', {
      params,
      body,
    }),
  )
}

/** balancesQuery is the balances of the accounts of the ledger. */
export const balancesQuery = (projectID: string) =>
  queryOptions({
    queryKey: [...keyOf(projectID), 'ledger'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}/payments/ledger', { params: pathOf(projectID), signal })),
  })

/** ReportFilter is which payments and differences a report is about. */
export interface ReportFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly environment?: PaymentEnvironment | undefined
}

/** reconciliationQuery compares the payments of a time with what the providers say. */
export const reconciliationQuery = (projectID: string, filter: ReportFilter) =>
  queryOptions({
    queryKey: [...keyOf(projectID), 'reconciliation', filter],
    queryFn: ({ signal }) => {
      const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
      const params = { ...pathOf(projectID), query }
      return data(client.GET('/api/v1/projects/{projectID}/payments/reconciliation', { params, signal }))
    },
    placeholderData: keepPreviousData,
  })

/** importsQuery is the imports of statements, the latest first. */
export const importsQuery = (projectID: string) =>
  queryOptions({
    queryKey: [...keyOf(projectID), 'imports'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/payments/reconciliation/imports', {
          params: pathOf(projectID),
          signal,
        }),
      ),
  })

/** importQuery is one of them, with the lines that were not taken. */
export const importQuery = (projectID: string, importID: string) =>
  queryOptions({
    queryKey: [...keyOf(projectID), 'imports', importID],
    queryFn: ({ signal }) => {
      const params = { path: { projectID, importID } }
      return data(
        client.GET('/api/v1/projects/{projectID}/payments/reconciliation/imports/{importID}', {
          params,
          signal,
        }),
      )
    },
  })

/** undoImport undoes an import of a statement. */
export async function undoImport(projectID: string, importID: string): Promise<void> {
  const params = { path: { projectID, importID } }
  await client.DELETE('/api/v1/projects/{projectID}/payments/reconciliation/imports/{importID}', { params })
}

/** closeDifferences closes differences with a note. */
export function closeDifferences(projectID: string, ids: string[], note: string) {
  return data(
    client.POST('/api/v1/projects/{projectID}/payments/reconciliation/close', {
      params: pathOf(projectID),
      body: { ids, note },
    }),
  )
}

/** importStatement imports a statement of a provider. */
export function importStatement(projectID: string, body: StatementImportInput) {
  return data(
    client.POST('/api/v1/projects/{projectID}/payments/reconciliation/statements', {
      params: pathOf(projectID),
      body,
    }),
  )
}

/** dayTotalsQuery is how many payments were started on each day since a moment, and what was paid of them, the latest day first. */
export const dayTotalsQuery = (projectID: string, from: string) =>
  queryOptions({
    queryKey: [...keyOf(projectID), 'totals', from],
    queryFn: ({ signal }) => {
      const params = { path: { projectID }, query: { from } }
      return data(client.GET('/api/v1/projects/{projectID}/payments/totals', { params, signal }))
    },
    placeholderData: keepPreviousData,
  })
