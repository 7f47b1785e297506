// What a stored callback means for its payment. Provider B signs its callbacks. Those of provider A prove by the token of
// their address where they come from; whether that is enough for a success is a setting.
import type { GivenName } from '#modules/payments/evidence/payments.store.ts'
import type { PlanOptions } from '#modules/payments/evidence/plan.ts'
import { isParked } from '#modules/payments/model/decide.ts'
import type { Evidence } from '#modules/payments/model/evidence.ts'
import { type Confirmation, isOpen, isPaid, type Payment, paidOf } from '#modules/payments/model/payment.ts'
import { callbackOutcome } from '#modules/payments/providers/provider-a/result-codes.ts'
import { type CallbackA, readCallbackA } from '#modules/payments/providers/provider-a/wire-a.ts'
import { type CallbackB, readCallbackB } from '#modules/payments/providers/provider-b/wire-b.ts'
import { objectIn } from '#modules/payments/providers/provider-http.ts'
import type { StoredCallback } from './callbacks.store.ts'

/** CallbackEvidence is what a callback says, and what else is written with it. */
export interface CallbackEvidence {
  readonly evidence: Evidence
  readonly options: PlanOptions
}

/** namesIn returns what a callback calls its payment. */
export function namesIn({ provider, body }: StoredCallback): GivenName[] {
  const isA = provider === 'provider_a'
  const a = isA ? readCallbackA(objectIn(body)) : undefined
  const b = isA ? undefined : readCallbackB(objectIn(body))
  const names = [
    ['receipt', a?.receipt ?? b?.receipt],
    ['reference', a?.checkout_request_id ?? b?.reference],
    ['reference', b?.session_reference],
  ] as const
  return names.flatMap(([name, text]) => (text === undefined ? [] : [{ provider, name, text }]))
}

/** evidenceIn returns what a callback says of its payment, or undefined where that is nothing; `confirm` is the setting. */
export function evidenceIn(
  payment: Payment,
  { provider, authentic, body }: StoredCallback,
  confirm: Confirmation,
  now: Date,
): CallbackEvidence | undefined {
  if (isParked(payment)) return { evidence: { source: 'callback', status: payment.status }, options: {} }
  if (provider === 'provider_a') {
    const said = readCallbackA(objectIn(body))
    // Another prompt than that of this payment.
    if (said === undefined || (payment.reference ?? said.checkout_request_id) !== said.checkout_request_id)
      return undefined
    return authentic ? provenA(payment, said, confirm, now) : unprovenA(payment, said, now)
  }
  const said = readCallbackB(objectIn(body))
  if (said === undefined) return undefined
  // Signed with a secret that was replaced, which others may know: only a reason to ask.
  return authentic ? provenB(payment, said, now) : isOpen(payment) ? askNow(payment, now) : undefined
}

// Anybody can write one without the token: it is only a reason to ask.
function unprovenA(payment: Payment, { code }: CallbackA, now: Date): CallbackEvidence | undefined {
  if (!isOpen(payment) && callbackOutcome(code)?.status !== 'completed') return undefined
  return askNow(payment, now)
}

function provenA(
  payment: Payment,
  { checkout_request_id: reference, code, receipt, amount }: CallbackA,
  confirmed_by: Confirmation,
  now: Date,
): CallbackEvidence {
  const outcome = callbackOutcome(code)
  if (outcome === undefined || outcome.status !== 'completed') {
    const { status, failure } = outcome ?? { status: 'pending' as const, failure: null }
    const changes = outcome === undefined && isOpen(payment) ? { next_check_at: now } : {}
    return { evidence: { source: 'callback', status, reference, failure }, options: { changes } }
  }
  const { status } = outcome
  const second = secondOf(payment, receipt)
  if (second !== undefined) return { evidence: { source: 'callback', status, amount, second }, options: {} }
  return { evidence: { source: 'callback', status, reference, receipt, amount, confirmed_by }, options: {} }
}

function provenB(payment: Payment, said: CallbackB, now: Date): CallbackEvidence | undefined {
  const { status, failure, receipt, amount, currency, fees } = said
  const isSession = payment.kind === 'session'
  const reference = isSession ? said.session_reference : said.reference
  if (payment.reference !== null && reference !== undefined && payment.reference !== reference)
    return undefined
  // Another attempt of the same payer, before or after the one that was paid.
  const paid = isPaid(payment) ? payment.details.payment_reference : undefined
  if (isSession && status !== 'completed' && paid !== undefined && said.reference !== paid) return undefined
  const isOther =
    isSession && typeof paid === 'string' && said.reference !== undefined && said.reference !== paid
  const second = isOther ? said.reference : secondOf(payment, receipt)
  if (status === 'completed' && second !== undefined)
    return { evidence: { source: 'callback', status, amount, second }, options: {} }
  if (status === 'reversed' || isPartlyVoided(payment, said)) return refundB(payment, said, now)
  // A success that does not say how much was paid is looked up.
  if (status === 'completed' && amount === undefined && payment.status !== 'completed')
    return askNow(payment, now)
  return {
    evidence: { source: 'callback', status, failure, reference, receipt, amount, currency },
    options: { fees, ...(isSession && said.reference && { details: { payment_reference: said.reference } }) },
  }
}

// A payment has one receipt: a success with another one is of another payment.
function secondOf(payment: Payment, receipt: string | undefined): string | undefined {
  const isOther =
    isPaid(payment) && payment.receipt !== null && Boolean(receipt) && receipt !== payment.receipt
  return isOther ? receipt : undefined
}

// A void of all of it may be a mistake, and is left to a person; one of a part can only have given that back.
function isPartlyVoided(payment: Payment, { failure, amount }: CallbackB): boolean {
  return (
    failure === 'voided' &&
    payment.status === 'completed' &&
    typeof amount === 'number' &&
    amount < paidOf(payment)
  )
}

function refundB(payment: Payment, { amount }: CallbackB, now: Date): CallbackEvidence {
  // It may be faster than the callback of what was paid.
  if (isOpen(payment)) return askNow(payment, now)
  const refund =
    amount === undefined ? undefined : ({ by: 'callback', amount, receipt: null, fee: 0 } as const)
  return { evidence: { source: 'callback', status: 'reversed', refund }, options: {} }
}

function askNow(payment: Payment, now: Date): CallbackEvidence {
  const changes = payment.reference === null ? {} : { next_check_at: now }
  return { evidence: { source: 'callback', status: payment.status }, options: { changes } }
}
