// The state machine: from each state, what each piece of evidence may change.
import { describe, expect, test } from 'vitest'
import { CAUSE_NAMES } from './causes.ts'
import { decide } from './decide.ts'
import type { Evidence } from './evidence.ts'
import { type KnownPayment, STATUSES, type Status } from './payment.ts'

const NOW = new Date(0)
const payment = (status: Status, more: Partial<KnownPayment> = {}) =>
  ({
    status,
    amount: 100,
    currency: 'KES',
    receipt: null,
    reference: null,
    failure: null,
    expires_at: null,
    paid_amount: null,
    refunded_amount: 0,
    fee_amount: 0,
    refunds: [],
    alert: null,
    differences: [],
    ...more,
  }) as unknown as KnownPayment
const outcomeOf = (status: Status, evidence: Partial<Evidence>, more: Partial<KnownPayment> = {}) => {
  const { to, alerts } = decide(
    payment(status, more),
    { source: 'query', status: 'completed', ...evidence },
    NOW,
  )
  return [to ?? 'stays', ...alerts.map(({ cause }) => `with ${cause}`)].join(' ')
}

const DENIED = 'stays with provider_denies'
test.each<[Status, Record<Status, string>]>([
  ['submitting', row('stays', 'pending', 'unknown', 'completed', 'failed', 'cancelled', 'expired', 'stays')],
  ['pending', row('stays', 'stays', 'unknown', 'completed', 'failed', 'cancelled', 'expired', 'stays')],
  ['unknown', row('stays', 'pending', 'stays', 'completed', 'failed', 'cancelled', 'expired', 'stays')],
  ['completed', row('stays', 'stays', 'stays', 'stays', DENIED, DENIED, DENIED, DENIED)],
  ['reversed', row('stays', 'stays', 'stays', 'stays', 'stays', 'stays', 'stays', 'stays')],
  ...(['failed', 'cancelled', 'expired'] as const).map((one): [Status, Record<Status, string>] => [
    one,
    row('stays', 'stays', 'stays', 'completed with late_success', 'stays', 'stays', 'stays', 'stays'),
  ]),
])('from %s', (status, expected) => {
  expect(Object.fromEntries(STATUSES.map((to) => [to, outcomeOf(status, { status: to })]))).toEqual(expected)
})

function row(...outcomes: string[]): Record<Status, string> {
  const order: Status[] = [
    'submitting',
    'pending',
    'unknown',
    'completed',
    'failed',
    'cancelled',
    'expired',
    'reversed',
  ]
  return Object.fromEntries(order.map((status, i) => [status, outcomes[i]])) as Record<Status, string>
}

const mismatch = (said: string, open = true) => ({ cause: 'amount_mismatch', said, open }) as const

