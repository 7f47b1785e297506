// A payment as it is stored, and what the project's own table shows of it.

import type { Cause } from './causes.ts'
import type { ProviderName } from './money.ts'

/** STATUSES are all states of a payment. */
export const STATUSES = [
  'submitting',
  'pending',
  'unknown',
  'completed',
  'failed',
  'cancelled',
  'expired',
  'reversed',
] as const

/** Status is the state of a payment. */
export type Status = (typeof STATUSES)[number]

/** CONFIRMATIONS are what a success of provider A can be confirmed by: the token of its address, or a query. */
export const CONFIRMATIONS = ['token', 'query'] as const

/** Confirmation is one of them. */
export type Confirmation = (typeof CONFIRMATIONS)[number]

/** Claim is what a callback has said of a payment that a query has yet to confirm. */
export interface Claim {
  readonly receipt: string | null
  /** amount is null where the callback named none; another one than was asked for is never claimed. */
  readonly amount: number | null
}

/** Payment is a stored payment. */
export interface Payment {
  readonly id: string
  readonly project_id: string
  /** version counts the states that were shown to clients. */
  readonly version: number
  readonly provider: ProviderName
  readonly kind: 'stk_push' | 'direct' | 'session'
  readonly environment: 'sandbox' | 'live'
  readonly status: Status
  /** account names the account of the provider that it was started with; null where that is not known. */
  readonly account: string | null
  /** amount is in whole shillings. */
  readonly amount: number
  /** paid_amount is what was paid instead of it, where the owner has said so. */
  readonly paid_amount: number | null
  readonly currency: string
  /** refunded_amount is what was given back of it. */
  readonly refunded_amount: number
  /** fee_amount is what the provider has kept of it, where that is known. */
  readonly fee_amount: number
  readonly phone: string | null
  readonly user_id: string | null
  readonly order_id: string | null
  readonly description: string | null
  readonly metadata: Record<string, unknown>
  /** account_reference is ours, and what the payer reads. */
  readonly account_reference: string
  /** reference is the provider's: a CheckoutRequestID, or the reference of a payment or session. */
  readonly reference: string | null
  readonly receipt: string | null
  readonly failure: string | null
  readonly alert: string | null
  /** request is what the provider was asked, so that it can be repeated where that is safe. */
  readonly request: Record<string, unknown>
  readonly details: Record<string, unknown>
  readonly claim: Claim | null
  readonly next_check_at: Date | null
  readonly checks: number
  readonly expires_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly completed_at: Date | null
}

/** KnownDifference is a difference between the provider and us that was found of a payment. */
export interface KnownDifference {
  readonly cause: Cause
  readonly said: string
  /** open is whether nobody has closed it. */
  readonly open: boolean
}

/** KnownRefund is a part of a payment that was given back, as somebody has told of it. */
export interface KnownRefund {
  /** n counts the refunds of a payment from 1. */
  readonly n: number
  /** amount is in shillings, with cents where the provider says some. */
  readonly amount: number
  /** receipt is what statements call it; null as long as none has it. */
  readonly receipt: string | null
  /** called is whether a callback has told of it. */
  readonly called: boolean
  /** booked is false where it is more than was left, or no whole number. */
  readonly booked: boolean
}

/** KnownPayment is a payment with its differences, the oldest first, and its refunds: what a decision needs. */
export interface KnownPayment extends Payment {
  readonly differences: readonly KnownDifference[]
  readonly refunds: readonly KnownRefund[]
}

/** paidOf returns what was paid: what was asked for, unless the owner has said otherwise. */
export function paidOf({ amount, paid_amount }: Pick<Payment, 'amount' | 'paid_amount'>): number {
  return paid_amount ?? amount
}

/** SHOWN are the columns of `payment_transactions`, in their order. */
export const SHOWN = [
  'id',
  'version',
  'provider',
  'kind',
  'environment',
  'status',
  'amount',
  'currency',
  'refunded_amount',
  'phone',
  'user_id',
  'order_id',
  'description',
  'metadata',
  'reference',
  'receipt',
  'failure',
  'alert',
  'expires_at',
  'completed_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Payment)[]

/** ShownPayment is a payment as clients see it. */
export type ShownPayment = Pick<Payment, (typeof SHOWN)[number]>

/** showPayment returns what clients see of a payment. */
export function showPayment(payment: Payment): ShownPayment {
  return Object.fromEntries(SHOWN.map((field) => [field, payment[field]])) as unknown as ShownPayment
}

/** isPaid reports whether a payment was paid, be it given back since. */
export function isPaid({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'completed' || status === 'reversed'
}

/** isOpen reports whether the outcome of a payment is not known yet. */
export function isOpen({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'submitting' || status === 'pending' || status === 'unknown'
}
