// Undoes an import of a statement: its lines go, and what they have raised closes. Payments that it has completed stay so.
import { inTransaction, type Payments, publish } from '#modules/payments/context/payments.ts'
import { writePlans } from '#modules/payments/evidence/apply.ts'
import { lockPayments } from '#modules/payments/evidence/payments.store.ts'
import { planClosing } from '#modules/payments/evidence/plan.ts'
import { recordCommitted } from '#platform/audit/audit.ts'
import { actorName } from '#platform/credentials/actor.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import { beginUndoing, deleteImport, listRaisedPayments, takeRaised } from './imports.store.ts'

const BATCH = 100

/** undoImport undoes an import. It throws 404 where the project has none of that id; one that breaks off can be repeated. */
export async function undoImport(payments: Payments, act: Act, id: string): Promise<void> {
  const { project, actor, at } = act
  const by = { by: actorName(actor), note: 'The import of the statement was undone.' }
  const found = await inTransaction(payments, project, (db) => beginUndoing(db, project.id, id, at))
  if (found === undefined) throw notFound('An import')
  const closeSome = () =>
    inTransaction(payments, project, async (db) => {
      const ids = await listRaisedPayments(db, id, BATCH)
      const locked = await lockPayments(db, project.id, ids)
      const raised = await takeRaised(db, id, ids)
      const plans = locked.map((payment) => planClosing(payment, raised.get(payment.id) ?? [], by, at))
      await writePlans(db, plans, at)
      return ids.length
    })
  while ((await closeSome()) > 0);
  await inTransaction(payments, project, (db) => deleteImport(db, id, by, at))
  const { provider, environment, lines } = found
  const details = { import: id, provider, environment, lines }
  recordCommitted(act, { action: 'payments.statement_undo', target: project.id, details })
  await publish(payments, project)
}
