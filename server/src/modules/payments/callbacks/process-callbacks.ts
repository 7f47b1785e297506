// Applies stored callbacks to their payments: those of a project that wait, many in one transaction.
import { applyInTransaction, dbOf, type Payments, publish } from '#modules/payments/context/payments.ts'
import { writePlans } from '#modules/payments/evidence/apply.ts'
import { findTaken, lockPayments, NAMES, nameKey } from '#modules/payments/evidence/payments.store.ts'
import { type Plan, planEvidence, unplanned } from '#modules/payments/evidence/plan.ts'
import type { Confirmation, KnownPayment } from '#modules/payments/model/payment.ts'
import { getSettings } from '#modules/payments/settings/settings.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { evidenceIn, namesIn } from './callback-evidence.ts'
import * as store from './callbacks.store.ts'

const BATCH = 100

/**
 * processCallbacks applies the callbacks of a project that nobody has worked on; doing so twice changes nothing. One that
 * fails keeps no other waiting: the last failure is thrown at the end.
 */
export async function processCallbacks(payments: Payments, project: ProjectRecord): Promise<void> {
  let published: Promise<void> | undefined
  let failure: unknown
  const { provider_a_confirm: confirm } = await getSettings(payments, project)
  const apply = async (ids: readonly string[]) => {
    const now = payments.platform.clock.now()
    const plans = await applyInTransaction(payments, project, (db) =>
      applyBatch(db, project.id, ids, confirm, now),
    )
    if (plans.some(({ changed }) => changed)) published = publish(payments, project)
  }
  for (let after = '0'; ; ) {
    const ids = await store.listWaitingIds(dbOf(payments, project), project.id, after, BATCH)
    after = ids.at(-1) ?? ''
    if (after === '') break
    try {
      await apply(ids)
    } catch {
      for (const id of ids)
        await apply([id]).catch((error) => {
          failure = error
        })
    }
  }
  await published
  if (failure !== undefined) throw failure
}

async function applyBatch(
  db: Queryable,
  projectId: string,
  ids: readonly string[],
  confirm: Confirmation,
  now: Date,
): Promise<Plan[]> {
  const callbacks = await store.lockCallbacks(db, ids)
  if (callbacks.length === 0) return []
  const paymentIds = [...new Set(callbacks.map(({ payment_id }) => payment_id))]
  const payments = new Map((await lockPayments(db, projectId, paymentIds)).map((one) => [one.id, one]))
  const taken = await findTaken(db, projectId, callbacks.flatMap(namesIn))
  const plans: Plan[] = []
  const finished: store.FinishedCallback[] = []
  for (const callback of callbacks) {
    const payment = payments.get(callback.payment_id)
    if (payment === undefined) continue
    const { plan, outcome } = planCallback(payment, callback, taken, confirm, now)
    const { provider } = plan.payment
    // What comes next in the batch is judged by what this one has made of its payment.
    payments.set(payment.id, plan.payment)
    for (const name of NAMES) {
      const text = plan.payment[name]
      if (text !== null) taken.add(nameKey({ provider, name, text }))
    }
    plans.push(plan)
    finished.push({ id: callback.id, outcome })
  }
  await writePlans(db, plans, now)
  await store.finishCallbacks(db, finished, now)
  return plans
}

function planCallback(
  payment: KnownPayment,
  callback: store.StoredCallback,
  taken: ReadonlySet<string>,
  confirm: Confirmation,
  now: Date,
): { readonly plan: Plan; readonly outcome: store.CallbackOutcome } {
  const said = evidenceIn(payment, callback, confirm, now)
  const plan: Plan =
    said === undefined ? unplanned(payment) : planEvidence(payment, said.evidence, taken, now, said.options)
  const outcome = said === undefined ? 'ignored' : plan.changed ? 'applied' : 'noted'
  const data = { callback: callback.id, authentic: callback.authentic, outcome }
  const events = [...plan.events, { payment_id: payment.id, kind: 'callback' as const, data }]
  return { plan: { ...plan, events }, outcome }
}
