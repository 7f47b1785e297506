// What a month costs, to the minor unit.
import { expect, test } from 'vitest'
import { METERS, type Meter, type Plan } from '#platform/plans/plan.ts'
import { writeMoney } from './invoice-page.ts'
import { priceMonth, type Segment, totalOf } from './prices.ts'

const nothing = Object.fromEntries(METERS.map((meter) => [meter, 0])) as Record<Meter, number>

function segment(plan: Partial<Plan>, used: Partial<Record<Meter, number>>, days = ['01', '11']): Segment {
  const [from, to] = days.map((day) => `2026-10-${day}`)
  return {
    plan: { id: 'p', name: 'P', price: 0, currency: 'USD', meters: {}, ...plan },
    from: String(from),
    to: String(to),
    used: { ...nothing, ...used },
  }
}

const amounts = (...segments: Segment[]) => priceMonth(segments, 31).map(({ amount }) => amount)

test('the price is shared by the day, rounded down', () => {
  expect(amounts(segment({ price: 100 }, {}))).toEqual([32])
  expect(amounts(segment({ price: 100 }, {}, ['01', '02']))).toEqual([3])
})

test('what is included is shared likewise, and begun units count', () => {
  const terms = { included: 310, unit: 10, unit_price: 7 }
  const plan = { meters: { requests: terms } }
  expect(amounts(segment(plan, { requests: 100 }))).toEqual([0])
  expect(amounts(segment(plan, { requests: 101 }))).toEqual([7])
  expect(amounts(segment(plan, { requests: 111 }))).toEqual([14])
})

test('what is stored costs its share of the month', () => {
  const plan = { meters: { storage_bytes: { included: 1000, unit: 1000, unit_price: 31 } } }
  expect(amounts(segment(plan, { storage_bytes: 1000 }))).toEqual([0])
  expect(amounts(segment(plan, { storage_bytes: 1001 }))).toEqual([10])
})

test('large quantities stay exact, negative ones cost nothing', () => {
  const plan = { meters: { egress_bytes: { included: 0, unit: 1, unit_price: 3 } } }
  const used = 3_000_000_000_000_001
  expect(amounts(segment(plan, { egress_bytes: used }))).toEqual([9_000_000_000_000_003])
  expect(amounts(segment(plan, { egress_bytes: 2 * used }))).toEqual([Number.MAX_SAFE_INTEGER])
  expect(amounts(segment(plan, { egress_bytes: -5 }))).toEqual([0])
})

test('meters without a price are no lines, and the sum is that of the lines', () => {
  const plan = { price: 310, meters: { requests: { included: 0, unit: 1 } } }
  const lines = priceMonth([segment(plan, { requests: 9 }), segment({ price: 620 }, {}, ['11', '31'])], 31)
  expect(lines.map(({ meter }) => meter)).toEqual([null, null])
  expect(lines.map(({ amount }) => amount)).toEqual([100, 400])
  expect(totalOf(lines)).toBe(500)
})

test.each([
  [1250, 'USD', '12.50 USD'],
  [5, 'USD', '0.05 USD'],
  [1250, 'JPY', '1250 JPY'],
  [1250, 'KWD', '1.250 KWD'],
  [9_007_199_254_740_991, 'USD', '90071992547409.91 USD'],
])('%i minor units of %s are %s', (minor, currency, text) => {
  expect(writeMoney(minor, currency)).toBe(text)
})
