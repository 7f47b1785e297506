// The operator's plans: what is read, and which line and field a mistake is in.
import { expect, test } from 'vitest'
import { ConfigError } from '#platform/config/config.ts'
import { loadPlans, readPlans } from './plans-file.ts'

const text = (meters: string) => `plans:
  - id: free
    name: Free
    currency: TZS
    meters:
      ${meters}
`

test('reads YAML and JSON, with the default first', () => {
  const plan = { id: 'pro', name: 'Pro', price: 500, currency: 'TZS', meters: {} }
  const free = { id: 'free', name: 'Free', currency: 'TZS' }
  const { list, standard, builtIn } = readPlans(JSON.stringify({ default: 'free', plans: [plan, free] }))
  expect(standard).toEqual({ ...free, price: 0, meters: {} })
  expect(list.map(({ id }) => id)).toEqual(['free', 'pro'])
  expect(builtIn).toBe(false)
  expect(readPlans(text('requests: { included: 5, limit: 10 }')).standard.meters.requests).toEqual({
    included: 5,
    unit: 1,
    limit: 10,
  })
})

test('without a file there is one plan, which limits nothing', async () => {
  const { list, builtIn } = await loadPlans(undefined)
  expect(list).toEqual([expect.objectContaining({ id: 'self-hosted', price: 0, meters: {} })])
  expect(builtIn).toBe(true)
})

test.each([
  ['requests: { included: -1 }', 'line 6: plans.0.meters.requests.included: must not be negative.'],
  ['requests: { unit_price: 0.5 }', 'line 6: plans.0.meters.requests.unit_price: must be a whole number'],
  ['requests: { unit: 0 }', 'line 6: plans.0.meters.requests.unit: must be at least 1.'],
  ['request: { limit: 1 }', 'line 6: plans.0.meters.request: is not known.'],
  ['requests: { limits: 1 }', 'line 6: plans.0.meters.requests.limits: is not known.'],
  [
    'requests: { included: 2, limit: 1 }',
    'line 6: plans.0.meters.requests.limit: must be at least what is included.',
  ],
  ['{ requests: [', 'line 7: '],
])('%s is refused', (meters, message) => {
  expect(() => readPlans(text(meters))).toThrow(ConfigError)
  expect(() => readPlans(text(meters))).toThrow(`MSINGI_PLANS: ${message}`)
})

test.each([
  ['plans: []', 'line 1: plans: must name at least one plan.'],
  ['', 'line 1: the file: '],
  ['default: x\nplans: [{ id: a, name: A, currency: USD }]', 'line 1: default: must be the id of one'],
  [
    'plans:\n- { id: a, name: A, currency: USD }\n- { id: a, name: B, currency: USD }',
    'line 3: plans.1.id: is used by another plan.',
  ],
  ['plans:\n- { id: a, name: A, currency: usd }', 'line 2: plans.0.currency: must be a code of ISO 4217'],
  ['plans:\n- { id: a, name: A }', 'line 2: plans.0.currency: '],
])('%j is refused', (file, message) => {
  expect(() => readPlans(file)).toThrow(`MSINGI_PLANS: ${message}`)
})

test('a file that is not there is named', async () => {
  await expect(loadPlans('/nowhere/plans.yaml')).rejects.toThrow(
    'MSINGI_PLANS: /nowhere/plans.yaml cannot be read (ENOENT).',
  )
})
