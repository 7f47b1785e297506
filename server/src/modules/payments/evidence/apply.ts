// Applies evidence to payments: the transitions, their ledger lines, the entries in their timelines, their differences and
// what clients will see are one transaction, or none of them.
import { insertPostings } from '#modules/payments/ledger/ledger.store.ts'
import type { Evidence } from '#modules/payments/model/evidence.ts'
import type { KnownPayment } from '#modules/payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { closeDifferences, type NewDifference, upsertDifferences } from './differences.store.ts'
import * as store from './payments.store.ts'
import { type Plan, type PlanOptions, planEvidence } from './plan.ts'
import { type NewRefund, upsertRefunds } from './refunds.store.ts'

/** Applied is a payment after evidence, whether clients see a change, and what its owner has to look at. */
export type Applied = Pick<Plan, 'payment' | 'changed' | 'alerts'>

/**
 * applyEvidence decides on a locked payment and writes the decision; `db` is a transaction, and `payment` was read in it
 * with a lock.
 */
export async function applyEvidence(
  db: Queryable,
  payment: KnownPayment,
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

/** writePlans writes what was planned for locked payments of a project, in the order of the plans; one may have several. */
export async function writePlans(db: Queryable, plans: readonly Plan[], now: Date): Promise<void> {
  const moves = new Map<string, store.Move>()
  for (const { before, payment } of plans)
    moves.set(payment.id, { before: moves.get(payment.id)?.before ?? before, payment })
  const moved = [...moves.values()].filter(({ before, payment }) => before !== payment)
  if ((await store.updatePayments(db, moved)) !== moved.length)
    throw new Error('a payment was changed without its lock')
  const events = plans.flatMap((plan) => plan.events)
  await store.insertEvents(db, events, now)
  const postings = plans.flatMap(({ payment, posting }) =>
    posting === undefined ? [] : [{ payment, ...posting }],
  )
  await insertPostings(db, postings, now)
  await upsertRefunds(db, plans.flatMap(refundOf), now)
  for (const round of roundsOf(plans)) await writeDifferences(db, round, now)
  const shown = plans.filter(({ changed }) => changed).map(({ payment }) => payment)
  await store.insertPublications(db, shown, now)
}

function refundOf({ payment: { id: payment_id, project_id, provider }, refund }: Plan): NewRefund[] {
  return refund === undefined ? [] : [{ ...refund, payment_id, project_id, provider }]
}

// What one plan has raised, the next one of its payment may end: each payment is once in a round.
function roundsOf(plans: readonly Plan[]): Plan[][] {
  const rounds: Plan[][] = []
  const next = new Map<string, number>()
  for (const plan of plans) {
    if (plan.alerts.length === 0 && plan.closes.length === 0) continue
    const n = next.get(plan.payment.id) ?? 0
    next.set(plan.payment.id, n + 1)
    const round = rounds[n]
    if (round === undefined) rounds.push([plan])
    else round.push(plan)
  }
  return rounds
}

async function writeDifferences(db: Queryable, plans: readonly Plan[], now: Date): Promise<void> {
  for (const [closing, ended] of Map.groupBy(plans, (plan) => plan.closing))
    await closeDifferences(
      db,
      ended.flatMap(({ payment: { id: payment_id }, closes }) =>
        closes.map((cause) => ({ payment_id, cause })),
      ),
      closing,
      now,
    )
  for (const [project, raised] of Map.groupBy(plans, ({ payment }) => payment.project_id))
    await upsertDifferences(db, project, raised.flatMap(differencesOf), now)
}

/** differencesOf returns the differences that are raised of a payment. */
export function differencesOf({
  payment: { id: payment_id, provider, receipt },
  alerts,
}: Pick<Plan, 'payment' | 'alerts'>): NewDifference[] {
  return alerts.map(({ cause, said, amount: provider_amount = null }) => ({
    ...{ payment_id, provider, receipt, cause, said, provider_amount },
  }))
}
