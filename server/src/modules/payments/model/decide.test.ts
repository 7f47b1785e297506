// The state machine: from each state, what each piece of evidence may change.
import { describe, expect, test } from 'vitest'
import { decide, type Evidence } from './decide.ts'
import { type Payment, STATUSES, type Status } from './payment.ts'

const NOW = new Date(0)
const payment = (status: Status, more: Partial<Payment> = {}) =>
  ({
    status,
    amount: 100,
    currency: 'KES',
    receipt: null,
    reference: null,
    failure: null,
    expires_at: null,
    ...more,
  }) as Payment
const outcomeOf = (status: Status, evidence: Partial<Evidence>, more: Partial<Payment> = {}) => {
  const { to, alert } = decide(
    payment(status, more),
    { source: 'query', status: 'completed', ...evidence },
    NOW,
  )
  return alert === undefined ? (to ?? 'stays') : `${to ?? 'stays'} with ${alert}`
}

test.each<[Status, Record<Status, string>]>([
  ['submitting', row('stays', 'pending', 'unknown', 'completed', 'failed', 'cancelled', 'expired', 'stays')],
  ['pending', row('stays', 'stays', 'unknown', 'completed', 'failed', 'cancelled', 'expired', 'stays')],
  ['unknown', row('stays', 'pending', 'stays', 'completed', 'failed', 'cancelled', 'expired', 'stays')],
  ['completed', row('stays', 'stays', 'stays', 'stays', 'stays', 'stays', 'stays', 'reversed')],
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

describe('an amount that is not the one asked for', () => {
  test.each<[Partial<Evidence>]>([
    [{ amount: 99 }],
    [{ amount: 101 }],
    [{ amount: 99.99 }],
    [{ amount: 0 }],
    [{ amount: 'unreadable' }],
    [{ amount: 100, currency: 'TZS' }],
  ])('parks what is open, and never completes it: %j', (paid) => {
    expect(outcomeOf('pending', paid)).toBe('unknown with amount_mismatch')
    expect(outcomeOf('failed', paid)).toBe('stays with amount_mismatch')
    expect(outcomeOf('completed', paid)).toBe('stays with amount_mismatch')
    expect(outcomeOf('completed', paid, { alert: 'amount_mismatch' })).toBe('stays')
    expect(outcomeOf('reversed', paid)).toBe('stays')
  })

  test('is left to the statement and to people', () => {
    const parked = { failure: 'amount_mismatch' }
    expect(outcomeOf('unknown', {}, parked)).toBe('stays')
    expect(outcomeOf('unknown', { source: 'callback', status: 'failed' }, parked)).toBe('stays')
    expect(outcomeOf('unknown', { source: 'operator', status: 'failed' }, parked)).toBe('failed')
    expect(outcomeOf('unknown', { source: 'statement' }, parked)).toBe('completed')
  })
})

test('what is known is never replaced', () => {
  const known = payment('completed', { receipt: 'R1', reference: 'ws_1' })
  expect(
    decide(known, { source: 'callback', status: 'completed', receipt: 'R2', reference: 'ws_2' }, NOW),
  ).toEqual({
    to: undefined,
    changes: {},
    alert: undefined,
  })
  const late = decide(payment('completed'), { source: 'callback', status: 'completed', receipt: 'R1' }, NOW)
  expect(late.changes).toEqual({ receipt: 'R1' })
})
