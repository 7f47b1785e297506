// SQL that should never have come so far, as a fault in the compiler would send it: run under an actor of one project,
// on the shared pool and on the project's own login, against another project, the platform and the server itself.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActorContext } from '#platform/db/executor/actor-context.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { belongingsOf } from './belongings.ts'

let app: TestApp
let mine: TestProject
let other: TestProject

const SECRET: ActorContext = { kind: 'secret', uid: null, claims: '{}' }

beforeAll(async () => {
  // One connection: what a statement leaves behind, the next one finds.
  app = await startTestApp({ poolSize: 1 })
  mine = await app.createProject('Mine')
  other = await app.createProject('Other')
  for (const { id, token, secret } of [mine, other]) {
    const columns = [{ name: 'text', data_type: 'text' }]
    await app.api('POST', `/projects/${id}/tables`, { token, body: { name: 'notes', columns } })
    await app.api('POST', '/data/notes', { key: secret, body: { text: `a secret of ${id}` } })
  }
})
afterAll(() => app.stop())

function filled(sql: string): string {
  return sql
    .replaceAll('OTHER', projectNames(other.id).schema)
    .replaceAll('MINE', projectNames(mine.id).schema)
    .replaceAll('GATEWAY', app.platform.clusters.main.gatewayRole)
}

function run(ownLogin: boolean, ...statements: string[]) {
  const { executor } = app.platform.clusters.main
  const texts = statements.map((text) => ({ text: filled(text) }))
  return executor.execute({ id: mine.id, own_login: false }, SECRET, texts, { ownLogin })
}

const WHO = `select current_user, session_user, auth.kind(), auth.uid(), auth.claims(), auth.action(),
  current_setting('search_path'), current_setting('row_security'), current_setting('statement_timeout'),
  current_setting('session_replication_role')`

