// What providers do wrong, one fault at a time, and what becomes of the payment.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { callA } from './callbacks/callbacks.fixture.ts'
import { openShop, type Shop } from './payments.fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => shop.faults({}))
afterAll(() => shop.app.stop())

const later = (seconds: number) => shop.app.clock.advance(seconds)
const sales = async (currency: string) =>
  (await shop.call('GET', '/ledger')).data.find(
    (one: any) => one.account === 'sales' && one.currency === currency,
  )?.balance ?? 0

test('a callback that is lost is made up for by a query', async () => {
  await shop.faults({ drop_callback: 1 })
  const a = await shop.push({ amount: 10 })
  const b = await shop.direct({ amount: 600 })
  await shop.act(a.checkout_request_id, 'approve')
  await shop.act(b.reference, 'decline')
  later(61)
  expect((await shop.becomes(a.transaction_id, 'completed')).receipt).toBeNull()
  await shop.becomes(b.transaction_id, 'failed')
})

test('a callback that comes twice, masked and in another order counts once', async () => {
  const before = await sales('KES')
  await shop.faults({ duplicate_callback: 1, mask_phone: 1, reorder_items: 1 })
  const { transaction_id, checkout_request_id } = await shop.push({ amount: 25 })
  await shop.act(checkout_request_id, 'approve')
  const done = await shop.becomes(transaction_id, 'completed')
  expect([done.version, await sales('KES')]).toEqual([3, before - 25])
})

test('a forged callback beside the true one changes nothing', async () => {
  await shop.faults({ forge_callback: 1 })
  for (const [action, status] of [
    ['decline', 'cancelled'],
    ['approve', 'completed'],
  ] as const) {
    const a = await shop.push({ amount: 30 })
    await shop.act(a.checkout_request_id, action)
    expect((await shop.becomes(a.transaction_id, status)).receipt).not.toBe('FORGED0001')
    const b = await shop.direct({ amount: 800 })
    await shop.act(b.reference, action)
    await shop.becomes(b.transaction_id, status === 'cancelled' ? 'failed' : status)
  }
})

test('another amount than the one asked for parks the payment with an alert', async () => {
  const before = await shop.call('GET', '/ledger')
  await shop.faults({ wrong_amount: 1 })
  const a = await shop.push()
  const b = await shop.direct()
  await shop.act(a.checkout_request_id, 'approve')
  await shop.act(b.reference, 'approve')
  for (const { transaction_id } of [a, b]) {
    const parked = await shop.becomes(transaction_id, 'unknown')
    expect(parked).toMatchObject({ failure: 'amount_mismatch', alert: 'amount_mismatch', ledger: [] })
  }
  later(3600)
  const { data } = await shop.call('GET', '/transactions?alert=true')
  expect(data.map((one: any) => one.status)).toEqual(['unknown', 'unknown'])
  // The people of the project are told, once for each.
  const { rows } = await shop.app.platform.clusters.main.admin.query(
    `select data->>'transaction_id' as id from platform.events
     where project_id = $1 and type = 'payment.needs_attention' and data->>'cause' = 'amount_mismatch'`,
    [shop.project.id],
  )
  const ids = rows.map(({ id }) => id)
  expect(ids.sort()).toEqual([a.transaction_id, b.transaction_id].sort())
  expect((await shop.call('GET', '/ledger')).data).toEqual(before.data)
})

test('a push whose answer is lost is parked, never sent again, and found by its callback', async () => {
  await shop.faults({ lose_response: 1 })
  const pushes = (await shop.orders()).length
  const lost = await shop.push({ amount: 40 })
  expect(lost).toMatchObject({ status: 'unknown', checkout_request_id: null })
  later(3600)
  await shop.faults({})
  const orders = (await shop.orders()).slice(pushes)
  expect(orders).toHaveLength(1)
  const silent = await shop.call('GET', `/transactions/${lost.transaction_id}`)
  expect(silent.data.status).toBe('unknown')
})

test('the payer approves although the answer was lost: the callback finds the payment', async () => {
  await shop.faults({ lose_response: 1 })
  const lost = await shop.push({ amount: 45 })
  const order = (await shop.orders()).at(-1)
  await shop.faults({})
  await shop.act(String(order?.id), 'approve')
  expect(await shop.becomes(lost.transaction_id, 'completed')).toMatchObject({ reference: order?.id })
})

test('a direct payment whose answer is lost is asked for again with the same key, and made once', async () => {
  await shop.faults({ lose_response: 1 })
  const made = (await shop.orders()).length
  const lost = await shop.direct({ amount: 900 })
  expect(lost).toMatchObject({ status: 'unknown', reference: null })
  await shop.faults({})
  later(11)
  const known = await shop.becomes(lost.transaction_id, 'pending')
  const orders = (await shop.orders()).slice(made)
  expect(orders.map(({ id }) => id)).toEqual([known.reference])
})

