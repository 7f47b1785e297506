// Many open payments at once: asked about within the provider's limits, in turn, and none forgotten.
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callbackToken } from '#payments/callbacks/callback-token.ts'
import { addShop, openShop, type Shop } from '#payments/payments.fixture.ts'
import { openPayments } from '#payments/payments.module.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Checker } from './checker.ts'

const OPEN = 100
const APART_S = 12
const PUSHES_AT_ONCE = 20

let shop: Shop
let checker: Checker

beforeAll(async () => {
  // Five queries a minute, as the provider grants by itself; the simulator refuses one that comes too early.
  shop = await openShop({}, { provider_a_queries_per_minute: 5 })
  const { platform, app } = shop.app
  const find = (id: string) =>
    platform.controlPlane
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst() as Promise<ProjectRecord | undefined>
  const address = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/simulators`
  checker = openPayments(platform, { projects: { find }, simulators: { address } }).checker
})
afterAll(async () => {
  await checker.close()
  await shop.app.stop()
})

const rows = async (sql: string, ...values: unknown[]) =>
  (await shop.app.platform.clusters.main.admin.query(sql, values)).rows

const countOpen = async (owner: Shop) =>
  (
    await rows(
      `select count(*)::int as open from msingi_payments.payments where project_id = $1 and status = 'pending'`,
      owner.project.id,
    )
  )[0].open

const pushMany = async (count: number): Promise<any[]> => {
  const pushed: any[] = []
  const queue = Array.from({ length: count }, (_, i) => i).values()
  const pusher = async () => {
    for (const i of queue) pushed.push(await shop.push({ amount: i + 1 }))
  }
  await Promise.all(Array.from({ length: PUSHES_AT_ONCE }, pusher))
  return pushed
}

test('many open payments of a shortcode are asked about one by one, a callback’s first', {
  timeout: 600_000,
}, async () => {
  await shop.faults({
    queries_per_minute: 5,
    drop_callback: 1,
    payers: { approve: 0.8, decline: 0.2 },
  })
  const pushed = await pushMany(OPEN)
  const other = await addShop(shop.app, { provider_a_queries_per_minute: 5 })
  const late = await other.push({ amount: 77 })
  const last = pushed.at(-1)
  for (let turn = 0; (await countOpen(shop)) > 0; turn++) {
    expect(turn).toBeLessThan(OPEN * 1.2)
    shop.app.clock.advance(APART_S)
    if (turn === 10) await callBack(last)
    await checker.wake()
    // Both shops use one shortcode, and take turns.
    if (turn === 50) expect(await countOpen(other)).toBe(0)
  }
  const asked = await rows(
    `select e.payment_id, e.data ->> 'error' as error, extract(epoch from e.created_at)::float8 as at
     from msingi_payments.events e where e.kind = 'query' order by e.id`,
  )
  expect(asked.filter(({ error }) => error !== null)).toEqual([])
  expect(new Set(asked.map(({ payment_id }) => payment_id)).size).toBe(OPEN + 1)
  const gaps = asked.slice(1).map(({ at }, i) => at - asked[i].at)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(APART_S - 0.001)
  const place = asked.findIndex(({ payment_id }) => payment_id === last.transaction_id)
  expect(place).toBeLessThan(30)
  expect((await other.call('GET', `/transactions/${late.transaction_id}`)).data.status).not.toBe('pending')
})

// What provider A would send of a payment that was approved; the query decides what it truly is.
async function callBack({ transaction_id: id, checkout_request_id, amount }: any): Promise<void> {
  const token = callbackToken(shop.app.platform.keys, shop.project.id, id)
  const Item = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: 'QUICK00001' },
  ]
  const stkCallback = { CheckoutRequestID: checkout_request_id, ResultCode: 0, CallbackMetadata: { Item } }
  const path = `/webhooks/provider_a/${shop.project.id}/callback?payment=${id}&token=${token}`
  expect((await shop.app.api('POST', path, { body: { Body: { stkCallback } } })).status).toBe(200)
}
