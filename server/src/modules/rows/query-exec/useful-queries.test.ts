// query/exec on queries that people write: each against its rows, worked out by hand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { openShop, type Shop } from './query-exec.fixture.ts'
import { USEFUL_QUERIES } from './useful-queries.fixture.ts'

let app: TestApp
let shop: Shop

beforeAll(async () => {
  app = await startTestApp()
  shop = await openShop(app)
})
afterAll(() => app.stop())

test('there are many of them', () => {
  expect(Object.values(USEFUL_QUERIES).flat().length).toBeGreaterThanOrEqual(80)
})

describe.each(Object.entries(USEFUL_QUERIES))('%s', (_what, queries) => {
  test.each(queries.map((query) => ({ query })))(
    '$query.0',
    async ({ query: [sql, rows, params, columns] }) => {
      const answer = await shop.ask(sql, params)
      expect(answer.status, answer.text).toBe(200)
      const { data } = answer
      expect(
        data.rows.map((row: Record<string, unknown>) => data.columns.map((name: string) => row[name])),
      ).toEqual(rows)
      if (columns) expect(data.columns).toEqual(columns)
      expect(data).toMatchObject({ total: rows.length, truncated: false, sql })
    },
  )
})
