// What a month costs: the lines of an invoice, from plans and usage. Money is whole minor units, and divisions round down,
// in BigInt, so that no sum goes through a fraction.
import { isLevel, METERS, type Meter, type Plan } from '#platform/plans/plan.ts'
import { daysBetween } from './months.ts'

/** Segment is a part of a month under one plan: days from one to another, which is not included, and what was used on them. */
export interface Segment {
  readonly plan: Plan
  readonly from: string
  readonly to: string
  readonly used: Readonly<Record<Meter, number>>
}

/** Line is an item of an invoice. `meter` is null for the price of the plan itself, whose quantity is days. */
export interface Line {
  readonly plan_id: string
  readonly description: string
  readonly meter: Meter | null
  readonly from: string
  readonly to: string
  readonly quantity: number
  readonly included: number
  readonly unit: number
  readonly unit_price: number
  readonly amount: number
}

/** priceMonth returns the lines of a month of so many days. */
export function priceMonth(segments: readonly Segment[], monthDays: number): Line[] {
  return segments.flatMap((segment) => priceSegment(segment, monthDays))
}

/** totalOf returns the sum of lines. */
export function totalOf(lines: readonly Line[]): number {
  return toNumber(lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n))
}

function priceSegment({ plan, from, to, used }: Segment, monthDays: number): Line[] {
  const days = daysBetween(from, to)
  const place = { plan_id: plan.id, from, to }
  const base: Line = {
    ...place,
    description: `${plan.name}, ${days} of ${monthDays} days`,
    meter: null,
    quantity: days,
    included: 0,
    unit: monthDays,
    unit_price: plan.price,
    amount: share(plan.price, days, monthDays),
  }
  const metered = METERS.flatMap((meter): Line[] => {
    const terms = plan.meters[meter]
    if (terms?.unit_price === undefined) return []
    const { unit, unit_price } = terms
    const quantity = Math.max(0, Math.ceil(used[meter]))
    // What is stored is not added up over days: its price is, instead of what is included.
    const included = isLevel(meter) ? terms.included : share(terms.included, days, monthDays)
    const above = Math.max(0, quantity - included)
    const units = (BigInt(above) + BigInt(unit) - 1n) / BigInt(unit)
    const price = units * BigInt(unit_price)
    const amount = toNumber(isLevel(meter) ? (price * BigInt(days)) / BigInt(monthDays) : price)
    return [
      {
        ...place,
        description: `${plan.name}: ${meter}`,
        meter,
        quantity,
        included,
        unit,
        unit_price,
        amount,
      },
    ]
  })
  return plan.price === 0 ? metered : [base, ...metered]
}

function share(amount: number, days: number, monthDays: number): number {
  return Number((BigInt(amount) * BigInt(days)) / BigInt(monthDays))
}

// Beyond this an amount would not be exact in JSON. No currency has as much.
function toNumber(amount: bigint): number {
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  return Number(amount < most ? amount : most)
}
