// Steps run once, in order, and a start that finds them done reads nothing else of the database.
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/test-database.ts'
import { type Migrations, migrate } from './migrate.ts'

const SCHEMA = 'steps'

let clone: TestDatabase
let database: Kysely<unknown>
const queries: string[] = []

beforeAll(async () => {
  clone = await cloneDatabase(inject('server'))
  database = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool(clone.connection) }),
    log: ({ query }) => void queries.push(query.sql),
  })
})
afterAll(async () => {
  await database.destroy()
  await clone.drop()
})

const step = (table: string): Migrations[string] => ({
  up: async (steps) => void (await sql`create table ${sql.table(`${SCHEMA}.${table}`)} ()`.execute(steps)),
})
const one = { '001_one': step('one') }
const two = { ...one, '002_two': step('two') }

test('each step runs once; a start that finds them done asks for their names only', async () => {
  expect(await migrate(database, SCHEMA, one)).toEqual(['001_one'])
  queries.length = 0
  expect(await migrate(database, SCHEMA, one)).toEqual([])
  expect(queries).toHaveLength(2)
  expect(queries.at(-1)).toBe('select name from "steps"."migrations"')
  expect(await migrate(database, SCHEMA, two)).toEqual(['002_two'])
  expect(await migrate(database, SCHEMA, two)).toEqual([])
})

test('a database that is newer than the code is refused', async () => {
  await expect(migrate(database, SCHEMA, one)).rejects.toThrow('002_two')
  await expect(migrate(database, SCHEMA, { ...one, '003_three': step('three') })).rejects.toThrow('002_two')
})
