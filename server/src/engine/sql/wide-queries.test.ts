// Short queries that stand for very many columns: by stars, by stars of stars, by joins of wide tables.

import { beforeAll, expect, test } from 'vitest'
import { loadParser } from '#engine/parser/parse-sql.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { compileQuery } from './query.ts'

beforeAll(loadParser)

function column(name: string): ColumnShape {
  return { name, data_type: 'text', required: false, has_default: false, enum_values: [] }
}

function tableOf(slug: string, columns: number): TableShape {
  const names = Array.from({ length: columns }, (_, n) => `c${n}`)
  const rest = { version: '1', read_only: false, is_view: false, soft_delete: false, owner_column: undefined }
  return { id: slug, schema: 'p', slug, columns: new Map(names.map((name) => [name, column(name)])), ...rest }
}

const TABLES = new Map([
  ['wide', tableOf('wide', 1_500)],
  ['narrow', tableOf('narrow', 150)],
  ['few', tableOf('few', 12)],
])
const compile = (sql: string) => compileQuery(sql, [], TABLES, { rows: 1000, bytes: 1_000_000 })
const times = (count: number, text: string) => Array(count).fill(text).join('')

test.each([
  ['stars', `select ${times(1_400, '*,')} 1 from wide`],
  [
    'stars of stars',
    Array.from({ length: 12 }).reduce<string>((sql) => `select *, * from (${sql}) s`, 'select * from few'),
  ],
  [
    'stars in WITH',
    `with a as (select ${times(100, '*,')} 1 from few), b as (select ${times(100, '*,')} 1 from a) select 1 from b`,
  ],
])('%s', (_, sql) => {
  expect(() => compile(sql)).toThrow('at most 1664 columns')
})

test('as many as PostgreSQL takes are fine', () => {
  expect(compile('select * from wide').columns).toHaveLength(1_500)
})

// Processor time of a round, in the cheapest of five runs: others have the collection of garbage in them, or a cold cache.
function costOf(sql: string, rounds: number): number {
  const costs = Array.from({ length: 5 }, () => {
    const begun = process.threadCpuUsage()
    for (let round = 0; round < rounds; round += 1) compile(sql)
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / rounds
  })
  return Math.min(...costs)
}

test('joins of wide tables cost as much for each of their columns as joins of narrower ones', () => {
  const joined = (table: string) =>
    `select 1 as one from ${table} ${Array.from({ length: 15 }, (_, n) => `natural join ${table} t${n}`).join(' ')}`
  const [narrow, wide] = [costOf(joined('narrow'), 40), costOf(joined('wide'), 4)]
  // Ten times the columns; the square of it would be a hundred.
  expect(wide / narrow).toBeLessThan(35)
})
