// What an import makes of a statement: each line has an outcome, of one environment, and within the time that it covers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addShop, openShop, type Shop } from '#modules/payments/payments.fixture.ts'
import { HEAD, lineOf, paid } from './statement.fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.app.stop())

// A payment is then completed when the clock is moved, and not by its callback.
const BY_QUERY = { provider_a_confirm: 'query' }
const query = (text: string, values: unknown[]) =>
  shop.app.platform.clusters.main.admin.query(text, values).then(({ rows }) => rows)
const importing = (of: Shop, lines: readonly string[], more: object = {}) =>
  of.call('POST', '/reconciliation/statements', {
    body: { provider: 'provider_a', csv: [HEAD, ...lines].join('\n'), ...more },
  })
const differences = async (of: Shop) => (await of.call('GET', '/reconciliation')).data.differences as any[]
const causes = async (of: Shop) => (await differences(of)).map(({ cause }) => cause).toSorted()
const at = () => shop.app.clock.now().toISOString()

test('each line has an outcome, those that are not taken are listed, and a reversal is booked', async () => {
  const own = await addShop(shop.app, BY_QUERY)
  await shop.faults({ lose_response: 1, drop_callback: 1 })
  const open = await own.push({ amount: 40 })
  await shop.faults({})
  const [known, cents, back] = [await paid(own, 41), await paid(own, 42), await paid(own, 43)]
  const { data: lost } = await own.call('GET', `/transactions/${open.transaction_id}`)
  const lines = [
    // The latest first, as portals have them.
    `BACK000043,${at()},Reversal of ${back.receipt},Completed,,-43.00,`,
    lineOf('LOST000040', at(), '40.00', lost),
    lineOf(known.receipt, at(), '41.00', known),
    lineOf(cents.receipt, at(), '42.50', cents),
    lineOf(back.receipt, at(), '43.00', back),
    `STRANGER40,${at()},Pay Bill,Completed,5.00,,X`,
    `${known.receipt},${at()},Pay Bill Charge,Completed,,-1.00,`,
    `FAILED0040,${at()},Pay Bill,Failed,5.00,,X`,
    `BROKEN0040,${at()},Pay Bill,Completed,five,,X`,
    `BACK000044,${at()},Reversal of NOBODY0001,Completed,,-9.00,`,
  ]
  const { data } = await importing(own, lines)
  expect(data.counts).toEqual({
    settled: 1,
    matched: 2,
    other_amount: 1,
    reversal: 2,
    not_ours: 1,
    other_environment: 0,
    withdrawal: 1,
    not_completed: 1,
    unreadable: 1,
  })
  expect([data.environment, data.lines]).toEqual(['sandbox', lines.length])
  expect(data.others.map(({ line, outcome }: any) => [line, outcome])).toEqual([
    [5, 'other_amount'],
    [2, 'reversal'],
    [11, 'reversal'],
    [7, 'not_ours'],
    [8, 'withdrawal'],
    [9, 'not_completed'],
    [10, 'unreadable'],
  ])
  for (const { reason } of data.others) expect(reason).toMatch(/\.$/)
  expect(await causes(own)).toEqual(['amount_mismatch', 'not_ours'])
  const { data: taken } = await own.call('GET', `/transactions/${back.id}`)
  expect(taken).toMatchObject({ status: 'reversed', refunded_amount: 43 })
  const told = await query(`select count(*)::int from platform.events where project_id = $1`, [
    own.project.id,
  ])
  await importing(own, lines)
  const again = await query(`select count(*)::int from platform.events where project_id = $1`, [
    own.project.id,
  ])
  expect(again, 'told again').toEqual(told)
})

test('a reversal is of the payment that it names, not of another with its account number', async () => {
  const own = await addShop(shop.app, BY_QUERY)
  const done = await paid(own, 45)
  const back = (named: string) =>
    `BACK000045,${at()},Reversal of ${named} to 254712345678,Completed,,-45.00,${done.account_reference}`
  const status = async () => (await own.call('GET', `/transactions/${done.id}`)).data.status
  const { data } = await importing(own, [lineOf('TWICE00045', at(), '45.00', done), back('TWICE00045')])
  expect([data.counts.reversal, await causes(own), await status()]).toEqual([1, ['not_ours'], 'completed'])
  await importing(own, [back(done.account_reference)])
  expect([await causes(own), await status()]).toEqual([['not_ours'], 'reversed'])
})

test('texts that are cut stay whole characters', async () => {
  const own = await addShop(shop.app)
  const cutAt = (length: number) => `${'x'.repeat(length - 1)}😀 and more`
  const { status, data } = await importing(own, [
    `STRANGER65,${at()},x,Completed,5.00,,${cutAt(200)}`,
    `FAILED0065,${at()},x,${cutAt(40)},5.00,,X`,
    `${cutAt(100)},${at()},x,Completed,5.00,,X`,
  ])
  expect(status).toBe(200)
  expect(data.counts).toMatchObject({ not_ours: 1, not_completed: 1, unreadable: 1 })
})