describe('an amount that is not the one asked for', () => {
  test.each<[Partial<Evidence>, string]>([
    [{ amount: 99 }, '99 KES'],
    [{ amount: 101 }, '101 KES'],
    [{ amount: 99.99 }, '99.99 KES'],
    [{ amount: 0 }, '0 KES'],
    [{ amount: 'unreadable' }, 'unreadable KES'],
    [{ amount: 100, currency: 'TZS' }, '100 TZS'],
  ])('parks what is open, never completes it, and is told once: %j', (paid, said) => {
    expect(outcomeOf('pending', paid)).toBe('unknown with amount_mismatch')
    expect(outcomeOf('failed', paid)).toBe('stays with amount_mismatch')
    expect(outcomeOf('completed', paid)).toBe('stays with amount_mismatch')
    for (const open of [true, false])
      expect(outcomeOf('completed', paid, { differences: [mismatch(said, open)] })).toBe('stays')
    expect(outcomeOf('completed', paid, { differences: [mismatch('7 KES', false)] })).toBe(
      'stays with amount_mismatch',
    )
    expect(outcomeOf('reversed', paid)).toBe('stays')
  })

  test('is left to the statement and to people', () => {
    const parked = { failure: 'amount_mismatch', differences: [mismatch('99 KES')], alert: 'amount_mismatch' }
    expect(outcomeOf('unknown', {}, parked)).toBe('stays')
    expect(outcomeOf('unknown', { source: 'callback', status: 'failed' }, parked)).toBe('stays')
    expect(outcomeOf('unknown', { source: 'operator', status: 'failed' }, parked)).toBe('failed')
    expect(outcomeOf('unknown', { source: 'statement' }, parked)).toBe('completed')
    expect(outcomeOf('unknown', { source: 'statement', amount: 99 }, parked)).toBe('stays')
  })

  test('that a person confirms is booked, also of what was given up, and does not come back', () => {
    const known = { differences: [mismatch('99 KES')], alert: 'amount_mismatch' }
    for (const status of ['unknown', 'failed'] as const) {
      const said = { source: 'operator', status: 'completed', amount: 99 } as const
      const { changes, ...decision } = decide(payment(status, known), said, NOW)
      expect(decision).toEqual({ to: 'completed', alerts: [], closes: ['amount_mismatch'] })
      expect(changes).toMatchObject({ paid_amount: 99, alert: null })
    }
    const paid = { paid_amount: 99, differences: [mismatch('99 KES', false)] }
    expect(outcomeOf('completed', { source: 'statement', amount: 99 }, paid)).toBe('stays')
    expect(outcomeOf('completed', { source: 'statement', amount: 100 }, paid)).toBe(
      'stays with amount_mismatch',
    )
  })
})

test.each([
  ['pending', 'query', 'completed', ['open_for_long']],
  ['unknown', 'callback', 'failed', ['outcome_unknown', 'no_outcome', 'open_for_long']],
  ['unknown', 'statement', 'completed', ['outcome_unknown', 'no_outcome', 'open_for_long', 'receipt_taken']],
  ['unknown', 'operator', 'completed', CAUSE_NAMES],
  ['unknown', 'operator', 'failed', CAUSE_NAMES],
  ['completed', 'operator', 'reversed', CAUSE_NAMES],
  ['unknown', 'query', 'pending', []],
] as const)('from %s, a %s that says %s ends what is open and decided by it', (status, source, to, ends) => {
  const differences = CAUSE_NAMES.map((cause) => ({ cause, said: '', open: true }))
  const refund = { by: 'operator', amount: undefined, receipt: null, fee: 0 } as const
  const said = { source, status: to, ...(to === 'reversed' && { refund }) }
  const { closes } = decide(payment(status, { differences }), said, NOW)
  expect(closes).toEqual(expect.arrayContaining([...ends]))
  if (source === 'query' || source === 'callback')
    for (const cause of ['provider_denies', 'not_on_statement', 'amount_mismatch', 'late_success'])
      expect(closes).not.toContain(cause)
})

test('the alert of a payment is the latest of its open differences that evidence has raised', () => {
  const differences = [
    { cause: 'amount_missing', said: '', open: true },
    { cause: 'late_success', said: '', open: false },
    { cause: 'not_on_statement', said: '', open: true },
  ] as const
  const known = payment('completed', { differences, alert: 'amount_missing' })
  const said = (evidence: Partial<Evidence>) =>
    decide(known, { source: 'callback', status: 'completed', ...evidence }, NOW).changes
  expect(said({ status: 'cancelled' })).toEqual({ alert: 'provider_denies' })
  expect(said({ amount: 100 })).toEqual({ alert: null })
  expect(said({})).toEqual({})
})

test('a name of another payment parks what is open, and is an alert of what is not', () => {
  const isTaken = () => true
  const said = { source: 'callback', status: 'completed', receipt: 'R1' } as const
  expect(decide(payment('pending'), said, NOW, isTaken)).toMatchObject({
    to: 'unknown',
    changes: { failure: 'receipt_taken', alert: 'receipt_taken' },
  })
  expect(decide(payment('failed'), said, NOW, isTaken)).toMatchObject({
    to: undefined,
    changes: { alert: 'receipt_taken' },
  })
  expect(
    decide(payment('submitting'), { source: 'response', status: 'pending', reference: 'ws_1' }, NOW, isTaken),
  ).toMatchObject({ to: 'unknown', changes: { failure: 'reference_taken' } })
})