describe.each([
  ['on the shared pool', false],
  ['on the own login', true],
])('%s', (_name, own) => {
  let usual: unknown
  let untouched: unknown

  const notesOf = async ({ id }: TestProject) => {
    const sql = `select * from ${projectNames(id).schema}.notes order by id`
    return (await app.platform.clusters.main.admin.query(sql)).rows
  }
  const everything = async () => {
    const { admin } = app.platform.clusters.main
    const { rows } = await admin.query('select a::text from platform.accounts a order by id')
    const belongings = await belongingsOf(admin, [mine.id, other.id])
    return [rows, belongings, await notesOf(mine), await notesOf(other)]
  }

  beforeAll(async () => {
    usual = (await run(own, WHO))[0]?.rows
    untouched = await everything()
  })

  // Each is tried by itself, and then what it has left is looked at.
  test.each([
    ["another project's rows", 'select * from OTHER.notes'],
    ["another project's users", 'select * from OTHER.users'],
    ["another project's rows in a subquery", 'select (select text from OTHER.notes limit 1) from MINE.notes'],
    ["another project's rows by a join", 'select * from MINE.notes n join OTHER.notes o on true'],
    ["another project's rows by a CTE", 'with x as (select * from OTHER.notes) select * from x'],
    ['a row into another project', "insert into OTHER.notes (text) values ('mine')"],
    ["another project's rows changed", "update OTHER.notes set text = 'mine'"],
    ["another project's rows deleted", 'delete from OTHER.notes'],
    ["another project's table emptied", 'truncate OTHER.notes'],
    ['accounts', 'select * from platform.accounts'],
    ['API keys', 'select * from platform.api_keys'],
    ['accounts in XML', "select query_to_xml('select * from platform.accounts', true, true, '')"],
    ['a table in XML', "select table_to_xml('platform.accounts', true, true, '')"],
    ['saved answers', 'select * from msingi.idempotency'],
    ['jobs', 'select * from pgboss.job'],
    ['passwords of roles', 'select * from pg_authid'],
    ['passwords of roles, by the view', 'select * from pg_shadow'],
    ['other columns of statistics', 'select * from pg_statistic'],
    ['the role, by a function', "select set_config('role', 'OTHER_data', true)"],
    ['the kind, by a function', "select set_config('msingi.kind', 'dashboard', true)"],
    [
      'the kind in XML',
      "select query_to_xml('select set_config(''msingi.kind'', ''dashboard'', true)', true, true, '')",
    ],
    ['the kind in a cursor', "select cursor_to_xml('set_config', 1, true, true, '')"],
    ['a setting in the catalog', "update pg_settings set setting = 'dashboard' where name = 'msingi.kind'"],
    ['two statements in one', 'select 1; select * from OTHER.notes'],
    ['a program', "copy MINE.notes to program 'id'"],
    ['a program that writes', "copy MINE.notes from program 'id'"],
    ['a file', "select pg_read_file('/etc/passwd')"],
    ['a file in bytes', "select pg_read_binary_file('/etc/passwd')"],
    ['a folder', "select pg_ls_dir('/')"],
    ['a file as a large object', "select lo_import('/etc/passwd')"],
    ['a large object as a file', "select lo_export(1, '/tmp/x')"],
    ['a large object', 'select lo_creat(-1)'],
    ['a large object with bytes', "select lo_from_bytea(0, '\\x00')"],
    ['a table', 'create table public.x (a int)'],
    ['a table of its own', 'create table MINE.x (a int)'],
    ['a temporary table', 'create temporary table x (a int)'],
    ['a schema', 'create schema x'],
    ['a function', "create function MINE.f() returns int language sql as 'select 1'"],
    ['a role', 'create role x superuser'],
    ['an extension', 'create extension dblink'],
    ['another server', "select dblink('host=localhost', 'select 1')"],
    ['a table of its own, dropped', 'drop table MINE.notes'],
    ['security taken off', 'alter table MINE.notes disable row level security'],
    ['security, forced no longer', 'alter table MINE.notes no force row level security'],
    ['a policy', 'create policy x on MINE.notes using (true)'],
    ['a policy dropped', 'drop policy msingi_default on MINE.notes'],
    ['a grant', 'grant all on MINE.notes to public'],
    ['a membership', 'grant OTHER_data to MINE_data'],
    ['a code block', "do $$ begin perform set_config('role', 'OTHER_data', false); end $$"],
    [
      'the end of the gateway',
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'GATEWAY'",
    ],
    [
      'the end of the administrator',
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'",
    ],
    ['new settings', 'select pg_reload_conf()'],
    ['new settings in a file', "alter system set log_statement = 'all'"],
    ['metadata of another project', `update msingi.tables set slug = 'x' where schema_name = 'OTHER'`],
    ['metadata', 'delete from msingi.columns'],
    ['a lock that stays', 'select pg_advisory_lock(1)'],
    ['a lock that stays, tried', 'select pg_try_advisory_lock(1)'],
    ['the role, by SET', 'set role OTHER_data'],
    ['the role of the gateway', 'set role GATEWAY'],
    ['the role, reset', 'reset role'],
    ['another session', 'set session authorization GATEWAY'],
    ['the session, reset', 'reset session authorization'],
    ['an identity that stays', "set msingi.uid = '00000000-0000-4000-8000-000000000000'"],
    ['an action that stays', "set msingi.action = 'delete'"],
    ['a search_path that stays', 'set search_path = MINE, pg_catalog'],
    ['no row security', 'set row_security = off'],
    ['no timeout', 'set statement_timeout = 0'],
    ['replication', 'set session_replication_role = replica'],
    ['everything, discarded', 'discard all'],
    ['prepared statements', 'deallocate all'],
    ['a channel', 'listen everything'],
    ['a transaction that stays open', 'begin'],
    ['a transaction that ends early', 'commit'],
    ['a transaction that is undone', 'rollback'],
  ])('%s: %s', async (_what, sql) => {
    const outcome = await run(own, sql).then(
      (results) => results.flatMap(({ rows }) => rows.flat()),
      (error: Error) => error,
    )
    // Whatever was not refused has at least told nothing.
    if (!(outcome instanceof Error)) expect(outcome.filter((value) => value !== null)).toEqual([])
    expect((await run(own, WHO))[0]?.rows).toEqual(usual)
    expect(await everything()).toEqual(untouched)
  })

  test('an identity that was set does not reach the next statement', async () => {
    const read = 'select text from MINE.notes'
    const publishable: ActorContext = { kind: 'publishable', uid: null, claims: '{}' }
    const { executor } = app.platform.clusters.main
    await run(own, "set msingi.kind = 'dashboard'").catch(() => {})
    const project = { id: mine.id, own_login: false }
    const [result] = await executor.execute(project, publishable, [{ text: filled(read) }], { ownLogin: own })
    expect(result?.rows).toEqual([])
  })

  test('a key of the project itself is the only one whose saved answers can be found', async () => {
    const { executor } = app.platform.clusters.main
    const claim = "select msingi.claim_idempotency('k', 'mine')"
    await run(own, claim)
    await expect(run(own, claim)).rejects.toMatchObject({ status: 409 })
    const find = [{ text: "select body from msingi.find_idempotency('k')" }]
    const asOther = await executor.execute({ id: other.id, own_login: false }, SECRET, find, {
      ownLogin: own,
    })
    expect(asOther[0]?.rows).toEqual([[null]])
    await app.platform.clusters.main.admin.query('delete from msingi.idempotency')
  })

  test('nothing runs for longer than the statement timeout', async () => {
    const [result] = await run(own, "select current_setting('statement_timeout')")
    expect(result?.rows).toEqual([['15s']])
  })
})

test('a channel of the server that anyone writes to does not bring it down', async () => {
  const { channel } = app.platform.invalidations
  for (const payload of ['', 'x', '{', '[]', '["tables"]', 'null', '["__proto__","x"]', '["tables",{}]']) {
    await app.platform.clusters.main.admin.query('select pg_notify($1, $2)', [channel, payload])
  }
  const answer = await app.api('GET', '/data/notes', { key: mine.secret })
  expect(answer.data).toHaveLength(1)
})

test("the project's own login cannot put a table into another project's metadata", async () => {
  const sql = `insert into msingi.tables (project_id, schema_name, slug, name)
    values ('${other.id}', 'MINE', 'loot', 'loot')`
  await expect(run(true, sql)).rejects.toMatchObject({ code: 'policy_denied' })
})
