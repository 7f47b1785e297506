// What was given back: whoever tells of it, in any order and however often, each refund counts once.
import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { KnownPayment } from './payment.ts'
import type { Refund } from './refunds.ts'

const NOW = new Date(0)
const PAID = {
  status: 'completed',
  amount: 500,
  paid_amount: null,
  currency: 'KES',
  refunded_amount: 0,
  fee_amount: 0,
  alert: null,
  differences: [],
  refunds: [],
} as unknown as KnownPayment

const said = (by: Refund['by'], amount: Refund['amount'], receipt: string | null = null, fee = 0) => ({
  ...{ by, amount, receipt, fee },
})
const R1 = said('statement', 200, 'R1')
const R2 = said('statement', 200, 'R2')
const CALL = said('callback', 200)
const HAND = said('operator', 200)

// What is told is stored, as `planEvidence` has it, and what is booked is summed up beside it.
function tell(refunds: readonly Refund[], from: Partial<KnownPayment> = {}) {
  let payment: KnownPayment = { ...PAID, ...from }
  let booked = 0
  let fees = 0
  for (const refund of refunds) {
    const decision = decide(payment, { source: refund.by, status: 'reversed', refund }, NOW)
    const step = decision.refund
    booked += step?.amount ?? 0
    fees += step?.fee ?? 0
    const kept = payment.refunds.filter(({ n }) => n !== step?.refund.n)
    payment = {
      ...payment,
      ...decision.changes,
      refunds: step === undefined ? payment.refunds : [...kept, step.refund],
      differences: [
        ...payment.differences.filter(({ cause }) => !decision.closes.includes(cause)),
        ...decision.alerts.map(({ cause, said }) => ({ cause, said, open: true })),
      ],
    }
  }
  expect(payment.refunded_amount, 'the ledger and the payment').toBe(booked)
  expect(payment.fee_amount - (from.fee_amount ?? 0)).toBe(fees)
  const alert = payment.differences.length > 0 ? ` with ${payment.differences.map((one) => one.said)}` : ''
  return `${payment.status} ${booked}${alert}`
}

test.each<[string, readonly Refund[], string]>([
  ['one by a statement, again and again', [R1, R1, R1], 'completed 200'],
  ['one by callback and statement', [CALL, R1, R1], 'completed 200'],
  ['one by statement and callback', [R1, CALL], 'completed 200'],
  ['one by everybody', [HAND, CALL, R1], 'completed 200'],
  ['two of the same amount by statement and callbacks', [R1, CALL, R2, CALL], 'completed 400'],
  ['two of the same amount by callbacks, then lines', [CALL, CALL, R1, R2, R1], 'completed 400'],
  ['all that is left', [R1, said('operator', undefined)], 'reversed 500'],
  ['all, and the line of it', [said('operator', undefined), said('statement', 500, 'R9')], 'reversed 500'],
  ['a corrected line', [R1, said('statement', 300, 'R1')], 'completed 300'],
  ['more than is left', [R1, R2, said('statement', 101, 'R3')], 'completed 400 with 501 KES'],
  [
    'more than is left, again',
    [R1, R2, ...Array(3).fill(said('statement', 101, 'R3'))],
    'completed 400 with 501 KES',
  ],
  ['after all of it', [said('statement', 500, 'R9'), R1], 'reversed 500 with 700 KES'],
  ['cents', [said('statement', 199.5, 'R1')], 'completed 0 with 199.5 KES'],
  ['what cannot be read', [said('callback', 'unreadable')], 'completed 0 with unreadable KES'],
  ['nothing', [said('callback', 0)], 'completed 0 with unreadable KES'],
  ['a fee that is kept', [said('statement', 480, 'R1', 20)], 'reversed 480'],
  [
    'a fee that its owner did not know of',
    [said('operator', undefined), said('statement', 480, 'R1', 20)],
    'reversed 480',
  ],
])('%s', (_what, refunds, expected) => {
  expect(tell(refunds)).toBe(expected)
})

test('the fee of when it was paid may be what is left', () => {
  expect(tell([said('statement', 490, 'R1')], { fee_amount: 10 })).toBe('reversed 490')
  expect(tell([said('statement', 489, 'R1')], { fee_amount: 10 })).toBe('completed 489')
})

test('what is not paid cannot be given back, and a query only denies', () => {
  expect(tell([R1], { status: 'pending' })).toBe('pending 0')
  const { alerts } = decide(PAID, { source: 'query', status: 'reversed', refund: R1 }, NOW)
  expect(alerts).toEqual([{ cause: 'provider_denies', said: 'reversed' }])
})
