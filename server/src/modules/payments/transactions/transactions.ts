// Transactions as their readers may see them, and what owners do with them by hand.
import type { z } from 'zod'
import { applyInTransaction, dbOf, type Payments, publish } from '#modules/payments/context/payments.ts'
import { applyEvidence } from '#modules/payments/evidence/apply.ts'
import type { Closing } from '#modules/payments/evidence/differences.store.ts'
import * as store from '#modules/payments/evidence/payments.store.ts'
import { isKnownRefund } from '#modules/payments/evidence/refunds.store.ts'
import { listEntries } from '#modules/payments/ledger/ledger.store.ts'
import type { Evidence } from '#modules/payments/model/evidence.ts'
import {
  type KnownPayment,
  type Payment,
  type ShownPayment,
  showPayment,
} from '#modules/payments/model/payment.ts'
import { leftOf } from '#modules/payments/model/refunds.ts'
import { recordCommitted } from '#platform/audit/audit.ts'
import { type Actor, actorName, type ProjectRecord } from '#platform/credentials/actor.ts'
import { conflict, forbidden, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import { listEvents } from './list.store.ts'
import type { resolution, reversal } from './transactions.schema.ts'

/** isManager reports whether an actor sees all payments of the project. */
export function isManager(actor: Actor): boolean {
  return actor.type === 'dashboard' || (actor.type === 'api_key' && actor.kind === 'secret')
}

/** requireReader throws 403 for a publishable key, which is in everybody's hands; users see their own payments. */
export function requireReader(actor: Actor): void {
  if (actor.type === 'api_key' && actor.kind === 'publishable')
    throw forbidden(
      'wrong_credentials',
      'A publishable key alone sees no payments: sign a user in, or use a secret key on your server.',
    )
}

/** presentTransaction returns a payment in the form of the API. */
export function presentTransaction(payment: ShownPayment) {
  return { ...payment, transaction_id: payment.id }
}

/** getVisible returns a payment that an actor may see, or throws 404. */
export async function getVisible(
  payments: Payments,
  project: ProjectRecord,
  actor: Actor,
  key: store.PaymentKey,
): Promise<Payment> {
  requireReader(actor)
  const payment = await store.findPayment(dbOf(payments, project), project.id, key)
  if (payment === undefined || !(isManager(actor) || isOwn(actor, payment))) throw notFound('The transaction')
  return payment
}

function isOwn(actor: Actor, { user_id }: Payment): boolean {
  return actor.type === 'project_user' && user_id === actor.user_id
}

/** getTransaction returns a payment, to owners with its timeline and its ledger lines. */
export async function getTransaction(payments: Payments, project: ProjectRecord, actor: Actor, id: string) {
  const payment = await getVisible(payments, project, actor, { id })
  const { checkout_url = null } = payment.details as { checkout_url?: string }
  const { paid_amount } = payment
  const shown = { ...presentTransaction(showPayment(payment)), checkout_url, paid_amount }
  if (!isManager(actor)) return shown
  const db = dbOf(payments, project)
  return {
    ...shown,
    account_reference: payment.account_reference,
    fee_amount: payment.fee_amount,
    timeline: await listEvents(db, id),
    ledger: await listEntries(db, id),
  }
}

const DAY_MS = 86_400_000
const USUAL_DAYS = 30
const MOST_DAYS = 366

/** Span is a time from `from` until before `to`. */
export interface Span {
  readonly from: Date
  readonly to: Date
}

/** spanOf returns the span of totals, by default of the last 30 days, or throws 400 where it is longer than 366. */
export function spanOf({ from, to }: { readonly [Name in keyof Span]?: Date | undefined }, now: Date): Span {
  const end = to ?? now
  const begin = from ?? new Date(end.getTime() - USUAL_DAYS * DAY_MS)
  if (end.getTime() - begin.getTime() > MOST_DAYS * DAY_MS)
    throw invalidInput(`to: must be at most ${MOST_DAYS} days after from.`)
  return { from: begin, to: end }
}

/** reverseTransaction records that a completed payment was paid back, or a part of it; the ledger has a posting of its own for it. */
export async function reverseTransaction(
  payments: Payments,
  act: Act,
  id: string,
  { reason, receipt: named, amount }: z.output<typeof reversal>,
) {
  const { project, at } = act
  const applied = await applyInTransaction(payments, project, async (db) => {
    const payment = await lock(db, project.id, id)
    if (payment.status !== 'completed')
      throw conflict(
        'wrong_state',
        `Only a completed payment can be reversed; this one is ${payment.status}.`,
      )
    const receipt = named ?? null
    if (receipt !== null && (await isKnownRefund(db, payment, receipt)))
      throw conflict('wrong_state', `The refund ${receipt} is recorded already.`)
    if (amount !== undefined && amount > leftOf(payment))
      throw conflict('wrong_state', `Only ${leftOf(payment)} ${payment.currency} of the payment are left.`)
    const said = { reason, receipt, ...(amount !== undefined && { amount }) }
    await store.insertEvent(db, id, 'request', { reversal: said }, at)
    const refund = { by: 'operator', amount, receipt, fee: 0 } as const
    const evidence = { source: 'operator', status: 'reversed', refund } as const
    const result = await applyEvidence(db, payment, evidence, at, { closing: closingOf(act, reason) })
    return result
  })
  recordCommitted(act, { action: 'payments.reverse', target: id, details: { reason, amount } })
  await publish(payments, project)
  return presentTransaction(showPayment(applied.payment))
}

function closingOf({ actor }: Act, note: string): Closing {
  return { by: actorName(actor), note }
}

/** resolveTransaction decides by hand what became of a payment, and how much was paid. */
export async function resolveTransaction(
  payments: Payments,
  act: Act,
  id: string,
  { status, reason, receipt, amount }: z.output<typeof resolution>,
) {
  const { project, at } = act
  const applied = await applyInTransaction(payments, project, async (db) => {
    const payment = await lock(db, project.id, id)
    if (receipt !== undefined && (payment.receipt ?? receipt) !== receipt)
      throw conflict('wrong_state', `The transaction has the receipt ${payment.receipt}, which stays.`)
    if (amount !== undefined && amount <= payment.refunded_amount)
      throw conflict(
        'wrong_state',
        `amount: must be more than ${payment.refunded_amount} ${payment.currency}, which were paid back already.`,
      )
    const evidence: Evidence = {
      source: 'operator',
      status,
      receipt,
      amount,
      failure: status === 'failed' ? 'resolved' : null,
    }
    const closing = closingOf(act, reason)
    const result = await applyEvidence(db, payment, evidence, at, {
      details: { resolution: reason },
      closing,
    })
    if (result.alerts.some(({ cause }) => cause === 'receipt_taken'))
      throw conflict('wrong_state', `The receipt ${receipt} belongs to another transaction.`)
    if (result.payment.status !== status)
      throw conflict('wrong_state', `A payment that is ${payment.status} cannot become ${status}.`)
    return result
  })
  recordCommitted(act, { action: 'payments.resolve', target: id, details: { status, reason, amount } })
  await publish(payments, project)
  return presentTransaction(showPayment(applied.payment))
}

async function lock(
  db: Parameters<typeof store.findPayment>[0],
  projectId: string,
  id: string,
): Promise<KnownPayment> {
  const payment = await store.lockPayment(db, projectId, id)
  if (payment === undefined) throw notFound('The transaction')
  return payment
}
