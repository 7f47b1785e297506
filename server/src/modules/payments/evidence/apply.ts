// Applies evidence to a payment: the transition, its ledger lines, the entry in its timeline and what clients will see
// are one transaction, or none of them.
import { insertPosting, paymentEntries } from '#payments/ledger/ledger.store.ts'
import { type Changes, type Decision, decide, type Evidence } from '#payments/model/decide.ts'
import { isOpen, type Payment } from '#payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import * as store from './payments.store.ts'

/** Applied is a payment after evidence, and whether clients see a change. */
export interface Applied {
  readonly payment: Payment
  readonly changed: boolean
}

/** ApplyOptions are what else is known or written together with evidence. */
export interface ApplyOptions {
  readonly fees?: number | undefined
  /** details are added to what is known of the payment. */
  readonly details?: Record<string, unknown>
  readonly changes?: store.PrivateChanges
}

/**
 * applyEvidence decides on a locked payment and writes the decision; `db` is a transaction, and `payment` was read in it
 * with a lock.
 */
export async function applyEvidence(
  db: Queryable,
  payment: Payment,
  evidence: Evidence,
  now: Date,
  { fees, details, changes: own = {} }: ApplyOptions = {},
): Promise<Applied> {
  const decision = await withFreeReceipt(db, payment, decide(payment, evidence, now))
  const { to, alert } = decision
  const shown = Object.keys(decision.changes).length > 0 && isSeen(payment, decision.changes)
  const more = details === undefined ? {} : { details: { ...payment.details, ...details } }
  const changes = { ...own, ...more, ...decision.changes, ...(isFinal(to) && { claim: null }) }
  if (Object.keys(changes).length === 0) return { payment, changed: false }
  const next = await store.updatePayment(db, payment, changes, shown, now)
  if (next === undefined) throw new Error('the payment was changed without its lock')
  if (to !== undefined) {
    const { source, failure = null } = evidence
    await store.insertEvent(db, next.id, 'transition', { from: payment.status, to, source, failure }, now)
  }
  if (alert !== undefined) await store.insertEvent(db, next.id, 'alert', { alert, evidence }, now)
  if (to === 'completed') await insertPosting(db, next, 'payment', paymentEntries(next, fees), now)
  if (shown) await store.insertPublication(db, next, now)
  return { payment: next, changed: shown }
}

function isSeen(payment: Payment, changes: Changes): boolean {
  return Object.entries(changes).some(
    ([name, value]) => name !== 'next_check_at' && payment[name as keyof Payment] !== value,
  )
}

function isFinal(to: Payment['status'] | undefined): boolean {
  return to !== undefined && !isOpen({ status: to })
}

// One receipt pays for one payment.
async function withFreeReceipt(db: Queryable, payment: Payment, decision: Decision): Promise<Decision> {
  const { receipt } = decision.changes
  if (receipt === undefined || receipt === null) return decision
  const { project_id, provider } = payment
  const other = await store.findPayment(db, project_id, { provider, receipt })
  if (other === undefined) return decision
  const alert = 'receipt_taken'
  const changes = isOpen(payment)
    ? { status: 'unknown' as const, failure: alert, alert, next_check_at: null }
    : { alert }
  return { to: isOpen(payment) && payment.status !== 'unknown' ? 'unknown' : undefined, changes, alert }
}
