// Reconciliation: the statement of a provider as a third witness, and the report of what differs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '#payments/payments.fixture.ts'
import { cpuMs, turnMs } from '#test/watchdog/growth.ts'
import { queueReconciliation } from './daily.ts'
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
  shop.app.clock.advance(3601)
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

test.each([
  ['', 'csv'],
  ['a,b\n1,2', 'needs the columns'],
  ['Receipt No.,Paid In\n"R1,5', 'not closed'],
  ['Receipt No.,Paid In\nR1,KES 150', 'The amount of the receipt R1 must be a number'],
  [`Receipt No.,Paid In${','.repeat(300)}`, 'at most 200 columns'],
  [`Receipt No.,Paid In\n${'R'.repeat(20_000)}`, 'at most 10000 characters'],
  [`Receipt No.,Paid In\n${'R,1\n'.repeat(20_100)}`, 'at most 20000 lines'],
])('what is no statement is a 400: %j', async (csv, message) => {
  const answer = await importing('provider_a', csv)
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)])
})

test('a statement is read as providers write it', async () => {
  const text =
    '\uFEFFReceipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,A/C No.\r\n' +
    'R1,2026-01-25 10:00:00,"Pay Bill, ""Asha""",Completed,"1,500.00",,BCDF\r\n' +
    'R5,2026-01-25,x,Completed,7,,BCDG\r\n' +
    'R2,2026-01-25 10:00:00,x,Failed,20.00,,X\r\nR3,,Charge,Completed,,-5.00,\r\nR4,,x,Completed,10.50,,\r\n\r\n' +
    'R6,,Reversal,Completed,-7.00,,\r\nR7,,Charge,Completed,-,5.00,\r\n'
  expect(await parseStatement('provider_a', text)).toEqual([
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
    // Some cents are another amount than any that was asked for.
    { receipt: 'R4', amount: 10.5, account_reference: null, reference: null, paid_at: null },
  ])
})

test('a statement of 4 MB is read in slices: others have their turn meanwhile', async () => {
  const details = 'x'.repeat(180)
  const line = (n: number) => `R${n},2026-01-25 10:00:00,"${details}, ""${n}""",Completed,"1,500.00",BCDF\r\n`
  const head = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,A/C No.\r\n'
  const text = head + Array.from({ length: 17_000 }, (_, n) => line(n)).join('')
  expect(text.length).toBeGreaterThan(4_000_000)
  let longest = 0
  let turns = 0
  let began = cpuMs()
  let done = false
  const beat = () => {
    longest = Math.max(longest, cpuMs() - began)
    began = cpuMs()
    turns += 1
    if (!done) setImmediate(beat)
  }
  setImmediate(beat)
  const lines = await parseStatement('provider_a', text)
  done = true
  expect([lines.length, lines.at(-1)?.receipt, lines[0]?.amount]).toEqual([17_000, 'R16999', 1500])
  expect(longest, `of ${turns} turns`).toBeLessThan(turnMs())
  expect(turns).toBeGreaterThan(5)
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
