// What goes in and out of payments. Times are in ISO 8601, amounts in whole shillings.

/** PaymentStatus is the state of a payment; `unknown` means that the provider has not answered yet. */
export type PaymentStatus =
  | 'submitting'
  | 'pending'
  | 'unknown'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'reversed'

/** SettledStatus is a state in which a payment stays, unless it succeeds late or is paid back. */
export type SettledStatus = Exclude<PaymentStatus, 'submitting' | 'pending' | 'unknown'>

/** PaymentEnvironment is where a payment was made: `sandbox` moves no money. */
export type PaymentEnvironment = 'sandbox' | 'live'

/** Provider is one of the two providers of mobile money. */
export type Provider = 'provider_a' | 'provider_b'

/** Payment is a transaction, as the API and the table payment_transactions show it. */
export interface Payment {
  readonly id: string
  readonly provider: Provider
  readonly kind: 'stk_push' | 'direct' | 'session'
  readonly status: PaymentStatus
  /** amount is in whole shillings. */
  readonly amount: number
  readonly currency: string
  /** refunded_amount is what was given back of it. */
  readonly refunded_amount: number
  readonly phone: string | null
  readonly order_id: string | null
  readonly description: string | null
  readonly metadata: Record<string, unknown>
  readonly reference: string | null
  readonly receipt: string | null
  /** failure says why a payment failed, for programs: `insufficient_funds`, `wrong_pin`, … */
  readonly failure: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** SettledPayment is a payment with an outcome. */
export type SettledPayment = Payment & { readonly status: SettledStatus }

/** PaymentInput is what all ways to pay have in common. */
export interface PaymentInput {
  readonly amount: number
  readonly description?: string
  readonly order_id?: string
  readonly metadata?: Record<string, unknown>
  /** user_id is whose payment it is, for secret keys; signed-in users pay for themselves. */
  readonly user_id?: string
}

/** PushInput is a prompt on the payer's phone, with provider A. */
export interface PushInput extends PaymentInput {
  readonly phone: string
  readonly description: string
}

/** DirectInput is a direct payment with provider B. */
export interface DirectInput extends PaymentInput {
  readonly phone: string
  readonly first_name: string
  readonly last_name: string
  readonly email?: string
}

/** SessionInput is a session on the checkout page of provider B. */
export interface SessionInput extends PaymentInput {
  readonly redirect_url?: string
  readonly customer_name?: string
  readonly customer_phone?: string
  /** expires_in is in seconds, between 60 and 86400. */
  readonly expires_in?: number
}

/** PaymentFilters say which payments are listed. Times are in ISO 8601, amounts in whole shillings. */
export interface PaymentFilters {
  /** status is one, or several separated by commas: `completed,reversed`. */
  readonly status?: PaymentStatus | `${PaymentStatus},${string}`
  readonly provider?: Provider
  readonly environment?: PaymentEnvironment
  readonly phone?: string
  readonly reference?: string
  readonly order_id?: string
  readonly user_id?: string
  /** alert chooses those that somebody has to look at. */
  readonly alert?: true
  /** from and to are when they were started: at it or later, and before it. */
  readonly from?: string
  readonly to?: string
  readonly min_amount?: number
  readonly max_amount?: number
  readonly page?: number
  /** limit is the number of payments of a page, 1 to 200; the default is 20. */
  readonly limit?: number
}

/** StartedPayment is a payment that was started. */
export interface StartedPayment {
  readonly transaction_id: string
  readonly status: PaymentStatus
}

/** TotalFilters are those of the list; `from` is 30 days before `to` by default, and at most 366. */
export type TotalFilters = Omit<PaymentFilters, 'page' | 'limit'>

/** DayTotal is the payments that were started on a day (UTC), of one environment and currency. */
export interface DayTotal {
  readonly day: string
  readonly environment: PaymentEnvironment
  readonly currency: string
  readonly payments: number
  readonly completed: number
  /** amount is the sum of those that are completed, in whole shillings, and refunded_amount what was given back of it. */
  readonly amount: number
  readonly refunded_amount: number
}

/** LedgerBalance is the sum of an account of the ledger, in whole shillings. */
export interface LedgerBalance {
  readonly environment: PaymentEnvironment
  readonly account: string
  readonly currency: string
  readonly balance: number
}

/** Reversal is what the provider has paid back: all that is left, or an amount in whole shillings. */
export interface Reversal {
  readonly reason: string
  readonly receipt?: string
  readonly amount?: number
}

/** Resolution is what became of a payment; `amount` what was really paid, of one that is completed. */
export interface Resolution {
  readonly status: 'completed' | 'failed'
  readonly reason: string
  readonly receipt?: string
  readonly amount?: number
}

/** PaymentSettings are those of the project. Credentials come masked; null removes what may be removed. */
export interface PaymentSettings {
  readonly is_active: boolean
  readonly allow_publishable_key: boolean
  readonly provider_a_environment: PaymentEnvironment
  readonly provider_a_shortcode: string | null
  readonly provider_a_consumer_key: string | null
  readonly provider_a_consumer_secret: string | null
  readonly provider_a_passkey: string | null
  readonly provider_a_callback_url: string | null
  readonly provider_a_confirm: 'token' | 'query'
  readonly provider_a_queries_per_minute: number
  readonly provider_b_queries_per_minute: number
  readonly provider_b_mode: PaymentEnvironment
  readonly provider_b_api_key: string | null
  readonly provider_b_webhook_secret: string | null
  readonly provider_b_callback_url: string | null
}

/** CredentialsTest is whether a provider accepts the credentials; `simulated` where they were not tried. */
export interface CredentialsTest {
  readonly provider: Provider
  readonly environment: PaymentEnvironment
  readonly simulated: boolean
  readonly ok: boolean
  readonly message: string
}

/** Difference is something that the provider and the server do not agree on, with what to do about it. */
export interface Difference {
  readonly id: string
  readonly cause: string
  readonly advice: string
  readonly transaction_id: string | null
  readonly provider: Provider
  readonly reference: string | null
  readonly receipt: string | null
  readonly status: PaymentStatus | null
  readonly amount: number | null
  readonly provider_amount: number | null
  readonly currency: string
  readonly at: string
  readonly closed_at: string | null
  readonly closed_by: string | null
  readonly note: string | null
}

/** ReconciliationReport is the differences, whatever their age, and the totals of a time. */
export interface ReconciliationReport {
  readonly from: string
  readonly to: string
  readonly totals: readonly object[]
  readonly differences: readonly Difference[]
}

/** Statement is a provider's list of payments, as CSV. */
export interface Statement {
  readonly provider: Provider
  readonly csv: string
  readonly environment?: PaymentEnvironment
  /** dates is the order of day, month and year, where they can be read in two ways. */
  readonly dates?: 'dmy' | 'mdy' | 'ymd'
}

/** StatementImport is a statement that was imported; `others` are lines that are neither settled nor matched. */
export interface StatementImport {
  readonly id: string
  readonly provider: Provider
  readonly environment: PaymentEnvironment
  readonly at: string
  readonly by: string
  readonly lines: number
  /** counts are the numbers of lines by their outcome; null where it has broken off, or is not over yet. */
  readonly counts: Readonly<Record<string, number>> | null
  readonly others?: readonly {
    readonly line: number
    readonly receipt: string | null
    readonly outcome: string
    readonly reason: string
  }[]
}
