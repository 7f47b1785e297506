// Differences closed by hand, and what was really paid booked.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addShop, openShop, type Shop } from '#modules/payments/payments.fixture.ts'

let first: Shop
let shop: Shop
beforeAll(async () => {
  first = await openShop()
})
beforeEach(async () => {
  shop = await addShop(first.app)
  await shop.faults({})
})
afterAll(() => first.app.stop())

const HEAD = 'Receipt No.,Completion Time,Transaction Status,Paid In,A/C No.'
const importing = (...lines: string[]) =>
  shop.call('POST', '/reconciliation/statements', {
    body: { provider: 'provider_a', csv: [HEAD, ...lines].join('\n') },
  })
const lineOf = ({ receipt, account_reference }: any, amount: string, time = '2026-01-25 10:00:00') =>
  `${receipt ?? 'QK00000001'},${time},Completed,${amount},${account_reference}`
const listed = async (state = 'open') =>
  (await shop.call('GET', `/reconciliation?state=${state}`)).data.differences as any[]
const close = (ids: string[], note = 'Agreed with the payer.') =>
  shop.call('POST', '/reconciliation/close', { body: { ids, note } })
const resolve = (id: string, body: object) =>
  shop.call('POST', `/transactions/${id}/resolve`, { body: { reason: 'Agreed.', ...body } })
const sales = async () => {
  const { data } = await shop.call('GET', '/ledger')
  return data.find(({ account }: any) => account === 'sales')?.balance ?? 0
}

const parked = async (amount: number) => {
  await shop.faults({ wrong_amount: 1 })
  const { transaction_id, checkout_request_id } = await shop.push({ amount })
  await shop.act(checkout_request_id, 'approve')
  return shop.becomes(transaction_id, 'unknown')
}

test('another amount is booked as it was paid, and closes everything about it for good', async () => {
  const { id } = await parked(300)
  const [difference] = await listed()
  expect(difference).toMatchObject({ cause: 'amount_mismatch', amount: 300, provider_amount: 299 })
  const refused = await close([difference.id])
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('resolve it instead')])
  expect((await resolve(id, { status: 'completed', amount: 299 })).status).toBe(200)
  const done = await shop.becomes(id, 'completed')
  expect(done).toMatchObject({ amount: 300, paid_amount: 299, alert: null, failure: null })
  expect([await listed(), await sales()]).toEqual([[], -299])
  await importing(lineOf(done, '299.00'))
  expect([await listed(), (await shop.becomes(id, 'completed')).version]).toEqual([[], done.version])
  expect((await listed('closed'))[0]).toMatchObject({
    cause: 'amount_mismatch',
    note: 'Agreed.',
    closed_by: expect.stringMatching(/^api_key:/),
  })
  const { data } = await shop.call('GET', '/reconciliation')
  expect([data.totals[0].completed_amount, (await shop.call('GET', '/totals')).data[0].amount]).toEqual([
    299, 299,
  ])
})

test('an amount that was asked for and paid otherwise is decided as what was asked for, without an alert', async () => {
  const { id, account_reference, receipt } = await parked(310)
  await importing(lineOf({ account_reference, receipt }, '309.00'))
  expect((await resolve(id, { status: 'completed' })).data).toMatchObject({
    alert: null,
    status: 'completed',
  })
  await importing(lineOf({ account_reference, receipt }, '309.00'))
  expect([await listed(), await sales()]).toEqual([[], -310])
  // Another amount than it said is news.
  await importing(lineOf({ account_reference, receipt }, '308.00'))
  expect(await listed()).toMatchObject([{ cause: 'amount_mismatch', provider_amount: 308 }])
})

test('a completed payment is corrected as often as its owner learns more, and its reversal takes all of it back', async () => {
  await shop.faults({ drop_callback: 1 })
  const { transaction_id: id, checkout_request_id } = await shop.push({ amount: 90 })
  await shop.act(checkout_request_id, 'approve')
  first.app.clock.advance(15)
  const done = await shop.becomes(id, 'completed')
  await importing(lineOf(done, '89.00'))
  expect((await shop.becomes(id, 'completed')).alert).toBe('amount_mismatch')
  for (const [amount, paid_amount] of [
    [89, 89],
    [89, 89],
    [90, null],
    [88, 88],
  ]) {
    const answer = await resolve(id, { status: 'completed', amount })
    expect([answer.status, await sales()]).toEqual([200, -Number(amount)])
    expect(await shop.becomes(id, 'completed')).toMatchObject({ paid_amount, alert: null })
  }
  const { ledger } = await shop.becomes(id, 'completed')
  expect(ledger.map(({ posting, amount }: any) => [posting, amount])).toEqual([
    ['payment', 90],
    ['payment', -90],
    ...[-1, 1, 1, -1, -2, 2].map((amount) => ['correction', amount]),
  ])
  await shop.call('POST', `/transactions/${id}/reversal`, { body: { reason: 'Sold out.' } })
  expect(await sales()).toBe(0)
})

