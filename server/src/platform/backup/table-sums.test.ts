// Sums of tables: the same for the same rows in any order, and others for others. What one table does has no effect on others.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { readLiveTables } from './live-tables.ts'
import { type ReadLimits, sumTables } from './table-sums.ts'

const LIMITS: ReadLimits = { tableMs: 60_000, allMs: 60_000 }

let database: OpenTestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.query('create schema sums')
})
afterAll(() => database.drop())

async function sumOf(rows: string) {
  await database.query('drop table if exists sums."A table"')
  await database.query('create table sums."A table" (t int, name text, at timestamptz)')
  await database.query(`insert into sums."A table" ${rows}`)
  return (await sumTables(database.connection, LIMITS)).get('sums."A table"')
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

test.each([
  { ...LIMITS, tableMs: 1 },
  { ...LIMITS, allMs: 1 },
])('tables that take too long are not read: %o', async (limits) => {
  await database.query('drop table if exists sums.slow')
  await database.query('create table sums.slow as select n from generate_series(1, 300000) n')
  const sums = await sumTables(database.connection, limits)
  expect(sums.get('sums.slow')).toMatchObject({ code: '57014' })
  expect((await sumTables(database.connection, LIMITS)).get('sums.slow')).toMatch(/^300000:/)
})

test('a table that cannot be read keeps no other from being read', async () => {
  await database.query('create table sums.bad (n int, inverse int generated always as (1 / n) virtual)')
  await database.query('create table sums.good (n int)')
  await database.query('insert into sums.bad values (0)')
  const sums = await sumTables(database.connection, LIMITS)
  expect([sums.get('sums.bad'), sums.get('sums.good')]).toEqual([
    expect.objectContaining({ code: '22012' }),
    '0:0',
  ])
})

test('of live tables, those that change and change back are not told apart by their rows, but by their writes', async () => {
  for (const name of ['quiet', 'back', 'anew', 'changed'])
    await database.query(`create table sums.${name} (n int)`)
  const live = await readLiveTables(database.connection, LIMITS, 0)
  const client = new pg.Client(database.connection)
  await client.connect()
  for (const sql of [
    'insert into sums.back values (1)',
    'delete from sums.back',
    'drop table sums.anew',
    'create table sums.anew (n int)',
    'insert into sums.changed values (1)',
    'select pg_stat_force_next_flush()',
  ])
    await client.query(sql)
  await client.end()
  const unchanged = await live.unchanged()
  const names = ['sums.quiet', 'sums.back', 'sums.anew']
  expect([...names, 'sums.changed'].filter((name) => unchanged.has(name))).toEqual(names)
  expect(await live.unwritten(names)).toEqual(['sums.quiet'])
})

test('where the live database cannot be reached, nothing is unchanged', async () => {
  const nowhere = { ...database.connection, database: 'nowhere' }
  const live = await readLiveTables(nowhere, LIMITS, 0)
  expect([...(await live.unchanged())]).toEqual([])
  expect(await live.unwritten(['sums.quiet'])).toEqual([])
})
