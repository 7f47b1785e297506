// Steps run once, in order, and a start that finds them done reads nothing else of the database.
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { cloneDatabase, type TestDatabase } from '#test/test-database.ts'
import { migrate } from './migrate.ts'

const SCHEMA = 'steps'

let clone: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  clone = await cloneDatabase(inject('server'))
  pool = new pg.Pool({ ...clone.connection, max: 1 })
})
afterAll(async () => {
  await pool.end()
  await clone.drop()
})

const one = { '001_one': [`create table ${SCHEMA}.one (); create table ${SCHEMA}.more ()`] }
const two = { ...one, '002_two': [`drop table ${SCHEMA}.more`, `create table ${SCHEMA}.more (id int)`] }

test('each step runs once; a start that finds them done asks for their names only', async () => {
  expect(await migrate(pool, SCHEMA, one)).toEqual(['001_one'])
  const client = await pool.connect()
  const query = vi.spyOn(client, 'query')
  client.release()
  expect(await migrate(pool, SCHEMA, one)).toEqual([])
  expect(query.mock.calls.map(([text]) => text)).toEqual([
    'select where to_regclass($1) is not null',
    'select name from steps.migrations',
  ])
  expect(await migrate(pool, SCHEMA, two)).toEqual(['002_two'])
  expect(await migrate(pool, SCHEMA, two)).toEqual([])
})

test('nodes that start at once run each step once', async () => {
  const both = new pg.Pool({ ...clone.connection, max: 2 })
  const step = { '001_one': ['create schema twice; create table twice.one ()'] }
  const runs = await Promise.all([1, 2].map(() => migrate(both, 'at_once', step)))
  await both.end()
  expect(runs.flat()).toEqual(['001_one'])
})

test('steps that fail leave nothing behind', async () => {
  const failing = { '001_one': ['create schema half', 'select nothing'] }
  await expect(migrate(pool, 'failing', failing)).rejects.toThrow('nothing')
  const { rows } = await pool.query(`select nspname from pg_namespace where nspname in ('half', 'failing')`)
  expect(rows).toEqual([])
})

test('a database that is newer than the code is refused, and so is a step before one that has run', async () => {
  await expect(migrate(pool, SCHEMA, one)).rejects.toThrow(OperatorError)
  await expect(migrate(pool, SCHEMA, one)).rejects.toThrow('002_two')
  await expect(migrate(pool, SCHEMA, { ...one, '003_three': [] })).rejects.toThrow('002_two')
  const between = { '001_one': [], '001_two': [], '002_two': [] }
  await expect(migrate(pool, SCHEMA, between)).rejects.toThrow('002_two')
})
