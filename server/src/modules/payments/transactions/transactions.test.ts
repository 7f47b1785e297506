// Lists, filters, pages and exports of transactions, and what owners decide by hand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '#modules/payments/payments.fixture.ts'

let shop: Shop
const ids: Record<string, string> = {}

beforeAll(async () => {
  shop = await openShop()
  for (const amount of [100, 200, 300]) {
    const { transaction_id } = await shop.push({
      amount,
      order_id: `=o-${amount}`,
      description: 'a "quoted", text',
    })
    ids[amount] = transaction_id
    shop.app.clock.advance(1)
  }
  ids[5000] = (await shop.direct()).transaction_id
})
afterAll(() => shop.app.stop())

const list = async (query: string) => {
  const { data, text, status } = await shop.call('GET', `/transactions${query}`)
  expect(status, text).toBe(200)
  return data.map((one: any) => one.amount)
}

test.each([
  ['', [5000, 300, 200, 100]],
  ['?provider=provider_a', [300, 200, 100]],
  ['?status=pending,failed', [5000, 300, 200, 100]],
  ['?status=completed', []],
  ['?min_amount=200&max_amount=300', [300, 200]],
  ['?order_id=%3Do-100', [100]],
  ['?phone=%2B255712345678', [5000]],
  ['?phone=00255%20712%20345%20678', [5000]],
  ['?phone=254712345678', [300, 200, 100]],
  // Written as in both countries.
  ['?phone=0712345678', [5000, 300, 200, 100]],
  ['?phone=0712345679', []],
  ['?environment=live', []],
  ['?from=2000-01-01&to=2000-01-02', []],
  ['?reference=nothing', []],
  ['?limit=2', [5000, 300]],
  ['?limit=2&page=2', [200, 100]],
])('the list with %s', async (query, amounts) => {
  expect(await list(query)).toEqual(amounts)
})

test('a list says where the next page is, and refuses what it does not know', async () => {
  const { headers } = await shop.call('GET', '/transactions?limit=3')
  expect(headers.link).toContain('page=2')
  expect((await shop.call('GET', '/transactions?limit=3&page=2')).headers.link).toBeUndefined()
  for (const query of [
    'status=paid',
    'limit=0',
    'from=yesterday',
    'min_amount=-1',
    'colour=red',
    'phone=07123',
  ])
    expect((await shop.call('GET', `/transactions?${query}`)).status, query).toBe(400)
  for (const status of ['', 'paid', 'pending,paid']) {
    const { body } = await shop.call('GET', `/transactions?status=${status}`)
    expect([body.message.split('submitting')[0], body.details]).toEqual([
      'status: must be one of ',
      { fields: ['status'] },
    ])
  }
})

test('an export has every line, and nothing in it is a formula', async () => {
  const { text, headers } = await shop.call('GET', '/transactions.csv?provider=provider_a&phone=0712345678')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^id,version,provider,/)
  expect(lines[1]).toContain(`,300,KES,0,+254712345678,,'=o-300,"a ""quoted"", text",{},`)
})

test('what is not known can be decided by hand, once', async () => {
  const path = `/transactions/${ids[100]}/resolve`
  const body = { status: 'completed', reason: 'It is on the statement.', receipt: 'HAND000001' }
  const { data } = await shop.call('POST', path, { body })
  expect(data).toMatchObject({ status: 'completed', receipt: 'HAND000001' })
  const again = await shop.call('POST', path, { body: { status: 'failed', reason: 'No.' } })
  expect(again.status).toBe(409)
  const twice = await shop.call('POST', `/transactions/${ids[200]}/resolve`, { body })
  expect([twice.status, (await shop.call('GET', `/transactions/${ids[200]}`)).data.status]).toEqual([
    409,
    'pending',
  ])
})

describe('totals', () => {
  const DAY_MS = 86_400_000
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  const now = () => shop.app.clock.now().getTime()
  const totals = (query = '') =>
    shop.call('GET', `/totals?from=${dayOf(now() - DAY_MS)}&to=${dayOf(now() + 2 * DAY_MS)}${query}`)

  test('are of each day and currency: what was started, and what is completed', async () => {
    const first = dayOf(now())
    shop.app.clock.advance(86_400)
    await shop.push({ amount: 400, order_id: 'late' })
    const late = {
      day: dayOf(now()),
      environment: 'sandbox',
      currency: 'KES',
      payments: 1,
      completed: 0,
      amount: 0,
      refunded_amount: 0,
    }
    const { data, text } = await totals()
    expect(data, text).toEqual([
      late,
      { ...late, day: first, payments: 3, completed: 1, amount: 100 },
      { ...late, day: first, currency: 'TZS' },
    ])
    expect((await totals('&order_id=late')).data).toEqual([late])
    expect((await totals('&phone=0712345678')).data).toEqual(data)
    expect((await totals('&phone=0712345679')).data).toEqual([])
    // Without a span they are of the last 30 days.
    shop.app.clock.advance(30 * 86_400 - 60)
    expect((await shop.call('GET', '/totals')).data).toEqual([late])
  })

  test('are those of a span of a year at most', async () => {
    for (const query of ['?from=2020-01-01', '?from=2026-01-01&to=2027-01-03', '?from=x&to=2026-01-01'])
      expect((await shop.call('GET', `/totals${query}`)).status, query).toBe(400)
    expect((await shop.call('GET', '/totals?from=2026-01-01&to=2027-01-02')).status).toBe(200)
  })
})
