// The view of the payments screen, as the address has it.
import type {
  PaymentEnvironment,
  PaymentFilter,
  PaymentProvider,
  PaymentStatus,
  ReportFilter,
} from '#api/services/payments.ts'
import { momentIn } from '#ui/lists/span.ts'

/** TABS are the parts of the screen. */
export const TABS = ['transactions', 'totals', 'reconciliation', 'settings'] as const

/** STATUSES are the states of payments. */
export const STATUSES: readonly PaymentStatus[] = [
  'submitting',
  'pending',
  'unknown',
  'completed',
  'failed',
  'cancelled',
  'expired',
  'reversed',
]

const PROVIDERS: readonly PaymentProvider[] = ['provider_a', 'provider_b']
const ENVIRONMENTS: readonly PaymentEnvironment[] = ['sandbox', 'live']
const FINDS = ['reference', 'phone', 'order_id'] as const
const DAYS = { day: 1, week: 7, month: 30, quarter: 90 } as const
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Span is how far back a list goes. */
export type Span = keyof typeof DAYS

/** PaymentsSearch is what the address says: the part, filters of the list, the payment that is open, and the form. */
export interface PaymentsSearch {
  readonly tab?: (typeof TABS)[number] | undefined
  readonly find?: (typeof FINDS)[number] | undefined
  readonly text?: string | undefined
  readonly status?: PaymentStatus | undefined
  readonly provider?: PaymentProvider | undefined
  readonly environment?: PaymentEnvironment | undefined
  readonly alert?: boolean | undefined
  readonly span?: Span | undefined
  /** since and until are the ends of a time that was chosen instead of a span. */
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly payment?: string | undefined
  readonly start?: boolean | undefined
}

/** one returns which of the choices a value of the address is. */
function one<Value extends string>(choices: readonly Value[], value: unknown): Value | undefined {
  return choices.find((choice) => choice === value)
}

const ID = /^[0-9a-f-]{36}$/i

/** paymentsSearchOf reads the address, and leaves out what it does not know. */
export function paymentsSearchOf(raw: Record<string, unknown>): PaymentsSearch {
  return {
    tab: one(TABS, raw.tab),
    find: one(FINDS, raw.find),
    text: raw.text === undefined || raw.text === '' ? undefined : String(raw.text),
    status: one(STATUSES, raw.status),
    provider: one(PROVIDERS, raw.provider),
    environment: one(ENVIRONMENTS, raw.environment),
    alert: raw.alert === true || undefined,
    span: one(Object.keys(DAYS) as Span[], raw.span),
    since: momentIn(raw.since),
    until: momentIn(raw.until),
    payment: typeof raw.payment === 'string' && ID.test(raw.payment) ? raw.payment : undefined,
    start: raw.start === true || undefined,
  }
}

/** beginningOf returns when a span began: at a full hour, so that the same list stays in memory. */
export function beginningOf(span: Span): string {
  return new Date(Math.floor((Date.now() - DAYS[span] * DAY_MS) / HOUR_MS) * HOUR_MS).toISOString()
}

/** reportSpanOf returns the span of the report, the last day by default; undefined where another time was chosen. */
export function reportSpanOf({ span, since, until }: PaymentsSearch): Exclude<Span, 'quarter'> | undefined {
  if (span !== undefined) return span === 'quarter' ? 'month' : span
  return since === undefined && until === undefined ? 'day' : undefined
}

/** reportFilterOf returns which report an address is about. */
export function reportFilterOf(search: PaymentsSearch): ReportFilter {
  const { since: from, until: to, environment } = search
  const span = reportSpanOf(search)
  return { ...(span === undefined ? { from, to } : { from: beginningOf(span) }), environment }
}

/** filterOf returns the filter of an address. */
export function filterOf(search: PaymentsSearch): PaymentFilter {
  const { find = 'reference', text, status, provider, environment, alert, span } = search
  return {
    ...(text !== undefined && { [find]: text.trim() }),
    ...(status !== undefined && { status }),
    ...(provider !== undefined && { provider }),
    ...(environment !== undefined && { environment }),
    ...(alert === true && { alert: 'true' as const }),
    ...(span !== undefined && { from: beginningOf(span) }),
  }
}