describe('a success that is confirmed by', () => {
  const SAID: Partial<Evidence> = { source: 'callback', reference: 'ws_1', receipt: 'R1', amount: 100 }
  const OPEN: Partial<KnownPayment> = { reference: 'ws_1', claim: null }
  const claim = { receipt: 'R1', amount: 100 }
  const decided = (confirmed_by: Evidence['confirmed_by'], status: Status, more = OPEN, said = {}) =>
    decide(payment(status, more), { status: 'completed', ...SAID, ...said, confirmed_by } as Evidence, NOW)

  test.each<[Status, Partial<KnownPayment>]>([
    ['pending', OPEN],
    ['unknown', OPEN],
    ['unknown', { ...OPEN, failure: 'no_outcome' }],
  ])('its token completes what is open, and asks afterwards: %s', (status, more) => {
    expect(decided('token', status, more)).toMatchObject({
      to: 'completed',
      changes: { receipt: 'R1', completed_at: NOW, next_check_at: NOW },
      alerts: [],
    })
    const { to, changes } = decided('query', status, more)
    expect([to, changes]).toEqual([undefined, { claim, next_check_at: NOW }])
  })

  test.each<[string, Status, Partial<KnownPayment>, Partial<Evidence>, Status | undefined, object]>([
    ['before the answer', 'submitting', { ...OPEN, reference: null }, {}, 'pending', claim],
    ['after a lost answer', 'unknown', { ...OPEN, reference: null }, {}, 'pending', claim],
    ['of what is claimed already', 'pending', { ...OPEN, claim }, {}, undefined, claim],
    ['without an amount', 'pending', OPEN, { amount: undefined }, undefined, { ...claim, amount: null }],
    ['without a receipt', 'pending', OPEN, { receipt: undefined }, undefined, { ...claim, receipt: null }],
    ['with an empty receipt', 'pending', OPEN, { receipt: '' }, undefined, { ...claim, receipt: '' }],
    ['with another reference', 'pending', OPEN, { reference: 'ws_2' }, undefined, claim],
    ['after a failure', 'failed', OPEN, {}, undefined, claim],
    ['after a cancellation', 'cancelled', OPEN, {}, undefined, claim],
    ['after it has expired', 'expired', OPEN, {}, undefined, claim],
  ])('its token waits for a query all the same %s', (_when, status, more, said, to, claimed) => {
    for (const by of ['token', 'query'] as const) {
      const decision = decided(by, status, more, said)
      expect(decision).toMatchObject({ to, changes: { claim: claimed, next_check_at: NOW }, alerts: [] })
      expect(decision.changes).not.toHaveProperty('receipt')
    }
  })

  test('either parks another amount, and changes nothing of what is completed or parked', () => {
    for (const by of ['token', 'query'] as const) {
      expect(decided(by, 'pending', OPEN, { amount: 99 })).toMatchObject({ to: 'unknown' })
      expect(decided(by, 'completed', { ...OPEN, receipt: 'R0' }).changes).toEqual({})
      expect(decided(by, 'unknown', { ...OPEN, failure: 'amount_mismatch' }).changes).toEqual({})
      expect(decided(by, 'reversed', { ...OPEN, receipt: 'R0' }).changes).toEqual({})
    }
  })
})

test('what is known is never replaced', () => {
  const known = payment('completed', { receipt: 'R1', reference: 'ws_1' })
  expect(
    decide(known, { source: 'callback', status: 'completed', receipt: 'R2', reference: 'ws_2' }, NOW),
  ).toEqual({ to: undefined, changes: {}, alerts: [], closes: [] })
  const late = decide(payment('completed'), { source: 'callback', status: 'completed', receipt: 'R1' }, NOW)
  expect(late.changes).toEqual({ receipt: 'R1' })
})
