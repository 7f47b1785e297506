// What was given back of a payment: each refund counts once, whoever tells of it and how often, and all of them together are
// never more than was paid. Pure.
import type { PaidAmount } from './money.ts'
import { type KnownPayment, type KnownRefund, type Payment, paidOf } from './payment.ts'

/** Refund is what somebody says was given back of a payment. */
export interface Refund {
  readonly by: 'callback' | 'statement' | 'operator'
  /** amount is undefined where it is all that is left. */
  readonly amount: PaidAmount | undefined
  /** receipt is what statements call it. */
  readonly receipt: string | null
  /** fee is what the provider takes for it besides, in whole shillings. */
  readonly fee: number
}

/** RefundStep is a refund to store, and what is booked with it. */
export interface RefundStep {
  readonly refund: KnownRefund
  /** amount is 0 for one that is booked already, and negative where less was given back than was said before. */
  readonly amount: number
  readonly fee: number
}

/** GivenBack is what a refund changes. */
export interface GivenBack {
  /** step is undefined where the refund is known. */
  readonly step: RefundStep | undefined
  readonly changes: Partial<Pick<Payment, 'refunded_amount' | 'fee_amount'>>
  /** isWhole is whether nothing is left but fees that the provider keeps. */
  readonly isWhole: boolean
  /** said is how much was given back altogether, as far as that cannot be booked; undefined where it can. */
  readonly said: PaidAmount | undefined
}

/** leftOf returns how much of a payment was not given back. */
export function leftOf(payment: Pick<Payment, 'amount' | 'paid_amount' | 'refunded_amount'>): number {
  return paidOf(payment) - payment.refunded_amount
}

/** giveBack decides what a refund changes of a payment that is completed or reversed. */
export function giveBack(payment: KnownPayment, refund: Refund): GivenBack {
  const { refunds, status } = payment
  const amount = refund.amount ?? leftOf(payment)
  if (amount === 'unreadable' || amount <= 0)
    return { step: undefined, changes: {}, isWhole: false, said: 'unreadable' }
  const known = find(payment, { ...refund, amount })
  const booked = known?.booked === true ? known.amount : 0
  const more = amount - booked
  // A statement says the fee with the receipt.
  const fee = known === undefined || (known.receipt === null && refund.receipt !== null) ? refund.fee : 0
  const left = leftOf(payment) - more
  const fee_amount = payment.fee_amount + fee
  const isWhole = left === 0 || left === fee || left === fee_amount
  // What is all given back stays so.
  const isMore = left < 0 || (status === 'reversed' && more !== 0 && !isWhole)
  if (isMore || !Number.isSafeInteger(amount)) {
    const said = sumOf(refunds.filter((one) => one !== known)) + amount
    const told = known ?? toldOf(payment, refund, amount, false)
    return {
      step: known === undefined ? { refund: told, amount: 0, fee: 0 } : undefined,
      changes: {},
      isWhole: false,
      said,
    }
  }
  const next = {
    ...toldOf(payment, refund, amount, true),
    ...(known !== undefined && mergedWith(known, refund)),
  }
  const isKnown =
    known !== undefined && more === 0 && known.receipt === next.receipt && known.called === next.called
  const changes = {
    ...(more !== 0 && { refunded_amount: payment.refunded_amount + more }),
    ...(fee > 0 && { fee_amount }),
  }
  return {
    step: isKnown ? undefined : { refund: next, amount: more, fee },
    changes,
    isWhole,
    said: undefined,
  }
}

function toldOf(
  { refunds }: KnownPayment,
  { by, receipt }: Refund,
  amount: number,
  booked: boolean,
): KnownRefund {
  return { n: refunds.length + 1, amount, receipt, called: by === 'callback', booked }
}

function mergedWith({ n, receipt, called }: KnownRefund, refund: Refund) {
  return { n, receipt: receipt ?? refund.receipt, called: called || refund.by === 'callback' }
}

// By its receipt, or else what another witness has told of: callbacks and owners name no receipt, and an owner may not know
// that the provider keeps a fee.
function find(
  { refunds, fee_amount }: KnownPayment,
  { by, amount, receipt, fee }: Refund & { readonly amount: number },
): KnownRefund | undefined {
  const named = receipt === null ? undefined : refunds.find((one) => one.receipt === receipt)
  if (named !== undefined || by === 'operator') return named
  const open = refunds.filter((one) => (by === 'callback' ? !one.called : one.receipt === null))
  const amounts = by === 'callback' ? [amount] : [amount, amount + fee, amount + fee_amount]
  return amounts.map((one) => open.find((refund) => refund.amount === one)).find((one) => one !== undefined)
}

// Of amounts with cents at most.
function sumOf(refunds: readonly KnownRefund[]): number {
  return refunds.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
}
