// What evidence changes of a payment, planned before anything is written: the transition, its ledger lines, its entries in
// the timeline, and what clients will see. Pure, so that many can be planned and then written together.
import { type Entry, paymentEntries } from '#payments/ledger/ledger.store.ts'
import { type Changes, type Decision, decide, type Evidence } from '#payments/model/decide.ts'
import { isOpen, type Payment } from '#payments/model/payment.ts'
import { NAMES, nameKey, type PrivateChanges, type TimelineEntry } from './payments.store.ts'

/** Plan is what one piece of evidence changes. */
export interface Plan {
  readonly before: Payment
  /** payment is what it becomes; the same object as `before` where nothing changes. */
  readonly payment: Payment
  /** changed is whether clients see a change. */
  readonly changed: boolean
  readonly events: readonly TimelineEntry[]
  /** alert is what the owner of the project has to look at. */
  readonly alert?: string | undefined
  /** entries are the ledger lines of a payment that completes. */
  readonly entries: readonly Entry[] | undefined
}

/** PlanOptions are what else is known or written together with evidence. */
export interface PlanOptions {
  readonly fees?: number | undefined
  /** details are added to what is known of the payment. */
  readonly details?: Record<string, unknown>
  readonly changes?: PrivateChanges
}

/** planEvidence decides what evidence changes; `taken` are the names (`nameKey`) of other payments. */
export function planEvidence(
  payment: Payment,
  evidence: Evidence,
  taken: ReadonlySet<string>,
  now: Date,
  { fees, details, changes: own = {} }: PlanOptions = {},
): Plan {
  const decision = withFreeNames(payment, decide(payment, evidence, now), taken)
  const { to, alert } = decision
  const changed = isSeen(payment, decision.changes)
  const more = details === undefined ? {} : { details: { ...payment.details, ...details } }
  const changes = { ...own, ...more, ...decision.changes, ...(isFinal(to) && { claim: null }) }
  if (Object.keys(changes).length === 0)
    return { before: payment, payment, changed, events: [], entries: undefined }
  const version = payment.version + (changed ? 1 : 0)
  const next: Payment = { ...payment, ...changes, version, updated_at: now }
  const { source, failure = null } = evidence
  const events: TimelineEntry[] = []
  if (to !== undefined)
    events.push({
      payment_id: next.id,
      kind: 'transition',
      data: { from: payment.status, to, source, failure },
    })
  if (alert !== undefined) events.push({ payment_id: next.id, kind: 'alert', data: { alert, evidence } })
  const entries = to === 'completed' ? paymentEntries(next, fees) : undefined
  return { before: payment, payment: next, changed, events, alert, entries }
}

function isSeen(payment: Payment, changes: Changes): boolean {
  return Object.entries(changes).some(
    ([name, value]) => name !== 'next_check_at' && payment[name as keyof Payment] !== value,
  )
}

function isFinal(to: Payment['status'] | undefined): boolean {
  return to !== undefined && !isOpen({ status: to })
}

// One receipt pays for one payment, and an answer about a reference must be about one.
function withFreeNames(payment: Payment, decision: Decision, taken: ReadonlySet<string>): Decision {
  const { provider } = payment
  const name = NAMES.find((one) => {
    const text = decision.changes[one] ?? null
    return text !== null && taken.has(nameKey({ provider, name: one, text }))
  })
  if (name === undefined) return decision
  const alert = `${name}_taken`
  const changes = isOpen(payment)
    ? { status: 'unknown' as const, failure: alert, alert, next_check_at: null }
    : { alert }
  return { to: isOpen(payment) && payment.status !== 'unknown' ? 'unknown' : undefined, changes, alert }
}