test('a line of nobody is closed with a note, and opened again only where it says something else', async () => {
  const line = (amount: string) => `STRANGER1,2026-01-25 10:00:00,Completed,${amount},X`
  await importing(line('700.00'))
  const [found] = await listed()
  expect(found).toMatchObject({ cause: 'not_ours', receipt: 'STRANGER1', reference: 'X', closed_at: null })
  const { data } = await close([found.id, found.id], 'Booked as a gift.')
  expect(data).toMatchObject([{ id: found.id, note: 'Booked as a gift.' }])
  await importing(line('700.00'))
  expect([await listed(), (await listed('closed')).map(({ id }) => id)]).toEqual([[], [found.id]])
  // Closed is closed: a second note does not replace the first.
  expect((await close([found.id], 'Another.')).data[0].note).toBe('Booked as a gift.')
  await importing(line('701.00'))
  expect(await listed()).toMatchObject([{ id: found.id, provider_amount: 701, note: null }])
})

test('differences are closed all or none, and only those of the project', async () => {
  await importing('A1,2026-01-25 10:00:00,Completed,1.00,X', 'A2,2026-01-25 10:00:00,Completed,2.00,X')
  const [one, two] = await listed()
  const other = await addShop(first.app)
  const body = { ids: [one.id], note: 'Mine.' }
  expect((await other.call('POST', '/reconciliation/close', { body })).status).toBe(404)
  expect((await close([one.id, crypto.randomUUID()])).status).toBe(404)
  const open = await parked(50)
  const [mismatch] = (await listed()).filter(({ transaction_id }) => transaction_id === open.id)
  expect((await close([two.id, mismatch.id])).status).toBe(409)
  expect(await listed()).toHaveLength(3)
  for (const wrong of [{ ids: [], note: 'x' }, { ids: [one.id] }, { ids: ['x'], note: 'x' }])
    expect((await shop.call('POST', '/reconciliation/close', { body: wrong })).status).toBe(400)
  expect((await close([one.id, two.id])).status).toBe(200)
  expect((await listed()).map(({ id }) => id)).toEqual([mismatch.id])
})

test('an alert is gone once it is closed, and says who was there before', async () => {
  await shop.faults({ drop_callback: 1, wrong_query: 1 })
  const { transaction_id: id, checkout_request_id } = await shop.push({ amount: 60 })
  await shop.act(checkout_request_id, 'approve')
  first.app.clock.advance(15)
  const failed = await shop.becomes(id, 'failed')
  await importing(lineOf(failed, '60.00'))
  expect((await shop.becomes(id, 'completed')).alert).toBe('late_success')
  const [late] = await listed()
  await close([late.id], 'Delivered.')
  const done = await shop.becomes(id, 'completed')
  expect(done.alert).toBeNull()
  expect(done.timeline.at(-1)).toMatchObject({
    kind: 'closed',
    data: { causes: ['late_success'], note: 'Delivered.', by: expect.stringMatching(/^api_key:/) },
  })
  const { data } = await shop.app.api('GET', '/data/payment_transactions', { key: shop.project.secret })
  expect(data[0]).toMatchObject({ alert: null, version: done.version })
})

test('what cannot be decided so is refused in words', async () => {
  const { id } = await parked(70)
  expect((await resolve(id, { status: 'failed', amount: 69 })).body.message).toContain('amount')
  for (const amount of [0, -1, 1.5, '69'])
    expect((await resolve(id, { status: 'completed', amount })).status).toBe(400)
  const other = await resolve(id, { status: 'completed', receipt: 'HAND000008' })
  expect([other.status, other.body.message]).toEqual([409, expect.stringContaining('has the receipt')])
  await shop.faults({ lose_response: 1 })
  const lost = [await shop.push({ amount: 71 }), await shop.push({ amount: 72 })]
  const answers = []
  for (const { transaction_id } of lost)
    answers.push(await resolve(transaction_id, { status: 'completed', receipt: 'HAND000009' }))
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect(answers[1]?.body.message).toBe('The receipt HAND000009 belongs to another transaction.')
})
