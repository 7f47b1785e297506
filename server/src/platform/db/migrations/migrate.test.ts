// Steps run once, in order, and a start that finds them done reads nothing else of the database.
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { clusterMigrations } from '#migrations/cluster/cluster-migrations.ts'
import { keyMigrations } from '#migrations/keys/key-migrations.ts'
import { platformMigrations } from '#migrations/platform/platform-migrations.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { cloneDatabase, type TestDatabase } from '#test/test-database.ts'
import { contract, holdLevel, LEVEL, levelOf, refuseOlderNodes } from './levels.ts'
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
    expect.stringMatching(/^select name, .* from steps.migrations m$/),
  ])
  expect(await migrate(pool, SCHEMA, two)).toEqual(['002_two'])
  expect(await migrate(pool, SCHEMA, two)).toEqual([])
})

test('while steps run, those that have run can be read', async () => {
  const both = new pg.Pool({ ...clone.connection, max: 2, lock_timeout: 2000 })
  const other = await both.connect()
  await other.query(`begin; select from ${SCHEMA}.migrations`)
  expect(await migrate(both, SCHEMA, { ...two, '003_three': [] })).toEqual(['003_three'])
  await other.query('rollback')
  other.release()
  await both.end()
  await pool.query(`delete from ${SCHEMA}.migrations where name = '003_three'`)
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

test('a database that has run more is worked on; a step before one that has run is refused', async () => {
  expect(await migrate(pool, SCHEMA, one)).toEqual([])
  await expect(migrate(pool, SCHEMA, { ...one, '003_three': [] })).rejects.toThrow(OperatorError)
  await expect(migrate(pool, SCHEMA, { ...one, '003_three': [] })).rejects.toThrow('002_two')
  const between = { '001_one': [], '001_two': [], '002_two': [] }
  await expect(migrate(pool, SCHEMA, between)).rejects.toThrow('002_two')
  await expect(migrate(pool, SCHEMA, { '000_none': [] })).rejects.toThrow('001_one')
})

test('a contraction ends what is below its level, and waits for its end', async () => {
  const older = new pg.Client(clone.connection)
  await older.connect()
  await holdLevel(older, 1)
  const steps = { '001_one': [], '002_two': contract(2, ['create schema contracted']) }
  await expect(migrate(pool, 'levels', steps, 2)).rejects.toThrow(/^A node of an older version is running/)
  await older.end()
  const younger = new pg.Client(clone.connection)
  await younger.connect()
  await holdLevel(younger, 2)
  await expect.poll(() => migrate(pool, 'levels', steps, 2).catch(String)).toEqual(['001_one', '002_two'])
  await younger.end()
  await expect(migrate(pool, 'levels', { '001_one': [] }, 1)).rejects.toThrow(
    'its compatibility level is 1, and the database needs 2',
  )
  expect(await migrate(pool, 'levels', { '001_one': [] }, 2)).toEqual([])
})

test('a contraction finds a node whose connection was lost when it looked first', async () => {
  const one = { '001_one': [] }
  expect(await migrate(pool, 'blip', one)).toEqual(['001_one'])
  const steps = { ...one, '002_two': contract(2, ['create schema blipped']) }
  const older = new pg.Client(clone.connection)
  await older.connect()
  const pause = () => holdLevel(older, 1)
  await expect(migrate(pool, 'blip', steps, 2, pause)).rejects.toThrow(
    /^A node of an older version is running/,
  )
  await older.end()
  const pauses: number[] = []
  const note = async (ms: number) => pauses.push(ms)
  await expect.poll(() => migrate(pool, 'blip', steps, 2, note).catch(String)).toEqual(['002_two'])
  expect(pauses).toContain(45_000)
})

test('a node that starts amid a contraction of a higher level is refused', async () => {
  const newer = await pool.connect()
  await newer.query('begin')
  await refuseOlderNodes(newer, 3)
  const client = new pg.Client(clone.connection)
  await client.connect()
  await expect(holdLevel(client, 2)).rejects.toThrow('A node of a newer version is changing the database')
  await holdLevel(client, 3)
  await client.end()
  await newer.query('rollback')
  newer.release()
})

test('this version works on what its own steps leave', () => {
  for (const steps of [keyMigrations, platformMigrations, clusterMigrations])
    expect(levelOf(Object.values(steps))).toBeLessThanOrEqual(LEVEL)
})

test('a table of before there were levels gets them', async () => {
  await pool.query(`create schema before;
    create table before.migrations (name varchar(255) primary key, timestamp varchar(255) not null);
    insert into before.migrations values ('001_one', '')`)
  expect(await migrate(pool, 'before', { '001_one': [] })).toEqual([])
  expect(await migrate(pool, 'before', { '001_one': [], '002_two': [] })).toEqual(['002_two'])
})