test('a corrected line takes the place of the earlier one', async () => {
  const own = await addShop(shop.app, BY_QUERY)
  await shop.faults({})
  const done = await paid(own, 50)
  await importing(own, [
    lineOf(done.receipt, at(), '49.00', done),
    `STRANGER50,${at()},x,Completed,5.00,,WRONG`,
  ])
  expect(await causes(own)).toEqual(['amount_mismatch', 'not_ours'])
  await importing(own, [
    lineOf(done.receipt, at(), '50.00', done),
    `STRANGER50,${at()},x,Completed,6.00,,RIGHT`,
  ])
  expect(await differences(own)).toMatchObject([
    { cause: 'not_ours', receipt: 'STRANGER50', provider_amount: 6, reference: 'RIGHT' },
  ])
  expect((await own.call('GET', `/transactions/${done.id}`)).data.alert).toBeNull()
})

test('a statement says nothing of what is not between its own first and last line', async () => {
  const own = await addShop(shop.app, BY_QUERY)
  await shop.faults({})
  const first = await paid(own, 60)
  shop.app.clock.advance(86_400)
  const between = await paid(own, 61)
  shop.app.clock.advance(86_400)
  // Started before the first line of the next statement, and completed after it.
  const { transaction_id, checkout_request_id } = await own.push({ amount: 62 })
  const begin = new Date(shop.app.clock.now().getTime() + 1000).toISOString()
  await own.act(checkout_request_id, 'approve')
  shop.app.clock.advance(11)
  const across = await own.becomes(transaction_id, 'completed')
  const last = await paid(own, 63)
  shop.app.clock.advance(1)
  const line = (one: any, time: string) =>
    `${one.receipt ?? one.id.slice(0, 8)},${time},x,Completed,${one.amount},,${one.account_reference}`
  await importing(own, [line(first, first.completed_at)])
  await importing(own, [line(last, begin), `STRANGER60,${at()},x,Completed,5.00,,X`])
  const unlisted = async () =>
    (await differences(own)).flatMap((one) => (one.cause === 'not_on_statement' ? one.transaction_id : []))
  expect(await unlisted()).toEqual([])
  await importing(own, [line(first, first.created_at), line(last, at())])
  expect((await unlisted()).toSorted()).toEqual([between.id, across.id].toSorted())
})

test('a statement is of one environment, and settles only payments of it', async () => {
  const own = await addShop(shop.app, BY_QUERY)
  await shop.faults({ lose_response: 1, drop_callback: 1 })
  const open = await own.push({ amount: 70 })
  await shop.faults({})
  const { data: lost } = await own.call('GET', `/transactions/${open.transaction_id}`)
  const line = lineOf('LOST000070', at(), '70.00', lost)
  const { data: live } = await importing(own, [line], { environment: 'live' })
  expect(live).toMatchObject({ environment: 'live', counts: { settled: 0, other_environment: 1 } })
  expect(live.others[0].reason).toContain('sandbox')
  await query(`update msingi_payments.payments set environment = 'live' where id = $1`, [lost.id])
  expect((await importing(own, [line])).data).toMatchObject({
    environment: 'sandbox',
    counts: { settled: 0, other_environment: 1 },
  })
  expect(await causes(own)).toEqual([])
  await query(`update msingi_payments.payments set environment = 'sandbox' where id = $1`, [lost.id])
  expect((await importing(own, [line])).data.counts.settled).toBe(1)
})

const csv = (bytes: string | Buffer, search: string, type = 'text/csv') =>
  shop.call('POST', `/reconciliation/statements${search}`, { raw: bytes, headers: { 'content-type': type } })
const NOTHING = `${HEAD}\nNOBODY0001,05/06/2026 10:00:00,x,Failed,5,,`

test('a body of text/csv has its other fields in the query string', async () => {
  const sent = await csv(
    `\uFEFF${NOTHING}`,
    '?provider=provider_a&environment=live&dates=dmy',
    'text/csv; charset=utf-8',
  )
  expect([sent.status, sent.data]).toEqual([
    200,
    expect.objectContaining({ environment: 'live', from: '2026-06-05T07:00:00.000Z', lines: 1 }),
  ])
})

test.each([
  [NOTHING, '', 'provider is required'],
  [NOTHING, '?provider=provider_a', 'can be read in two ways'],
  [NOTHING, '?provider=provider_c', 'provider'],
  [NOTHING, '?provider=provider_a&dates=xyz', 'dates: must be one of dmy, mdy, ymd'],
  [NOTHING, '?provider=provider_a&other=1', 'other'],
  ['', '?provider=provider_a', 'must not be empty'],
  [`${HEAD}\nR\0,,x,Completed,5,,`, '?provider=provider_a', 'csv: must be text'],
  [Buffer.from([0xff, 0xfe, 0x52, 0]), '?provider=provider_a', 'not valid UTF-8'],
])('a body that cannot be read is a 400: %#', async (bytes, search, message) => {
  const answer = await csv(bytes, search)
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)])
})

test('what is no text is a 400 in JSON, too', async () => {
  const answer = await importing(shop, ['R\0,,x,Completed,5,,'])
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('must be text')])
})
