// Long statements: lines share their statements of SQL, and a batch comes to what its lines would one after the other.
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addShop, openShop, type Shop } from '#modules/payments/payments.fixture.ts'
import { HEAD, lineOf, paid } from './statement.fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.app.stop())

const at = () => shop.app.clock.now().toISOString()
const importing = async (of: Shop, lines: readonly string[]) => {
  const body = { provider: 'provider_a', csv: [HEAD, ...lines].join('\n') }
  const sent = await of.call('POST', '/reconciliation/statements', { body })
  expect(sent.status, sent.text).toBe(200)
  return sent.data as any
}

test('700 lines of every kind take a few statements of SQL, and not some for each', async () => {
  const own = await addShop(shop.app)
  const done = await paid(own, 81)
  await shop.faults({ lose_response: 1, drop_callback: 1 })
  const lost = []
  for (let n = 0; n < 20; n++) lost.push(await own.push({ amount: 82 }))
  await shop.faults({})
  const { data } = await own.call('GET', '/transactions?limit=200&status=unknown')
  expect(data).toHaveLength(lost.length)
  const full = await Promise.all(
    data.map(async ({ id }: any) => (await own.call('GET', `/transactions/${id}`)).data),
  )
  const lines = [
    ...full.map((one, n) => lineOf(`LOST${n}`, at(), n < 10 ? '82.00' : '81.00', one)),
    ...Array.from({ length: 650 }, (_, n) => lineOf(`STRANGER${n}`, at(), '5.00')),
    lineOf(done.receipt, at(), '81.00', done),
    ...Array.from({ length: 29 }, (_, n) => `BACK${n},${at()},Reversal of ${done.receipt},Completed,,-1.00,`),
  ]
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  const imported = await importing(own, lines)
  const texts = queries.mock.calls.map(([first]) => String((first as { text?: string }).text ?? first))
  queries.mockRestore()
  const of = texts.filter((text) => /msingi_payments\.(?!publications)/.test(text))
  expect(imported.counts).toMatchObject({
    settled: 10,
    other_amount: 10,
    not_ours: 650,
    matched: 1,
    reversal: 29,
  })
  expect(of.length, of.join('\n')).toBeLessThan(100)
  expect((await own.call('GET', `/transactions/${done.id}`)).data).toMatchObject({
    status: 'completed',
    refunded_amount: 29,
  })
})

test('lines of one batch are judged one after the other', async () => {
  const own = await addShop(shop.app)
  const [one, other] = [await paid(own, 83), await paid(own, 84)]
  const { counts, others } = await importing(own, [
    // The last line of a receipt counts.
    lineOf(one.receipt, at(), '80.00', one),
    lineOf(one.receipt, at(), '83.00', one),
    `BACK000083,${at()},Reversal of ${one.receipt},Completed,,-40.00,`,
    `BACK000083,${at()},Reversal of ${one.receipt},Completed,,-40.00,`,
    `BACK000083,${at()},Reversal of ${other.receipt},Completed,,-40.00,`,
    `BACK000084,${at()},Reversal of ${one.receipt},Completed,,-43.00,`,
  ])
  expect(counts).toMatchObject({ other_amount: 1, matched: 1, reversal: 4 })
  expect(others.map(({ line, reason }: any) => [line, reason.split(':')[0]])).toEqual([
    [2, 'It says 80 KES, and its transaction 83 KES.'],
    [4, 'It takes back 40 KES of its transaction, of which 40 KES are given back now.'],
    [5, 'The reversal of its transaction is recorded already.'],
    [6, 'A line of the same receipt takes back another transaction.'],
    [7, 'It takes back 43 KES'],
  ])
  expect((await own.call('GET', `/transactions/${one.id}`)).data.status).toBe('reversed')
  expect((await own.call('GET', '/reconciliation')).data.differences).toEqual([])
})
