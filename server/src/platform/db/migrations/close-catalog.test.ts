// The catalog is closed at every start, for everyone but superusers and monitors.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cluster } from '#platform/db/clusters/cluster.ts'
import type { Log } from '#platform/log/log.ts'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { quietLog, testKeys } from '#test/test-database.ts'
import { closeCatalog } from './close-catalog.ts'

const role = `msingi_test_${randomBytes(6).toString('hex')}`
const QUESTIONS = [
  'select count(*) from pg_class',
  'select count(*) from information_schema.sql_features',
  "select pg_get_functiondef('pg_catalog.upper(text)'::regprocedure)",
  "select has_table_privilege('pg_catalog.pg_class', 'select')",
]

let database: OpenTestDatabase
let admin: Cluster
let plain: Cluster

beforeAll(async () => {
  database = await openTestDatabase()
  await database.query(`create role ${role} login password 'plain'`)
  const open = (connection: pg.ClientConfig) =>
    new Cluster({ name: 'main', connection, poolSize: 1, keys: testKeys, log: quietLog })
  admin = open(database.connection)
  plain = open({ ...database.connection, user: role, password: 'plain' })
})
afterAll(async () => {
  await Promise.all([admin.close(), plain.close()])
  await database.query(`drop owned by ${role}; drop role ${role}`)
  await database.drop()
})

async function refusals(): Promise<boolean[]> {
  const asked = QUESTIONS.map((question) => plain.admin.query(question).then(() => false))
  return Promise.all(asked.map((answer) => answer.catch((error) => error.code === '42501')))
}

test('what was opened meanwhile, by a dump that was restored for instance, is closed again', async () => {
  expect(await refusals()).toEqual([true, true, true, true])
  await database.query(`grant select on pg_class to public; grant usage on schema information_schema to public;
    grant execute on function pg_get_functiondef(oid), has_table_privilege(text, text) to public`)
  expect(await refusals()).toEqual([false, false, false, false])
  await Promise.all([closeCatalog(admin, quietLog), closeCatalog(admin, quietLog)])
  expect(await refusals()).toEqual([true, true, true, true])
})

test('a start that finds it closed writes nothing', async () => {
  const versions =
    'select sum(xmin::text::bigint) from (select xmin from pg_class union all select xmin from pg_proc) x'
  const before = (await database.query(versions)).rows
  await closeCatalog(admin, quietLog)
  expect((await database.query(versions)).rows).toEqual(before)
})

test('a monitor sees what it always did', async () => {
  await database.query(`grant pg_monitor to ${role}`)
  expect(await refusals()).toEqual([false, false, false, false])
  await expect(plain.admin.query('select * from pg_authid')).rejects.toThrow('permission denied')
  await database.query(`revoke pg_monitor from ${role}`)
})

test('whoever is no superuser is told once, and the start goes on', async () => {
  const told: string[] = []
  await closeCatalog(plain, { warn: (text: string) => told.push(text) } as unknown as Log)
  expect(told).toEqual([expect.stringContaining('stay open')])
})
