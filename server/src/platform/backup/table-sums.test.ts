// Sums of tables: the same for the same rows in any order, and others for others.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { sumTables } from './table-sums.ts'

let database: OpenTestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.query('create schema sums')
})
afterAll(() => database.drop())

async function sumOf(rows: string): Promise<string | undefined> {
  await database.query('drop table if exists sums."A table"')
  await database.query('create table sums."A table" (id int, name text, at timestamptz)')
  await database.query(`insert into sums."A table" ${rows}`)
  return (await sumTables(database.connection, 60_000)).get('sums."A table"')
}

test('the order of rows makes no difference, and everything else does', async () => {
  const sum = await sumOf(`values (1, 'a', '2026-01-01 00:00Z'), (2, 'b', null)`)
  expect(sum).toMatch(/^2:/)
  expect(await sumOf(`values (2, 'b', null), (1, 'a', '2026-01-01 03:00+03')`)).toBe(sum)
  for (const rows of [
    `values (1, 'a', '2026-01-01 00:00Z')`,
    `values (1, 'b', '2026-01-01 00:00Z'), (2, 'a', null)`,
    `values (1, 'a', '2026-01-01 00:00:01Z'), (2, 'b', null)`,
    `values (1, 'a', '2026-01-01 00:00Z'), (2, 'b', null), (2, 'b', null)`,
  ])
    expect(await sumOf(rows), rows).not.toBe(sum)
  expect(await sumOf('select null, null, null where false')).toBe('0:0')
})

test('a table that takes too long is left out', async () => {
  await database.query('create table sums.slow as select n from generate_series(1, 300000) n')
  const sums = await sumTables(database.connection, 1)
  expect(sums.has('sums.slow')).toBe(false)
  expect((await sumTables(database.connection, 60_000)).get('sums.slow')).toMatch(/^300000:/)
})
