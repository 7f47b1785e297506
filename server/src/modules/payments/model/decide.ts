// The state machine of payments: what a piece of evidence changes. Pure, so that every rule can be tested by itself.
//
//   submitting → pending → completed | failed | cancelled | expired, unknown → any of them, completed → reversed.
//   A success that comes late lifts failed, cancelled and expired to completed, with an alert. Completed stays.
import type { PaidAmount } from './money.ts'
import { isOpen, type Payment, type Status } from './payment.ts'

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
  /** alert is what the owner has to look at if this evidence counts. */
  readonly alert?: string | undefined
}

/** Changes are the columns that a decision writes. */
export type Changes = Partial<
  Pick<
    Payment,
    'status' | 'failure' | 'alert' | 'reference' | 'receipt' | 'expires_at' | 'completed_at' | 'next_check_at'
  >
>

/** Decision is what evidence changes: a transition, other columns, or nothing. */
export interface Decision {
  readonly to: Status | undefined
  readonly changes: Changes
  /** alert is what the owner has to look at. */
  readonly alert: string | undefined
}

const NOTHING: Decision = { to: undefined, changes: {}, alert: undefined }
const LATE: ReadonlySet<Status> = new Set(['failed', 'cancelled', 'expired'])

/** decide returns what a piece of evidence changes. */
export function decide(payment: Payment, evidence: Evidence, now: Date): Decision {
  const { status } = payment
  const to = evidence.status
  if (to === 'reversed') return status === 'completed' ? move(to, {}) : NOTHING
  // What a query has completed says nothing of the amount: another one that comes to light is only told to the owner.
  if (status === 'completed' && to === 'completed' && isOtherAmount(payment, evidence))
    return complete(payment, evidence, now)
  if (status === 'completed' || status === 'reversed') return fillIn(payment, evidence)
  if (isParked(payment) && evidence.source !== 'statement' && evidence.source !== 'operator') return NOTHING
  if (to === 'completed') return complete(payment, evidence, now)
  if (!isOpen(payment) || to === 'submitting') return NOTHING
  if (to === status) return fillIn(payment, evidence)
  if (to === 'pending') return move(to, { ...found(payment, evidence), failure: null })
  if (to === 'unknown')
    return move(to, { ...found(payment, evidence), failure: evidence.failure ?? null }, evidence.alert)
  return move(to, { ...found(payment, evidence), failure: evidence.failure ?? null, next_check_at: null })
}

const PARKED: ReadonlySet<string | null> = new Set(['amount_mismatch', 'receipt_taken', 'reference_taken'])

/**
 * isParked reports whether a payer has paid another amount, or two payments have the same receipt or reference: only a
 * person or the statement decides, so that nobody need be asked.
 */
export function isParked({ status, failure }: Payment): boolean {
  return status === 'unknown' && PARKED.has(failure)
}

function complete(payment: Payment, evidence: Evidence, now: Date): Decision {
  if (isOtherAmount(payment, evidence)) {
    const alert = 'amount_mismatch'
    if (payment.alert === alert) return NOTHING
    if (!isOpen(payment)) return { ...NOTHING, changes: { alert }, alert }
    return move('unknown', { ...found(payment, evidence), failure: alert, next_check_at: null }, alert)
  }
  const alert = LATE.has(payment.status) ? 'late_success' : evidence.alert
  const changes = { ...found(payment, evidence), failure: null, completed_at: now, next_check_at: null }
  return move('completed', changes, alert)
}

function move(to: Status, changes: Changes, alert?: string): Decision {
  return { to, changes: { ...changes, status: to, ...(alert && { alert }) }, alert }
}

// What was not known before; nothing that is known is replaced.
function found(payment: Payment, { reference, receipt, expires_at }: Evidence): Changes {
  return {
    ...(payment.reference === null && reference !== undefined && { reference }),
    ...(payment.receipt === null && receipt && { receipt }),
    ...(payment.expires_at === null && expires_at !== undefined && { expires_at }),
  }
}

function isOtherAmount(payment: Payment, { amount, currency }: Evidence): boolean {
  return (
    (amount !== undefined && amount !== payment.amount) ||
    (currency !== undefined && currency !== payment.currency)
  )
}

function fillIn(payment: Payment, evidence: Evidence): Decision {
  if (evidence.status !== payment.status) return NOTHING
  return { ...NOTHING, changes: found(payment, evidence) }
}
