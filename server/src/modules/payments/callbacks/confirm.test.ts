// What confirms a success of provider A: the token of its callback, with a query that follows, or the query alone.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addShop, openShop, type Shop } from '#modules/payments/payments.fixture.ts'
import { forgetChecks } from '#modules/payments/reconciliation/checks.store.ts'
import { transaction } from '#platform/db/transaction.ts'
import { callbackToken } from './callback-token.ts'

let byToken: Shop
let byQuery: Shop
beforeAll(async () => {
  byToken = await openShop()
  byQuery = await addShop(byToken.app, { provider_a_confirm: 'query' })
})
afterEach(() => byToken.faults({}))
afterAll(() => byToken.app.stop())

const later = (seconds: number) => byToken.app.clock.advance(seconds)
const sql = (text: string, values: unknown[]) =>
  byToken.app.platform.clusters.main.admin.query(text, values).then(({ rows }) => rows)
const shown = async (shop: Shop, id: string) => (await shop.call('GET', `/transactions/${id}`)).data
const queriesOf = async (shop: Shop, id: string): Promise<string[]> => {
  later(0.1)
  const { timeline } = await shown(shop, id)
  return timeline.filter(({ kind }: any) => kind === 'query').map(({ data }: any) => data.code)
}

interface Said {
  readonly reference: string
  readonly amount: number | undefined
  readonly receipt: string | undefined
  readonly token: string
}

// What provider A would send to the address of a payment; `code` is its result.
const callBack = async (shop: Shop, started: any, more: Partial<Said> = {}, code = 0) => {
  const { transaction_id: id, checkout_request_id } = started
  const { reference, amount, receipt, token }: Said = {
    reference: checkout_request_id,
    amount: 100,
    receipt: id,
    token: callbackToken(shop.app.platform.keys, shop.project.id, id),
    ...more,
  }
  const Item = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: receipt },
  ]
  const stkCallback = { CheckoutRequestID: reference, ResultCode: code, CallbackMetadata: { Item } }
  const path = `/webhooks/provider_a/${shop.project.id}/callback?payment=${id}&token=${token}`
  const answer = await shop.app.api('POST', path, { body: { Body: { stkCallback } } })
  expect(answer.status, answer.text).toBe(200)
  const waiting = 'select 1 from msingi_payments.callbacks where payment_id = $1 and processed_at is null'
  await expect.poll(async () => (await sql(waiting, [id])).length).toBe(0)
}

// The provider decides nothing, so that only the callback can have.
const undecided = () => byToken.faults({ in_flight: 1, drop_callback: 1 })

test('with the token a payment completes although the provider answers no query; with the query it waits', async () => {
  await undecided()
  for (const [shop, status] of [
    [byToken, 'completed'],
    [byQuery, 'pending'],
  ] as const) {
    const started = await shop.push()
    await shop.act(started.checkout_request_id, 'approve')
    await callBack(shop, started)
    const { ledger, alert, receipt, ...rest } = await shown(shop, started.transaction_id)
    const isPaid = status === 'completed'
    expect([rest.status, alert, ledger.length, receipt === null]).toEqual([
      status,
      null,
      isPaid ? 2 : 0,
      !isPaid,
    ])
    // Sent again, in other words: nothing is booked twice.
    await callBack(shop, started, { receipt: 'ANOTHER' })
    expect(await shown(shop, started.transaction_id)).toMatchObject({ status, ledger, receipt })
  }
})

test.each<[string, Partial<Said>]>([
  ['without an amount', { amount: undefined }],
  ['without a receipt', { receipt: undefined }],
  ['with an empty receipt', { receipt: '' }],
  ['with another reference', { reference: 'ws_CO_other' }],
  ['without a token', { token: '' }],
  ['with another token', { token: 'A'.repeat(43) }],
])('a success %s completes nothing by itself', async (_what, said) => {
  await undecided()
  const started = await byToken.push()
  await callBack(byToken, started, said)
  expect(await shown(byToken, started.transaction_id)).toMatchObject({ status: 'pending', ledger: [] })
})

test.each(['submitting', 'unknown'])(
  'a success that comes while a payment is %s waits for the query',
  async (status) => {
    await undecided()
    const started = await byToken.push()
    const { transaction_id: id, checkout_request_id: reference } = started
    await byToken.act(reference, 'approve')
    await sql('update msingi_payments.payments set status = $2, reference = null where id = $1', [id, status])
    await callBack(byToken, started)
    // Nor does another one confirm it, which has the reference that the first has named.
    await callBack(byToken, started, { receipt: `again ${id}` })
    expect(await shown(byToken, id)).toMatchObject({ status: 'pending', reference, ledger: [] })
    await byToken.faults({ drop_callback: 1 })
    later(60)
    expect((await byToken.becomes(id, 'completed')).receipt).toBe(`again ${id}`)
  },
)

