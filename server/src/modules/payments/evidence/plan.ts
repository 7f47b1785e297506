// What evidence changes of a payment, planned before anything is written: the transition, its ledger lines, its entries in
// the timeline, its differences, and what clients will see. Pure, so that many can be planned and then written together.
import {
  correctionEntries,
  type NewPosting,
  paymentEntries,
  refundEntries,
} from '#modules/payments/ledger/ledger.store.ts'
import type { Cause } from '#modules/payments/model/causes.ts'
import { close, decide } from '#modules/payments/model/decide.ts'
import type { Alert, Changes, Decision, Evidence } from '#modules/payments/model/evidence.ts'
import {
  isOpen,
  type KnownPayment,
  type KnownRefund,
  type Payment,
  paidOf,
} from '#modules/payments/model/payment.ts'
import type { RefundStep } from '#modules/payments/model/refunds.ts'
import type { Closing } from './differences.store.ts'
import { nameKey, type PrivateChanges, type TimelineEntry } from './payments.store.ts'

/** Plan is what one piece of evidence changes. */
export interface Plan {
  readonly before: KnownPayment
  /** payment is what it becomes; the same object as `before` where nothing changes. */
  readonly payment: KnownPayment
  /** changed is whether clients see a change. */
  readonly changed: boolean
  readonly events: readonly TimelineEntry[]
  /** alerts are what the owner of the project has to look at. */
  readonly alerts: readonly Alert[]
  /** closes are the causes of differences that end, and closing is who ends them. */
  readonly closes: readonly Cause[]
  readonly closing: Closing
  /** refund is a refund to store. */
  readonly refund: KnownRefund | undefined
  /** posting is the ledger lines of a payment that completes, of which another amount was paid, or some given back. */
  readonly posting: Pick<NewPosting, 'kind' | 'entries'> | undefined
}

/** PlanOptions are what else is known or written together with evidence. */
export interface PlanOptions {
  /** fees are what the provider keeps of a payment that completes. */
  readonly fees?: number | undefined
  /** details are added to what is known of the payment. */
  readonly details?: Record<string, unknown>
  readonly changes?: PrivateChanges
  readonly closing?: Closing
}

const BY_ITSELF: Closing = { by: null, note: null }

/** unplanned is the plan of what changes nothing. */
export function unplanned(payment: KnownPayment): Plan {
  return {
    before: payment,
    payment,
    changed: false,
    events: [],
    alerts: [],
    closes: [],
    closing: BY_ITSELF,
    refund: undefined,
    posting: undefined,
  }
}

/** planEvidence decides what evidence changes; `taken` are the names (`nameKey`) of other payments. */
export function planEvidence(
  payment: KnownPayment,
  evidence: Evidence,
  taken: ReadonlySet<string>,
  now: Date,
  { fees, details, changes: own = {}, closing = BY_ITSELF }: PlanOptions = {},
): Plan {
  const { provider } = payment
  const decision = decide(payment, evidence, now, (name, text) =>
    taken.has(nameKey({ provider, name, text })),
  )
  const { source, failure = null } = evidence
  const transition = { source, failure }
  return planDecision(payment, decision, { transition, evidence }, now, {
    fees,
    details,
    changes: own,
    closing,
  })
}

/** planClosing plans that somebody closes differences of a payment. */
export function planClosing(
  payment: KnownPayment,
  causes: readonly Cause[],
  closing: Closing,
  now: Date,
): Plan {
  return planDecision(payment, close(payment, causes), {}, now, { closing })
}

// `said` is what the entries of the timeline say of the evidence.
function planDecision(
  payment: KnownPayment,
  decision: Decision,
  said: { readonly transition?: object; readonly evidence?: Evidence },
  now: Date,
  { fees, details, changes: own = {}, closing = BY_ITSELF }: PlanOptions,
): Plan {
  const { to, alerts, closes, refund: step } = decision
  const changed = isSeen(payment, decision.changes)
  const more = details === undefined ? {} : { details: { ...payment.details, ...details } }
  const fee_amount = to === 'completed' ? feeOf({ ...payment, ...decision.changes }, fees) : 0
  const changes = {
    ...own,
    ...more,
    ...decision.changes,
    ...(isFinal(to) && { claim: null }),
    ...(fee_amount > 0 && { fee_amount }),
  }
  if (Object.keys(changes).length === 0 && alerts.length === 0 && closes.length === 0 && step === undefined)
    return unplanned(payment)
  const version = payment.version + (changed ? 1 : 0)
  const differences = [
    ...payment.differences.map((one) => (closes.includes(one.cause) ? { ...one, open: false } : one)),
    ...alerts.map(({ cause, said }) => ({ cause, said, open: true })),
  ]
  const refunds =
    step === undefined
      ? payment.refunds
      : [...payment.refunds.filter(({ n }) => n !== step.refund.n), step.refund]
  const next: KnownPayment = { ...payment, ...changes, version, updated_at: now, differences, refunds }
  const events: TimelineEntry[] = [
    ...(to === undefined
      ? []
      : [entry(next, 'transition', { from: payment.status, to, ...said.transition })]),
    ...(step === undefined ? [] : [entry(next, 'refund', { ...step.refund, by: said.evidence?.source })]),
    ...alerts.map(({ cause }) => entry(next, 'alert', { alert: cause, evidence: said.evidence })),
    ...(closes.length === 0 ? [] : [entry(next, 'closed', { causes: closes, ...closing })]),
  ]
  const posting = postingOf(payment, next, to, step)
  const planned = { before: payment, payment: next, changed, events, alerts, closes, closing }
  return { ...planned, refund: step?.refund, posting }
}

// More than was paid is no fee.
function feeOf(payment: Payment, fees = 0): number {
  return fees > 0 && fees < paidOf(payment) ? fees : 0
}

function postingOf(
  before: Payment,
  next: Payment,
  to: Payment['status'] | undefined,
  step: RefundStep | undefined,
): Plan['posting'] {
  if (to === 'completed') return { kind: 'payment', entries: paymentEntries(next) }
  if (step !== undefined) {
    const entries = refundEntries(next, step)
    return entries.length === 0 ? undefined : { kind: to === 'reversed' ? 'reversal' : 'refund', entries }
  }
  if (next.paid_amount === before.paid_amount) return undefined
  return { kind: 'correction', entries: correctionEntries(before, next) }
}

function entry({ id }: Payment, kind: TimelineEntry['kind'], data: TimelineEntry['data']): TimelineEntry {
  return { payment_id: id, kind, data }
}

const UNSEEN: ReadonlySet<string> = new Set<keyof Changes>(['next_check_at', 'claim', 'fee_amount'])

function isSeen(payment: Payment, changes: Changes): boolean {
  return Object.entries(changes).some(
    ([name, value]) => !UNSEEN.has(name) && payment[name as keyof Payment] !== value,
  )
}

function isFinal(to: Payment['status'] | undefined): boolean {
  return to !== undefined && !isOpen({ status: to })
}
