// What evidence changes of a payment, planned before anything is written: the transition, its ledger lines, its entries in
// the timeline, its differences, and what clients will see. Pure, so that many can be planned and then written together.
import { type Entry, paymentEntries } from '#payments/ledger/ledger.store.ts'
import type { Cause } from '#payments/model/causes.ts'
import { type Alert, type Changes, decide, type Evidence } from '#payments/model/decide.ts'
import { isOpen, type KnownPayment, type Payment } from '#payments/model/payment.ts'
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
  /** entries are the ledger lines of a payment that completes. */
  readonly entries: readonly Entry[] | undefined
}

/** PlanOptions are what else is known or written together with evidence. */
export interface PlanOptions {
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
    entries: undefined,
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
  const { to, alerts, closes } = decision
  const changed = isSeen(payment, decision.changes)
  const more = details === undefined ? {} : { details: { ...payment.details, ...details } }
  const changes = { ...own, ...more, ...decision.changes, ...(isFinal(to) && { claim: null }) }
  if (Object.keys(changes).length === 0 && alerts.length === 0 && closes.length === 0)
    return unplanned(payment)
  const version = payment.version + (changed ? 1 : 0)
  const differences = [
    ...payment.differences.map((one) => (closes.includes(one.cause) ? { ...one, open: false } : one)),
    ...alerts.map(({ cause, said }) => ({ cause, said, open: true })),
  ]
  const next: KnownPayment = { ...payment, ...changes, version, updated_at: now, differences }
  const { source, failure = null } = evidence
  const events: TimelineEntry[] = [
    ...(to === undefined ? [] : [entry(next, 'transition', { from: payment.status, to, source, failure })]),
    ...alerts.map(({ cause }) => entry(next, 'alert', { alert: cause, evidence })),
    ...(closes.length === 0 ? [] : [entry(next, 'closed', { causes: closes, ...closing })]),
  ]
  const entries = to === 'completed' ? paymentEntries(next, fees) : undefined
  return { before: payment, payment: next, changed, events, alerts, closes, closing, entries }
}

function entry({ id }: Payment, kind: TimelineEntry['kind'], data: TimelineEntry['data']): TimelineEntry {
  return { payment_id: id, kind, data }
}

function isSeen(payment: Payment, changes: Changes): boolean {
  return Object.entries(changes).some(
    ([name, value]) => name !== 'next_check_at' && payment[name as keyof Payment] !== value,
  )
}

function isFinal(to: Payment['status'] | undefined): boolean {
  return to !== undefined && !isOpen({ status: to })
}
