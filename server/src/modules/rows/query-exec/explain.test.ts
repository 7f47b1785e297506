// The plan of read-only SQL, for dashboard users.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { openShop, type Shop } from './query-exec.fixture.ts'

let app: TestApp
let shop: Shop

beforeAll(async () => {
  app = await startTestApp()
  shop = await openShop(app)
})
afterAll(() => app.stop())

const explain = (body: object, caller: object = shop.callers.dashboard) =>
  app.api('POST', `/projects/${shop.id}/query/explain`, { ...caller, body })

// All steps of a plan.
function stepsOf(plan: any): any[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]
}

test('shows the steps of the query alone, under the names that the client knows', async () => {
  const sql = 'select p.name from products p join sales s on s.product = p.name where p.price > $1 order by 1'
  const { status, data, text } = await explain({ sql, params: [2000] })
  expect(status, text).toBe(200)
  expect(data).toMatchObject({ analyze: false, planning_ms: null, execution_ms: null })
  const steps = stepsOf(data.plan)
  const tables = steps.map((step) => step['Relation Name']).filter(Boolean)
  expect(tables.toSorted()).toEqual(['products', 'sales'])
  expect(steps.every((step) => step['Actual Rows'] === undefined)).toBe(true)
  expect(text).not.toContain(shop.schema)
})

test('runs the query with analyze, and reports rows and times', async () => {
  const { data } = await explain({
    sql: 'select * from products where name = :name',
    params: { name: 'chai' },
    analyze: true,
  })
  expect(data).toMatchObject({
    analyze: true,
    planning_ms: expect.any(Number),
    execution_ms: expect.any(Number),
  })
  const scan = stepsOf(data.plan).find((step) => step['Relation Name'] === 'products')
  expect(scan['Actual Rows']).toBe(1)
  expect(scan['Actual Loops']).toBe(1)
})

test('is of the caller that a dashboard user acts as', async () => {
  const sql = 'select * from notes'
  const rowsOf = async (headers: Record<string, string>) => {
    const caller = { ...shop.callers.dashboard, headers }
    const { data } = await explain({ sql, analyze: true }, caller)
    return data.plan['Actual Rows']
  }
  const all = await rowsOf({})
  const own = await rowsOf({ 'x-msingi-as': `user:${shop.amina}` })
  const seen = await app.api('POST', `/projects/${shop.id}/query/exec`, {
    ...shop.callers.amina,
    body: { sql },
  })
  expect(own).toBe(seen.data.total)
  expect(own).toBeLessThan(all)
})

describe('is refused', () => {
  test.each(['secret', 'publishable', 'amina'] as const)('to %s', async (who) => {
    expect((await explain({ sql: 'select 1' }, shop.callers[who])).status).toBe(403)
  })

  test.each([
    ['a statement that writes', { sql: 'delete from notes' }, /SELECT/],
    ['an unknown table', { sql: 'select * from noes' }, /notes/],
    ['a function that is not on the list', { sql: 'select pg_sleep(1)', analyze: true }, /pg_sleep/],
    ['explain itself', { sql: 'explain select 1' }, /SELECT/],
    [
      'a value that is no such type',
      { sql: 'select $1::int + 1', params: ['x'], analyze: true },
      /params\[0\]/,
    ],
    ['an unknown field', { sql: 'select 1', format: 'xml' }, /format/],
  ])('of %s', async (_what, body, message) => {
    const { status, body: answer, text } = await explain(body)
    expect(status, text).toBe(400)
    expect(answer.message).toMatch(message)
  })

  test('of what takes too long', async () => {
    const sql = 'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b'
    const { status, body } = await explain({ sql, analyze: true })
    expect([status, body.message]).toEqual([400, expect.stringContaining('too long')])
  })
})
