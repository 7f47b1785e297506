// Reconciliation: the statement of a provider as a third witness, and the report of what differs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '#payments/payments.fixture.ts'
import { parseStatement } from './statement.ts'

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
  expect(await causes()).toEqual(['outcome_unknown'])
  const csv = await statement('provider_a')
  expect(csv).toContain(order?.account_reference)
  expect((await importing('provider_a', csv)).data).toEqual({
    lines: 1,
    matched: 1,
    settled: 1,
    unmatched: 0,
  })
  const done = await shop.becomes(lost.transaction_id, 'completed')
  expect([csv, done.ledger.length]).toEqual([expect.stringContaining(done.receipt), 2])
  expect((await importing('provider_a', csv)).data.settled).toBe(0)
  expect(await causes()).toEqual([])
  expect(order?.account_reference).toHaveLength(12)
})

test('a statement never completes another amount, and money that nobody asked for is reported', async () => {
  await shop.faults({ wrong_amount: 1 })
  const wrong = await shop.direct({ amount: 1000 })
  await shop.act(wrong.reference, 'approve')
  await shop.becomes(wrong.transaction_id, 'unknown')
  const csv = `${await statement('provider_b')}STRANGER01,pay_0,2026-01-25T10:00:00Z,completed,700,255\n`
  expect((await importing('provider_b', csv)).data).toEqual({
    lines: 2,
    matched: 1,
    settled: 0,
    unmatched: 1,
  })
  const { data } = await shop.call('GET', '/reconciliation?from=2020-01-01')
  expect(new Set(data.differences.map((one: any) => one.cause))).toEqual(
    new Set(['amount_differs', 'amount_mismatch', 'not_ours']),
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
  expect(await causes()).toContain('amount_differs')
})

test.each([
  ['', 'csv'],
  ['a,b\n1,2', 'needs the columns'],
  ['Receipt No.,Paid In\n"R1,5', 'not closed'],
])('what is no statement is a 400: %j', async (csv, message) => {
  const answer = await importing('provider_a', csv)
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)])
})

test('a statement is read as providers write it', () => {
  const text =
    '\uFEFFReceipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,A/C No.\r\n' +
    'R1,2026-01-25 10:00:00,"Pay Bill, ""Asha""",Completed,"1,500.00",,BCDF\r\n' +
    'R5,2026-01-25,x,Completed,7,,BCDG\r\n' +
    'R2,2026-01-25 10:00:00,x,Failed,20.00,,X\r\nR3,,Charge,Completed,,-5.00,\r\nR4,,x,Completed,10.50,,\r\n\r\n'
  expect(parseStatement('provider_a', text)).toEqual([
    {
      receipt: 'R1',
      amount: 1500,
      account_reference: 'BCDF',
      reference: null,
      paid_at: new Date('2026-01-25T07:00:00Z'),
    },
    {
      receipt: 'R5',
      amount: 7,
      account_reference: 'BCDG',
      reference: null,
      paid_at: new Date('2026-01-24T21:00:00Z'),
    },
  ])
})