test('an expired token is renewed, and a provider that is busy has charged nobody', async () => {
  await shop.faults({ expire_token: 1 })
  const answer = await shop.call('POST', '/provider_a/stk-push', {
    body: { phone: '0712345678', amount: 5, description: 'x' },
  })
  // The simulator forgets each token as it is used, so that the renewed one is refused as well.
  expect([answer.status, answer.body.message]).toEqual([503, expect.stringContaining('Invalid Access Token')])
  await shop.faults({ throttle: 1 })
  const busy = await shop.call('POST', '/provider_b/initiate', {
    body: { phone: '0712345678', amount: 5000, first_name: 'A', last_name: 'B' },
  })
  expect([busy.status, busy.body.message]).toEqual([503, expect.stringContaining('Nothing was charged')])
  const { data } = await shop.call('GET', `/transactions/${busy.body.details.transaction_id}`)
  expect(data).toMatchObject({ status: 'failed', failure: 'provider_busy' })
})

test('a push that is answered with the reference of another one is kept as what it is, until the statement decides', async () => {
  const first = await shop.push({ amount: 47 })
  await shop.faults({ reuse_reference: 1 })
  const second = await shop.push({ amount: 48 })
  expect(second).toMatchObject({ status: 'unknown', checkout_request_id: null })
  await shop.faults({})
  const order = (await shop.orders()).at(-1)
  await shop.act(String(order?.id), 'approve')
  later(3600)
  const { data } = await shop.call('GET', `/transactions/${second.transaction_id}`)
  expect(data).toMatchObject({ status: 'unknown', failure: 'reference_taken', alert: 'reference_taken' })
  const csv = (await shop.app.api('GET', '//simulators/provider_a/statement.csv')).text
  await shop.call('POST', '/reconciliation/statements', { body: { provider: 'provider_a', csv } })
  await shop.becomes(second.transaction_id, 'completed')
  expect((await shop.call('GET', `/transactions/${first.transaction_id}`)).data.status).not.toBe('completed')
})

test('two payments that are given one reference at the same time: one has it, the other an alert', async () => {
  await shop.faults({ lose_response: 1 })
  const lost = await Promise.all([1, 2, 3, 4].map((n) => shop.push({ amount: n })))
  await shop.faults({ in_flight: 1 })
  await Promise.all(
    lost.map(({ transaction_id }, i) =>
      callA(shop, transaction_id, { reference: 'ws_CO_same', amount: i + 1, receipt: `SAME${i}` }),
    ),
  )
  await expect
    .poll(async () => {
      const { data } = await shop.call('GET', '/transactions?limit=4')
      return data.map((one: any) => [one.status, one.alert].join(' ')).toSorted()
    })
    .toEqual(['pending ', ...Array.from({ length: 3 }, () => 'unknown reference_taken')])
})

test('a payment that succeeds late is lifted to completed, with an alert', async () => {
  await shop.faults({ drop_callback: 1 })
  const { transaction_id, checkout_request_id } = await shop.push({ amount: 60 })
  await shop.act(checkout_request_id, 'approve')
  await shop.faults({ wrong_query: 1 })
  later(15)
  await shop.becomes(transaction_id, 'failed')
  await shop.faults({})
  await callA(shop, transaction_id, { reference: checkout_request_id, amount: 60, receipt: 'LATE000001' })
  expect(await shop.becomes(transaction_id, 'completed')).toMatchObject({
    alert: 'late_success',
    receipt: 'LATE000001',
  })
})

test('a payment about which nobody says anything is parked after a day, until a callback comes after all', async () => {
  await shop.faults({ drop_callback: 1, in_flight: 1 })
  const { transaction_id, checkout_request_id } = await shop.push({ amount: 65 })
  await shop.act(checkout_request_id, 'approve')
  later(86_500)
  expect(await shop.becomes(transaction_id, 'unknown')).toMatchObject({
    failure: 'no_outcome',
    alert: 'no_outcome',
  })
  await shop.faults({})
  await callA(shop, transaction_id, { reference: checkout_request_id, amount: 65, receipt: 'LATE000002' })
  expect((await shop.becomes(transaction_id, 'completed')).receipt).toBe('LATE000002')
})

test('a session that nobody pays expires', async () => {
  const { data } = await shop.call('POST', '/provider_b/session', { body: { amount: 1000, expires_in: 60 } })
  later(70)
  await shop.becomes(data.transaction_id, 'expired')
})
