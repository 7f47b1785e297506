// What a provider calls payments: kept where it refuses one, and an alert where it names a second for what is paid.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openShop, PHONE_A, type Shop } from '#modules/payments/payments.fixture.ts'
import { callA, callB } from './callbacks.fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => shop.faults({}))
afterAll(() => shop.app.stop())

const sales = async (currency: string) =>
  (await shop.call('GET', '/ledger')).data.find(
    (one: any) => one.account === 'sales' && one.currency === currency,
  )?.balance ?? 0

test('a push that is refused with a reference is found by the callback that comes nevertheless', async () => {
  await shop.faults({ refuse_named: 1 })
  const before = await sales('KES')
  const body = { phone: PHONE_A, amount: 23, description: 'Refused' }
  const refused = await shop.call('POST', '/provider_a/stk-push', { body })
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('Rejected')])
  const { transaction_id: id } = refused.body.details
  const failed = (await shop.call('GET', `/transactions/${id}`)).data
  expect(failed).toMatchObject({
    status: 'failed',
    failure: 'refused',
    reference: expect.stringMatching(/^ws_CO_/),
  })
  await shop.act(failed.reference, 'approve')
  shop.app.clock.advance(11)
  expect(await shop.becomes(id, 'completed')).toMatchObject({ alert: 'late_success' })
  expect(await sales('KES')).toBe(before - 23)
})

test('a refusal without a reference is named by the callback with its token', async () => {
  await shop.faults({ refuse_request: 1 })
  const body = { phone: PHONE_A, amount: 24, description: 'Refused' }
  const { transaction_id: id } = (await shop.call('POST', '/provider_a/stk-push', { body })).body.details
  await callA(shop, id, { reference: 'ws_CO_named_late', amount: 24, receipt: 'QK00000024' })
  const read = async () => (await shop.call('GET', `/transactions/${id}`)).data
  await expect.poll(async () => (await read()).reference).toBe('ws_CO_named_late')
  // The provider knows none of that name.
  expect((await read()).status).toBe('failed')
})

test('a second payment of what is paid is an alert, and is not booked', async () => {
  const a = await shop.push({ amount: 25 })
  await shop.act(a.checkout_request_id, 'approve')
  await shop.becomes(a.transaction_id, 'completed')
  const { data: b } = await shop.call('POST', '/provider_b/session', { body: { amount: 2600 } })
  await shop.act(b.reference, 'approve')
  const done = await shop.becomes(b.transaction_id, 'completed')
  const before = [await sales('KES'), await sales('TZS')]
  const first = (await shop.orders()).find(({ id }) => id === b.reference)
  const second = {
    ...{ session_reference: b.reference, metadata: { transaction_id: b.transaction_id } },
    amount: { value: 2600, currency: 'TZS' },
  }
  const alertOf = async (id: string) => (await shop.call('GET', `/transactions/${id}`)).data.alert
  // Its own once more is none.
  await callB(shop, 'completed', { ...second, reference: first?.sibling, external_reference: done.receipt })
  await callB(shop, 'failed', { ...second, reference: 'pay_third' })
  const callbacks = async () =>
    (await shop.call('GET', `/transactions/${b.transaction_id}`)).data.timeline.filter(
      ({ kind }: any) => kind === 'callback',
    ).length
  await expect.poll(callbacks).toBe(3)
  expect(await alertOf(b.transaction_id)).toBeNull()
  await callB(shop, 'completed', { ...second, reference: 'pay_second', external_reference: 'SECOND0001' })
  await callA(shop, a.transaction_id, { reference: a.checkout_request_id, amount: 25, receipt: 'SECOND0002' })
  for (const { transaction_id } of [a, b]) await expect.poll(() => alertOf(transaction_id)).toBe('paid_twice')
  const { differences } = (await shop.call('GET', '/reconciliation')).data
  expect(
    differences.flatMap((one: any) => (one.cause === 'paid_twice' ? [one.provider_amount] : [])).toSorted(),
  ).toEqual([25, 2600])
  expect([await sales('KES'), await sales('TZS')]).toEqual(before)
})
