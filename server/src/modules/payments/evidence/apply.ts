// Applies evidence to payments: the transitions, their ledger lines, the entries in their timelines and what clients will
// see are one transaction, or none of them.
import { insertPostings } from '#payments/ledger/ledger.store.ts'
import type { Evidence } from '#payments/model/decide.ts'
import type { Payment } from '#payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import * as store from './payments.store.ts'
import { type Plan, type PlanOptions, planEvidence } from './plan.ts'

/** Applied is a payment after evidence, whether clients see a change, and what its owner has to look at. */
export type Applied = Pick<Plan, 'payment' | 'changed' | 'alert'>

/**
 * applyEvidence decides on a locked payment and writes the decision; `db` is a transaction, and `payment` was read in it
 * with a lock.
 */
export async function applyEvidence(
  db: Queryable,
  payment: Payment,
  evidence: Evidence,
  now: Date,
  options: PlanOptions = {},
): Promise<Applied> {
  const { provider, project_id } = payment
  const names = store.NAMES.flatMap((name) => {
    const text = evidence[name] ?? ''
    return payment[name] === null && text !== '' ? [{ provider, name, text }] : []
  })
  const taken = await store.findTaken(db, project_id, names)
  const plan = planEvidence(payment, evidence, taken, now, options)
  await writePlans(db, [plan], now)
  return plan
}

/** writePlans writes what was planned for locked payments, in the order of the plans; a payment may have several. */
export async function writePlans(db: Queryable, plans: readonly Plan[], now: Date): Promise<void> {
  const moves = new Map<string, store.Move>()
  for (const { before, payment } of plans)
    moves.set(payment.id, { before: moves.get(payment.id)?.before ?? before, payment })
  const moved = [...moves.values()].filter(({ before, payment }) => before !== payment)
  if ((await store.updatePayments(db, moved)) !== moved.length)
    throw new Error('a payment was changed without its lock')
  const events = plans.flatMap((plan) => plan.events)
  await store.insertEvents(db, events, now)
  const postings = plans.flatMap(({ payment, entries }) =>
    entries === undefined ? [] : [{ payment, kind: 'payment' as const, entries }],
  )
  await insertPostings(db, postings, now)
  const shown = plans.filter(({ changed }) => changed).map(({ payment }) => payment)
  await store.insertPublications(db, shown, now)
}
