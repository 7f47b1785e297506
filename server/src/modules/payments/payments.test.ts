// Payments from the prompt to the ledger, with the simulators that a server in development brings along.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, PHONE_A, PHONE_B, type Shop } from './payments.fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.app.stop())

const published = async (id: string) =>
  (await shop.app.api('GET', `/data/payment_transactions/${id}`, { key: shop.project.secret })).data

test('a payment that is approved on the phone completes, in the API, in the table and in the ledger', async () => {
  const started = await shop.push({
    phone: '0712 345 678',
    amount: 1500,
    order_id: 'order-1',
    metadata: { cart: 7 },
  })
  expect(started).toEqual({
    transaction_id: expect.any(String),
    status: 'pending',
    amount: 1500,
    currency: 'KES',
    phone: PHONE_A,
    checkout_request_id: expect.stringMatching(/^ws_CO_/),
    merchant_request_id: expect.any(String),
    response_code: '0',
    response_description: expect.any(String),
    customer_message: expect.any(String),
  })
  const { transaction_id: id, checkout_request_id } = started
  expect(await published(id)).toMatchObject({
    status: 'pending',
    version: 2,
    amount: 1500,
    metadata: { cart: 7 },
  })
  await shop.act(checkout_request_id, 'approve')
  const done = await shop.becomes(id, 'completed')
  expect(done).toMatchObject({
    receipt: expect.stringMatching(/^QF1[0-9A-F]{10}$/),
    order_id: 'order-1',
    failure: null,
  })
  const kinds = async () => {
    shop.app.clock.advance(0.1)
    return (await shop.call('GET', `/transactions/${id}`)).data.timeline.map((one: any) => one.kind)
  }
  // The provider is asked afterwards.
  await expect.poll(kinds).toEqual(['request', 'request', 'transition', 'transition', 'callback', 'query'])
  expect(done.ledger.map(({ account, amount }: any) => [account, amount])).toEqual([
    ['provider_a', 1500],
    ['sales', -1500],
  ])
  await expect.poll(async () => (await published(id)).status).toBe('completed')
  expect((await published(id)).version).toBe(3)
})

test.each([
  ['decline', 'cancelled', 'cancelled_by_payer'],
  ['wrong_pin', 'failed', 'wrong_pin'],
  ['no_funds', 'failed', 'insufficient_funds'],
] as const)('a payer who chooses %s leaves it %s', async (action, status, failure) => {
  const { transaction_id, checkout_request_id } = await shop.push()
  await shop.act(checkout_request_id, action)
  expect(await shop.becomes(transaction_id, status)).toMatchObject({ failure, ledger: [], receipt: null })
})

test('a direct payment completes by a signed callback, with the fees in the ledger', async () => {
  const started = await shop.direct({ phone: '0712345678', amount: 5000, email: 'asha@example.com' })
  expect(started).toMatchObject({
    status: 'pending',
    phone: PHONE_B,
    reference: expect.stringMatching(/^pay_/),
  })
  await shop.act(started.reference, 'approve')
  const done = await shop.becomes(started.transaction_id, 'completed')
  expect(done.ledger.map(({ account, amount }: any) => [account, amount])).toEqual([
    ['provider_b', 4950],
    ['provider_b.fees', 50],
    ['sales', -5000],
  ])
  const byReference = await shop.call('GET', `/provider_b/status/${started.reference}`)
  expect(byReference.data).toMatchObject({ transaction_id: started.transaction_id, status: 'completed' })
})

test('a session is paid on the checkout page', async () => {
  const body = {
    amount: 12_000,
    customer_name: 'Asha',
    expires_in: 120,
    redirect_url: 'https://shop.test/done',
  }
  const { data, status } = await shop.call('POST', '/provider_b/session', { body })
  expect([status, data.status]).toEqual([201, 'pending'])
  expect(data.payment_link_url).toBe(data.checkout_url)
  const page = await fetch(data.checkout_url)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Simulated checkout')])
  await shop.act(data.reference, 'approve')
  expect(await shop.becomes(data.transaction_id, 'completed')).toMatchObject({
    kind: 'session',
    amount: 12_000,
  })
})

test('the ledger adds up', async () => {
  const { data } = await shop.call('GET', '/ledger')
  const sum = (currency: string) =>
    data
      .filter((one: any) => one.currency === currency)
      .reduce((total: number, one: any) => total + one.balance, 0)
  expect([sum('KES'), sum('TZS')]).toEqual([0, 0])
  expect(data).toContainEqual({
    environment: 'sandbox',
    account: 'provider_b',
    currency: 'TZS',
    balance: 16_830,
  })
})
