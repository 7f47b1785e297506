// What a stored callback does to its payment. Provider B signs its callbacks. Those of provider A prove by the token of
// their address where they come from, and even then a success counts only when a query has confirmed it.
import { inTransaction, type Payments, publish } from '#payments/context/payments.ts'
import { type Applied, applyEvidence } from '#payments/evidence/apply.ts'
import { findPayment, insertEvent } from '#payments/evidence/payments.store.ts'
import { isOpen, type Payment } from '#payments/model/payment.ts'
import { callbackOutcome } from '#payments/providers/provider-a/result-codes.ts'
import { readCallbackA } from '#payments/providers/provider-a/wire-a.ts'
import { readCallbackB } from '#payments/providers/provider-b/wire-b.ts'
import { objectIn } from '#payments/providers/provider-http.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import * as store from './callbacks.store.ts'

/** processCallback applies a callback, unless it was applied before; doing so twice changes nothing. */
export async function processCallback(payments: Payments, project: ProjectRecord, id: string): Promise<void> {
  const now = payments.platform.clock.now()
  const applied = await inTransaction(payments, project, async (db) => {
    const callback = await store.lockCallback(db, id)
    if (callback === undefined) return undefined
    const payment = await findPayment(db, project.id, { id: callback.payment_id }, true)
    if (payment === undefined) return undefined
    const result = await apply(db, payment, callback, now)
    const outcome = result === undefined ? 'ignored' : result.changed ? 'applied' : 'noted'
    await store.finishCallback(db, id, outcome, now)
    const { authentic } = callback
    await insertEvent(db, payment.id, 'callback', { callback: id, authentic, outcome }, now)
    return result
  })
  if (applied?.changed) await publish(payments, project)
  if (applied !== undefined && applied.payment.next_check_at !== null) payments.checkSoon()
}

function apply(
  db: Queryable,
  payment: Payment,
  callback: store.StoredCallback,
  now: Date,
): Promise<Applied | undefined> {
  return callback.provider === 'provider_a'
    ? applyA(db, payment, callback, now)
    : applyB(db, payment, callback, now)
}

async function applyA(
  db: Queryable,
  payment: Payment,
  { body, authentic }: store.StoredCallback,
  now: Date,
): Promise<Applied | undefined> {
  const said = readCallbackA(objectIn(body))
  if (said === undefined) return undefined
  const { checkout_request_id: reference, code, receipt } = said
  // Another prompt than that of this payment.
  if (payment.reference !== null && payment.reference !== reference) return undefined
  const outcome = callbackOutcome(code)
  const ask = { next_check_at: now }
  // Anybody can write one without the token: it is only a reason to ask.
  if (!authentic) {
    if (!isOpen(payment) && outcome?.status !== 'completed') return undefined
    return { payment: await askNow(db, payment, now), changed: false }
  }
  if (outcome === undefined || outcome.status !== 'completed') {
    const evidence = { source: 'callback', status: outcome?.status ?? 'pending', reference } as const
    const failure = outcome?.failure ?? null
    const changes = outcome === undefined && isOpen(payment) ? ask : {}
    return applyEvidence(db, payment, { ...evidence, failure }, now, { changes })
  }
  const amount = said.amount ?? null
  if (amount !== null && amount !== payment.amount)
    return applyEvidence(
      db,
      payment,
      { source: 'callback', status: 'completed', reference, receipt, amount },
      now,
    )
  if (payment.status === 'completed')
    return applyEvidence(db, payment, { source: 'callback', status: 'completed', receipt, amount }, now)
  // The state stays, also one that was given up: only the query that is due decides.
  const claim = { receipt: receipt ?? null, amount }
  const status = isOpen(payment) && payment.reference === null ? 'pending' : payment.status
  const evidence = { source: 'callback', status, reference } as const
  return applyEvidence(db, payment, evidence, now, { changes: { claim, ...ask } })
}

async function askNow(db: Queryable, payment: Payment, now: Date): Promise<Payment> {
  if (payment.reference === null) return payment
  await db.query('update msingi_payments.payments set next_check_at = $2 where id = $1', [payment.id, now])
  return { ...payment, next_check_at: now }
}

async function applyB(
  db: Queryable,
  payment: Payment,
  { body }: store.StoredCallback,
  now: Date,
): Promise<Applied | undefined> {
  const said = readCallbackB(objectIn(body))
  if (said === undefined) return undefined
  const { status, failure, receipt, amount, currency, fees } = said
  const reference = payment.kind === 'session' ? said.session_reference : said.reference
  if (payment.reference !== null && reference !== undefined && payment.reference !== reference)
    return undefined
  // A success that does not say how much was paid is looked up.
  if (status === 'completed' && amount === undefined)
    return { payment: await askNow(db, payment, now), changed: false }
  const evidence = { source: 'callback', status, failure, reference, receipt, amount, currency } as const
  const details =
    payment.kind === 'session' && said.reference ? { payment_reference: said.reference } : undefined
  return applyEvidence(db, payment, evidence, now, { fees, ...(details && { details }) })
}
