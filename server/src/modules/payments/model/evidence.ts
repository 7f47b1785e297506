// What is said of payments, and what it changes: what the state machine takes and returns.
import type { Cause } from './causes.ts'
import type { PaidAmount } from './money.ts'
import type { Confirmation, Payment, Status } from './payment.ts'
import type { Refund, RefundStep } from './refunds.ts'

/** Evidence is what somebody has said of a payment. */
export interface Evidence {
  /** source is who says so; a statement and an operator also decide what was parked. */
  readonly source: 'response' | 'callback' | 'query' | 'statement' | 'operator' | 'deadline'
  readonly status: Status
  readonly failure?: string | null
  readonly reference?: string | undefined
  readonly receipt?: string | null | undefined
  /** amount and currency are what was paid, where the source says so; undefined where nothing is said. */
  readonly amount?: PaidAmount | undefined
  readonly currency?: string | undefined
  readonly expires_at?: Date | undefined
  /** refund is what was given back, with the status `reversed`. */
  readonly refund?: Refund | undefined
  /** second is what the provider calls another payment for what is paid already. */
  readonly second?: string | undefined
  /** alert is what the owner has to look at if this evidence counts. */
  readonly alert?: Cause | undefined
  /** confirmed_by is what makes a success count; its source alone where this is left out. */
  readonly confirmed_by?: Confirmation | undefined
}

/** Changes are the columns that a decision writes. */
export type Changes = Partial<
  Pick<
    Payment,
    | 'status'
    | 'failure'
    | 'alert'
    | 'reference'
    | 'receipt'
    | 'paid_amount'
    | 'refunded_amount'
    | 'fee_amount'
    | 'expires_at'
    | 'completed_at'
    | 'next_check_at'
    | 'claim'
  >
>

/** Alert is a difference that evidence raises; `said` tells one occurrence of its cause from another. */
export interface Alert {
  readonly cause: Cause
  readonly said: string
  /** amount is what the provider says was paid, where that is the difference and can be read. */
  readonly amount?: number
}

/** Decision is what evidence changes: a transition, other columns, or nothing. */
export interface Decision {
  readonly to: Status | undefined
  readonly changes: Changes
  /** alerts are what the owner has to look at, and was not told yet. */
  readonly alerts: readonly Alert[]
  /** closes are the causes of open differences that end with this. */
  readonly closes: readonly Cause[]
  /** refund is a refund that is new, or known better. */
  readonly refund?: RefundStep | undefined
}

/** IsTaken reports whether another payment has a reference or receipt already. */
export type IsTaken = (name: 'reference' | 'receipt', text: string) => boolean
