// The guards of query/exec without its parser, as if a fault in it had let everything pass: the transaction,
// the login and the bounds hold by themselves.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActorContext } from '#platform/db/executor/actor-context.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { GUARDS, LIMITS } from './guarded-sql.ts'
import { openShop, type Shop } from './query-exec.fixture.ts'

let app: TestApp
let shop: Shop

beforeAll(async () => {
  app = await startTestApp()
  shop = await openShop(app)
})
afterAll(() => app.stop())

const PUBLISHABLE: ActorContext = { kind: 'publishable', uid: null, claims: '{}' }

function run(sql: string) {
  const { executor } = app.platform.clusters.main
  const text = sql.replaceAll('SCHEMA', shop.schema)
  const statements = [...GUARDS, { text, once: true }]
  return executor.execute({ id: shop.id, own_login: false }, PUBLISHABLE, statements, { ownLogin: true })
}

test.each([
  ['writing', "insert into SCHEMA.notes (text) values ('x')", '25006'],
  ['writing in a CTE', 'with x as (delete from SCHEMA.notes returning 1) select * from x', '25006'],
  ['a table', 'create table SCHEMA.x (a int)', '25006'],
  ['a sequence', "select nextval('SCHEMA.nothing')", '42P01'],
  ['emptying', 'truncate SCHEMA.notes', '25006'],
  ['a notification', "select pg_notify('x', 'y')", undefined],
  ['an identity', "select set_config('msingi.kind', 'dashboard', true)", '42501'],
  ['a role', 'set local role SCHEMA_owner', '42501'],
  ['the control plane', 'select * from platform.accounts', '42501'],
  ['passwords', 'select * from pg_authid', '42501'],
  ['files', "select pg_read_file('/etc/passwd')", '42501'],
  ['advisory locks', 'select pg_advisory_lock(1)', '42501'],
  ['large objects', 'select lo_creat(-1)', '42501'],
  ['sleeping', `select pg_sleep(${(LIMITS.milliseconds / 1000) * 3})`, '57014'],
])('%s', async (_what, sql, code) => {
  const outcome = await run(sql).then(
    (results) => results.at(-1)?.rows,
    (error) => (error.cause ?? error).code,
  )
  // PostgreSQL lets everybody notify; nothing listens to channels of that name.
  expect(outcome).toEqual(code ?? [['']])
})

test('policies hold', async () => {
  expect((await run('select * from SCHEMA.notes')).at(-1)?.rows).toEqual([])
})

test.each([
  ['transaction_read_only', 'on'],
  ['search_path', 'pg_catalog, pg_temp'],
  ['statement_timeout', '5s'],
  ['work_mem', '8MB'],
  ['hash_mem_multiplier', '1'],
  ['temp_file_limit', '256MB'],
  ['max_parallel_workers_per_gather', '0'],
  ['row_security', 'on'],
])('%s is %s', async (name, value) => {
  expect((await run(`select current_setting('${name}')`)).at(-1)?.rows).toEqual([[value]])
})
