// Closes differences by hand: who has looked at them, when, and why that is well.
import type { z } from 'zod'
import { inTransaction, type Payments, publish } from '#modules/payments/context/payments.ts'
import { writePlans } from '#modules/payments/evidence/apply.ts'
import { lockPayments } from '#modules/payments/evidence/payments.store.ts'
import { planClosing } from '#modules/payments/evidence/plan.ts'
import { isOpen } from '#modules/payments/model/payment.ts'
import { recordCommitted } from '#platform/audit/audit.ts'
import { actorName } from '#platform/credentials/actor.ts'
import { conflict, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import { closeLines, type Difference, findDifferences } from './differences.store.ts'
import type { closing } from './reconciliation.schema.ts'

/**
 * closeByHand closes differences and returns them; those that are closed already stay as they are. It throws 404 unless all
 * are of the project, and 409 where the outcome of a payment is open: closed, nobody would look at it any more.
 */
export async function closeByHand(
  payments: Payments,
  act: Act,
  { ids, note }: z.output<typeof closing>,
): Promise<Difference[]> {
  const { project, actor, at } = act
  const by = { by: actorName(actor), note }
  const wanted = [...new Set(ids)]
  const closed = await inTransaction(payments, project, async (db) => {
    const found = await findDifferences(db, project.id, wanted)
    if (found.length < wanted.length) throw notFound('A difference')
    const causes = Map.groupBy(
      found.filter(({ closed_at }) => closed_at === null),
      ({ transaction_id }) => transaction_id,
    )
    const transactions = [...causes.keys()].filter((id) => id !== null)
    const locked = await lockPayments(db, project.id, transactions)
    const open = locked.find(isOpen)
    if (open !== undefined)
      throw conflict(
        'wrong_state',
        `The outcome of the transaction ${open.id} is open: resolve it instead.`,
        { transaction_id: open.id },
      )
    const plans = locked.map((payment) => {
      const own = causes.get(payment.id) ?? []
      return planClosing(
        payment,
        own.map(({ cause }) => cause),
        by,
        at,
      )
    })
    await writePlans(db, plans, at)
    await closeLines(db, project.id, wanted, by, at)
    return findDifferences(db, project.id, wanted)
  })
  recordCommitted(act, { action: 'payments.close', target: project.id, details: { ids: wanted, note } })
  await publish(payments, project)
  return closed
}
