// Many payments pending at once: asked about within the limit of the provider, by several nodes together, each in its turn.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '#modules/payments/payments.fixture.ts'
import { openPayments } from '#modules/payments/payments.module.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Checker } from './checker.ts'

const PAYMENTS = 500
const AT_ONCE = 25
const PER_MINUTE = 6000
const APART_MS = 60_000 / PER_MINUTE
// Each payment is asked about 10 s after its start.
const DUE_SECONDS = 11
// By then a payment would be due for the second time.
const MOST_TURNS = 2000

let shop: Shop
let other: Checker
beforeAll(async () => {
  shop = await openShop({}, { provider_a_queries_per_minute: PER_MINUTE })
  const { app, platform } = shop.app
  const sql = 'select * from platform.projects where id = $1'
  const { rows } = await platform.clusters.main.admin.query<ProjectRecord>(sql, [shop.project.id])
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  // The checker of another node: it shares the database, the clock and the provider's account with that of the server.
  other = openPayments(platform, {
    projects: { find: () => rows[0] },
    simulators: { address: () => `http://127.0.0.1:${port}/simulators` },
  }).checker
})
afterAll(async () => {
  await other?.close()
  await shop.app.stop()
})

const settle = () => {
  other.wake()
  return other.settled()
}

test('500 pending payments are asked about one after another, within the limit, by two nodes', async () => {
  const { clock, platform } = shop.app
  for (let n = 0; n < PAYMENTS; n += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => shop.push({ phone: phoneOf(n + i) })))
  const count = async () => {
    const { rows } = await platform.clusters.main.admin.query<{
      queries: number
      asked: number
      slots: number
    }>(
      `select (select count(*) from msingi_payments.events where kind = 'query')::int as queries,
         (select count(*) from msingi_payments.payments where checks > 0)::int as asked,
         (select count(*) from msingi_payments.query_slots)::int as slots`,
    )
    return rows[0] as { queries: number; asked: number; slots: number }
  }
  expect(await count()).toEqual({ queries: 0, asked: 0, slots: 0 })
  clock.advance(DUE_SECONDS)
  // While the clock stands still there is one turn, however often is asked for more.
  for (let n = 0; n < 5; n++) await settle()
  expect((await count()).queries).toBeLessThanOrEqual(1)
  let counted = await count()
  for (let turns = 2; counted.asked < PAYMENTS && turns < MOST_TURNS; turns++) {
    clock.advance(APART_MS / 1000)
    await settle()
    counted = await count()
    // Whichever node has asked.
    expect(counted.queries).toBeLessThanOrEqual(turns)
  }
  // They share one account, and none was asked about twice before all others were once.
  expect(counted).toEqual({ queries: PAYMENTS, asked: PAYMENTS, slots: 1 })
}, 240_000)

const phoneOf = (n: number) => `+2547${String(10_000_000 + n)}`
