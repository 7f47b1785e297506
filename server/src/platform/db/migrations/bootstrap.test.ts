// Starts of several nodes at once, on a database that is new, and on one that is up to date.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { clusterMigrations } from '#migrations/cluster/cluster-migrations.ts'
import { platformMigrations } from '#migrations/platform/platform-migrations.ts'
import { Cluster } from '#platform/db/clusters/cluster.ts'
import { quietLog, testKeys } from '#test/test-database.ts'
import { bootstrap } from './bootstrap.ts'
import { migrate } from './migrate.ts'

const name = `msingi_test_${randomBytes(6).toString('hex')}`
const migrations = { platform: platformMigrations, cluster: clusterMigrations }
const connection = { ...inject('server'), database: name }
const open = () => new Cluster({ name: 'main', connection, poolSize: 1, keys: testKeys, log: quietLog })
const start = (node: Cluster) => bootstrap(node, migrations, quietLog, true)

let server: pg.Client
let first: Cluster
let second: Cluster

beforeAll(async () => {
  server = new pg.Client({ ...connection, database: 'postgres' })
  await server.connect()
  await server.query(`create database ${name}`)
  first = open()
  second = open()
})
afterAll(async () => {
  await Promise.all([first.close(), second.close()])
  await server.query(`drop database ${name}`)
  await server.end()
})

test('nodes that start at once on a new database both come up', async () => {
  await Promise.all([start(first), start(second)])
  const { rows } = await first.admin.query('select name from msingi_migrations.migrations order by name')
  expect(rows.map((row) => row.name)).toEqual(Object.keys(clusterMigrations))
})

const WAITING = "select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'"

test('a node that waits for the steps of another sees what these have made', async () => {
  const other = await first.admin.connect()
  await other.query("begin; select pg_advisory_xact_lock('3853314791062309107')")
  const done = migrate(second.admin, 'made', { step: ['create table made.things ()'] }).catch(
    (error) => error,
  )
  await expect.poll(async () => (await server.query(WAITING, [name])).rowCount).toBe(1)
  await other.query('create schema made; commit')
  other.release()
  expect(await done).toEqual(['step'])
})

// PostgreSQL refuses a second change to a row of its catalog instead of waiting for the first.
test('a node waits for the rights that another is about to take away', async () => {
  const other = await first.admin.connect()
  await other.query(`begin; select pg_advisory_xact_lock(hashtextextended('msingi catalog', 0));
    revoke create, temporary on database ${name} from public;
    revoke execute on function pg_catalog.set_config(text, text, boolean) from public`)
  const started = start(second).then(
    () => 'started',
    (error) => error,
  )
  await expect.poll(async () => (await server.query(WAITING, [name])).rowCount).toBe(1)
  await other.query('commit')
  other.release()
  expect(await started).toBe('started')
})
