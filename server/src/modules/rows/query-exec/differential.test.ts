// Random queries through query/exec and straight to PostgreSQL, over views that leave out deleted rows: writing a query
// anew must not change what it means.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '#engine/conditions/samples.fixture.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { randomQuery } from './generator.fixture.ts'
import { openShop, type Shop } from './query-exec.fixture.ts'

let app: TestApp
let shop: Shop

beforeAll(async () => {
  app = await startTestApp()
  shop = await openShop(app)
  for (const [table, filter] of [
    ['products', 'name=eq.kitenge'],
    ['sales', 'city=eq.Arusha'],
    ['places', 'name=eq.Africa'],
  ]) {
    const key = shop.callers.secret
    const { data } = await app.api('GET', `/data/${table}?${filter}`, key)
    for (const { id } of data) await app.api('DELETE', `/data/${table}/${id}`, key)
  }
})
afterAll(() => app.stop())

const SEED = 20260105
const QUERIES = 600

// As our JSON has them: whole numbers, texts, booleans and dates.
function asText(value: unknown): string | null {
  if (value === null) return null
  return typeof value === 'boolean' ? String(value).slice(0, 1) : String(value)
}

test(`${QUERIES} queries mean the same`, async () => {
  const client = await app.platform.clusters.main.admin.connect()
  const direct = async (text: string): Promise<string[] | string> => {
    const types = { getTypeParser: () => (value: unknown) => value }
    await client.query('savepoint one')
    try {
      const { rows } = await client.query({ text, rowMode: 'array', types: types as never })
      return rows.map((row) => JSON.stringify(row)).sort()
    } catch (error) {
      await client.query('rollback to one')
      return (error as { code: string }).code
    }
  }
  const random = randomFrom(SEED)
  const outcomes = { same: 0, rows: 0, failed: 0 }
  try {
    await client.query('begin')
    for (const table of ['products', 'sales', 'places'])
      await client.query(
        `create temporary view ${table} as select * from ${shop.schema}.${table} where deleted_at is null`,
      )
    for (let n = 0; n < QUERIES; n++) {
      const sql = randomQuery(random)
      const expected = await direct(sql)
      const { status, data, body } = await shop.ask(sql, [], shop.callers.amina)
      if (typeof expected === 'string') {
        expect([status, body.details?.sqlstate], sql).toEqual([400, expected])
        outcomes.failed += 1
        continue
      }
      expect(status, `${sql}\n${body.message}`).toBe(200)
      const rows = data.rows.map((row: Record<string, unknown>) =>
        JSON.stringify(data.columns.map((name: string) => asText(row[name]))),
      )
      expect(rows.sort(), sql).toEqual(expected)
      outcomes.same += 1
      outcomes.rows += rows.length
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  // Most of them do something.
  expect(outcomes.same).toBeGreaterThan(QUERIES * 0.8)
  expect(outcomes.rows).toBeGreaterThan(QUERIES)
}, 360_000)
