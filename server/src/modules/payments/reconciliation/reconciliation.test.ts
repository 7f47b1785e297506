// Reconciliation: the statement of a provider as a third witness, and the report of what differs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '#modules/payments/payments.fixture.ts'
import { queueReconciliation } from './daily.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.app.stop())

const statement = async (provider: string) =>
  (await shop.app.api('GET', `//simulators/${provider}/statement.csv`)).text
const importing = (provider: string, csv: string) =>
  shop.call('POST', '/reconciliation/statements', { body: { provider, csv } })
const causes = async () =>
  (await shop.call('GET', '/reconciliation')).data.differences.map((one: any) => one.cause).toSorted()

test('a payment whose answer and callback were lost is settled by the statement, once', async () => {
  await shop.faults({ lose_response: 1, drop_callback: 1 })
  const lost = await shop.push({ amount: 80 })
  const order = (await shop.orders()).at(-1)
  await shop.act(String(order?.id), 'approve')
  shop.app.clock.advance(3601)
  expect(await causes()).toEqual(['outcome_unknown'])
  const csv = await statement('provider_a')
  expect(csv).toContain(order?.account_reference)
  expect((await importing('provider_a', csv)).data).toMatchObject({
    lines: 1,
    counts: { settled: 1, matched: 0 },
    others: [],
  })
  const done = await shop.becomes(lost.transaction_id, 'completed')
  expect([csv, done.ledger.length]).toEqual([expect.stringContaining(done.receipt), 2])
  expect((await importing('provider_a', csv)).data.counts).toMatchObject({ settled: 0, matched: 1 })
  expect(await causes()).toEqual([])
  expect(order?.account_reference).toHaveLength(12)
})

test('a statement never completes another amount, and money that nobody asked for is reported', async () => {
  await shop.faults({ wrong_amount: 1 })
  const wrong = await shop.direct({ amount: 1000 })
  await shop.act(wrong.reference, 'approve')
  await shop.becomes(wrong.transaction_id, 'unknown')
  const csv = `${await statement('provider_b')}STRANGER01,pay_0,2026-01-25T10:00:00Z,completed,700,255\n`
  expect((await importing('provider_b', csv)).data).toMatchObject({
    lines: 2,
    counts: { other_amount: 1, not_ours: 1, settled: 0, matched: 0 },
    others: [
      { line: 2, outcome: 'other_amount' },
      { line: 3, receipt: 'STRANGER01', outcome: 'not_ours' },
    ],
  })
  const { data } = await shop.call('GET', '/reconciliation?from=2020-01-01')
  expect(new Set(data.differences.map((one: any) => one.cause))).toEqual(
    new Set(['amount_mismatch', 'not_ours']),
  )
  for (const one of data.differences) expect(one.advice).toMatch(/\.$/)
  expect((await shop.call('GET', `/transactions/${wrong.transaction_id}`)).data.status).toBe('unknown')
})

test('a payment that a query has completed is marked where the statement says another amount, once', async () => {
  await shop.faults({ wrong_amount: 1, drop_callback: 1 })
  const { transaction_id: id, checkout_request_id } = await shop.push({ amount: 90 })
  await shop.act(checkout_request_id, 'approve')
  shop.app.clock.advance(15)
  const done = await shop.becomes(id, 'completed')
  const csv = await statement('provider_a')
  for (const _ of [1, 2]) expect((await importing('provider_a', csv)).status).toBe(200)
  const { data } = await shop.call('GET', `/transactions/${id}`)
  expect(data).toMatchObject({ status: 'completed', alert: 'amount_mismatch', version: done.version + 1 })
  expect(data.timeline.filter(({ kind }: any) => kind === 'alert')).toHaveLength(1)
  expect(await causes()).toContain('amount_mismatch')
})

test('a line with cents never completes the payment that was asked for without', async () => {
  await shop.faults({ part_amount: 1, drop_callback: 1 })
  for (const [id, reference, provider] of [
    await shop
      .push({ amount: 95 })
      .then((one) => [one.transaction_id, one.checkout_request_id, 'provider_a']),
    await shop.direct({ amount: 950 }).then((one) => [one.transaction_id, one.reference, 'provider_b']),
  ]) {
    await shop.act(reference, 'approve')
    expect((await importing(provider, await statement(provider))).status).toBe(200)
    const { alert, amount } = await shop.becomes(id, 'unknown')
    expect(alert).toBe('amount_mismatch')
    const { data } = await shop.call('GET', '/reconciliation')
    expect(data.differences).toContainEqual(
      expect.objectContaining({ transaction_id: id, provider_amount: amount - 0.5 }),
    )
  }
})

test('the daily reconciliation runs once for all nodes, and again the next day', async () => {
  const { platform } = shop.app
  const runs = () => platform.jobs.runs.get('payments-reconciliation')?.completed ?? 0
  const queue = () => queueReconciliation(platform)
  for (const day of [1, 2]) {
    // To noon of the next day.
    const now = platform.clock.now()
    const noon = Date.parse(now.toISOString().slice(0, 10)) + 36 * 3_600_000
    shop.app.clock.advance((noon - now.getTime()) / 1000)
    await Promise.all([queue(), queue(), queue()])
    await platform.jobs.drain()
    await queue()
    await platform.jobs.drain()
    expect(runs()).toBe(day)
  }
  // Before one o'clock in the night there is nothing to do yet.
  shop.app.clock.advance(12.5 * 3600)
  await queue()
  await platform.jobs.drain()
  expect(runs()).toBe(2)
})
