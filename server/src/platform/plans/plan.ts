// Plans: what a project pays in a month, what is included of each meter, what more costs, and where its quotas are.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { COUNTED, type Counts } from '#platform/usage/usage.ts'

/** LEVELS are the meters of what a project has; all others count what it does. */
export const LEVELS = ['database_rows', 'database_bytes', 'storage_bytes'] as const

/** METERS are the quantities that plans can include, price and limit: those of usage. */
export const METERS = [...COUNTED, 'active_users', 'payments', ...LEVELS] as const

export type Meter = (typeof METERS)[number]

/** isLevel reports whether a meter is of what a project has rather than of what it does. */
export function isLevel(meter: Meter): boolean {
  return (LEVELS as readonly Meter[]).includes(meter)
}

/** isCounted reports whether a meter is one that nodes count in memory, as things happen. */
export function isCounted(meter: Meter): meter is keyof Counts {
  return (COUNTED as readonly Meter[]).includes(meter)
}

// Amounts stay exact as JSON numbers.
const MOST = Number.MAX_SAFE_INTEGER
const MOST_MONEY = 1_000_000_000_000

const quantity = z.int('must be a whole number').min(0, 'must not be negative').max(MOST)
const money = z
  .int('must be a whole number of minor units')
  .min(0, 'must not be negative')
  .max(MOST_MONEY, `must be at most ${MOST_MONEY}`)

const meterTerms = z.strictObject({
  included: quantity.default(0).describe('How much of a month the price includes.'),
  unit: quantity.min(1, 'must be at least 1').default(1).describe('How many make a unit.'),
  unit_price: money.optional().describe('Price of each unit above, begun ones too, in minor units.'),
  limit: quantity.optional().describe('The quota: beyond it requests are answered with 429.'),
})

const terms = meterTerms
  .refine(({ included, limit }) => limit === undefined || limit >= included, {
    path: ['limit'],
    message: 'must be at least what is included',
  })
  .meta({ id: 'MeterTerms', description: 'What a meter includes and costs.' })
  .optional()

const meters = z.strictObject(
  Object.fromEntries(METERS.map((meter) => [meter, terms])) as Record<Meter, typeof terms>,
)

/** plan is a plan as the operator writes it, and as clients see it. */
export const plan = z
  .strictObject({
    id: z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must be small letters, digits, - and _, at most 40'),
    name: z.string().trim().min(1, 'must not be empty').max(100),
    description: z.string().trim().max(500).optional(),
    price: money.default(0).describe('Per month, in minor units of the currency.'),
    currency: z.string().regex(/^[A-Z]{3}$/, 'must be a code of ISO 4217, such as TZS'),
    meters: meters.default({}).describe('Meters that are not named here are free and without a quota.'),
  })
  .meta({ id: 'Plan' })

/** Plan is one plan. */
export type Plan = z.output<typeof plan>

/** SELF_HOSTED is the only plan where the operator has written none. */
export const SELF_HOSTED: Plan = Object.freeze({
  id: 'self-hosted',
  name: 'Self-hosted',
  description: 'Everything, without quotas.',
  price: 0,
  currency: 'USD',
  meters: {},
})

/** digestOf names the terms of a plan: another digest, other terms. */
export function digestOf(terms: Plan): string {
  return createHash('sha256').update(JSON.stringify(terms)).digest('base64url')
}

/** Plans are those that projects can choose; they begin with `standard`. */
export interface Plans {
  readonly list: readonly Plan[]
  readonly standard: Plan
  /** builtIn is true where the operator has written no plans: there is nothing to bill. */
  readonly builtIn: boolean
}

/** findPlan returns a plan by its id, or undefined. */
export function findPlan({ list }: Plans, id: string): Plan | undefined {
  return list.find((one) => one.id === id)
}