test('a success that comes after the payer has declined changes nothing, as the provider does not confirm it', async () => {
  await byToken.faults({ drop_callback: 1 })
  const started = await byToken.push()
  await byToken.act(started.checkout_request_id, 'decline')
  await callBack(byToken, started, {}, 1032)
  await byToken.becomes(started.transaction_id, 'cancelled')
  await callBack(byToken, started)
  await expect.poll(() => queriesOf(byToken, started.transaction_id)).toEqual(['1032'])
  expect(await shown(byToken, started.transaction_id)).toMatchObject({ status: 'cancelled', ledger: [] })
})

test('a query that denies a completed payment leaves it so, with an alert, and one that decides nothing is repeated', async () => {
  await undecided()
  const started = await byToken.push()
  const id = started.transaction_id
  await byToken.act(started.checkout_request_id, 'approve')
  await callBack(byToken, started)
  await expect.poll(() => queriesOf(byToken, id)).toEqual(['4999'])
  expect(await shown(byToken, id)).toMatchObject({ status: 'completed', alert: null })
  await byToken.faults({ wrong_query: 1 })
  later(30)
  await expect.poll(() => queriesOf(byToken, id)).toEqual(['4999', '1037'])
  const denied = await shown(byToken, id)
  expect([denied.status, denied.alert, denied.ledger.length]).toEqual(['completed', 'provider_denies', 2])
  // That is all that is asked.
  later(3600)
  const { data } = await byToken.call('GET', '/reconciliation')
  expect(data.differences.filter((one: any) => one.transaction_id === id)).toMatchObject([
    { cause: 'provider_denies' },
  ])
  expect(await queriesOf(byToken, id)).toHaveLength(2)
})

test('a success is not believed before a query has confirmed it, where the settings say so', async () => {
  await byToken.faults({ in_flight: 1 })
  const { transaction_id: id, checkout_request_id } = await byQuery.push()
  await byQuery.act(checkout_request_id, 'approve')
  await expect.poll(async () => (await queriesOf(byQuery, id)).length).toBeGreaterThan(0)
  expect((await shown(byQuery, id)).status).toBe('pending')
  await byToken.faults({ query_error: 1 })
  later(30)
  await expect.poll(async () => (await queriesOf(byQuery, id)).at(-1)).toBe('500.001.1001')
  await byToken.faults({ wrong_query: 1 })
  later(60)
  await expect.poll(async () => (await queriesOf(byQuery, id)).at(-1)).toBe('1037')
  expect((await shown(byQuery, id)).status).toBe('pending')
  await byToken.faults({})
  later(120)
  expect((await byQuery.becomes(id, 'completed')).receipt).toMatch(/^QF1[0-9A-F]{10}$/)
})

test('queries about completed payments come after all others, the latest first', async () => {
  const shop = await addShop(byToken.app, { provider_a_queries_per_minute: 5 })
  await byToken.faults({ drop_callback: 1 })
  const asked = () =>
    sql(
      `select p.id from msingi_payments.events e join msingi_payments.payments p on p.id = e.payment_id
       where p.project_id = $1 and e.kind = 'query' order by e.id`,
      [shop.project.id],
    ).then((rows) => rows.map(({ id }) => id))
  const complete = async () => {
    later(0.1)
    const started = await shop.push()
    await shop.act(started.checkout_request_id, 'approve')
    await callBack(shop, started)
    return started.transaction_id
  }
  const open = await shop.push()
  await shop.act(open.checkout_request_id, 'decline')
  const first = await complete()
  await expect.poll(asked).toEqual([first])
  const second = await complete()
  const third = await complete()
  const expected = [first]
  for (const id of [open.transaction_id, third, second]) {
    expected.push(id)
    // Turns are twelve seconds apart.
    later(12)
    await expect.poll(asked, { timeout: 5000 }).toEqual(expected)
  }
})

test('a completed payment that nobody had the time to ask about for days is left out, an open one is not', async () => {
  await undecided()
  const [started, open] = [await byToken.push(), await byToken.push()]
  await callBack(byToken, started)
  const ids = [started.transaction_id, open.transaction_id]
  const { admin } = byToken.app.platform.clusters.main
  const [done, left] = await transaction(admin, async (db) => {
    const now = byToken.app.clock.now()
    const at = new Date(now.getTime() - 1)
    await db.query('update msingi_payments.payments set next_check_at = $2 where id = any($1)', [ids, at])
    await forgetChecks(db, byToken.project.id, now)
    const found =
      'select next_check_at as at from msingi_payments.payments where id = any($1) order by id = $2 desc'
    return (await db.query(found, [ids, ids[0]])).rows.map((row) => row.at !== null)
  })
  expect([done, left]).toEqual([false, true])
})
