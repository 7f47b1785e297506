// Functions and triggers of a project: what they can do, and that they cannot affect other projects.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let other: TestProject

const call = (method: string, path: string, body?: unknown) =>
  app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })
const insert = (body: unknown, key = project.secret) => app.api('POST', '/data/notes', { key, body })

async function make(path: string, body: unknown) {
  const answer = await call('POST', path, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.data
}

const trigger = (fields = {}) => ({
  name: 'on_write',
  table: 'notes',
  timing: 'before',
  events: ['insert'],
  function: 'work',
  ...fields,
})
const work = (body: string, fields = {}) => ({ name: 'work', returns: 'trigger', body, ...fields })

beforeAll(async () => {
  app = await startTestApp()
  other = await app.createProject('Other')
  const columns = [{ name: 'text', data_type: 'text' }]
  await app.api('POST', `/projects/${other.id}/tables`, {
    token: other.token,
    body: { name: 'notes', columns },
  })
  await app.api('POST', '/data/notes', { key: other.secret, body: { text: 'of the other' } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  project = await app.createProject()
  const columns = [
    { name: 'text', data_type: 'text' },
    { name: 'length', data_type: 'integer' },
  ]
  await make('/tables', { name: 'notes', columns })
})

describe('a function', () => {
  test('is created, shown, replaced and dropped', async () => {
    const made = await make('/schema/functions', {
      name: 'twice',
      arguments: 'n integer, plus integer default 0',
      returns: 'integer',
      language: 'sql',
      volatility: 'immutable',
      strict: true,
      body: 'select n * 2 + plus',
    })
    expect(made).toEqual({
      name: 'twice',
      arguments: 'n integer, plus integer DEFAULT 0',
      returns: 'integer',
      language: 'sql',
      volatility: 'immutable',
      strict: true,
      body: 'select n * 2 + plus',
      dependents: [],
    })
    expect((await call('GET', '/schema/functions/twice')).data).toEqual(made)
    expect((await call('GET', '/schema/functions')).data).toEqual([made])
    await make('/schema/views', {
      name: 'doubled',
      definition: 'select id, twice(length) as length from notes',
    })
    await insert({ text: 'a', length: 4 })
    expect((await app.api('GET', '/data/doubled', { key: project.secret })).data[0].length).toBe(8)

    const fields = { arguments: 'n integer, plus integer default 0', returns: 'integer', language: 'sql' }
    const replaced = await call('PUT', '/schema/functions/twice', { ...fields, body: 'select n * 3' })
    expect([replaced.status, replaced.data.dependents]).toEqual([200, [{ kind: 'view', name: 'doubled' }]])
    const other = await call('PUT', '/schema/functions/twice', {
      ...fields,
      arguments: 'n text',
      body: 'select 1',
    })
    expect([other.status, other.body.details.dependents]).toEqual([409, [{ kind: 'view', name: 'doubled' }]])

    expect((await call('DELETE', '/schema/functions/twice')).status).toBe(409)
    const dropped = await call('DELETE', '/schema/functions/twice?cascade=true')
    expect(dropped.data.removed).toEqual([
      { kind: 'function', name: 'twice' },
      { kind: 'view', name: 'doubled' },
    ])
    expect((await call('GET', '/schema/functions/twice')).status).toBe(404)
    expect((await call('GET', '/schema/views')).data).toEqual([])
    const again = await call('PUT', '/schema/functions/twice', { ...fields, body: 'select 1' })
    expect(again.status).toBe(404)
  })

  test('finds the tables of its project from any search_path, and sees only what its caller can see', async () => {
    const body = 'select count(*)::integer from notes'
    await make('/schema/functions', { name: 'many', returns: 'integer', language: 'sql', body })
    await make('/schema/views', { name: 'counted', definition: 'select many() as many' })
    await insert({ text: 'a' })
    expect((await app.api('GET', '/data/counted', { key: project.secret })).data).toEqual([{ many: 1 }])
    expect((await app.api('GET', '/data/counted', { key: project.publishable })).data).toEqual([{ many: 0 }])
  })

  test('cannot be overloaded', async () => {
    await make('/schema/functions', { name: 'f', returns: 'integer', language: 'sql', body: 'select 1' })
    const body = { name: 'f', arguments: 'a text', returns: 'integer', language: 'sql', body: 'select 1' }
    expect((await call('POST', '/schema/functions', body)).status).toBe(409)
    expect((await call('GET', '/schema/functions')).data).toHaveLength(1)
  })
})

describe('a trigger', () => {
  test('runs on writes through the data API, is shown, replaced and dropped', async () => {
    await make('/schema/functions', work('begin new.length := length(new.text); return new; end'))
    const made = await make('/schema/triggers', trigger({ condition: 'new.text is not null' }))
    expect(made).toEqual({
      id: 'notes.on_write',
      name: 'on_write',
      table: 'notes',
      timing: 'before',
      events: ['insert'],
      columns: [],
      level: 'row',
      condition: 'new.text IS NOT NULL',
      function: 'work',
    })
    expect((await insert({ text: 'four' })).data.length).toBe(4)
    const many = await insert([{ text: 'a' }, { text: 'bb' }, {}])
    expect(many.data.map((row: any) => row.length)).toEqual([1, 2, null])
    const { name: _name, table: _table, ...fields } = trigger()
    const path = '/schema/triggers/notes.on_write'
    const body = { ...fields, events: ['insert', 'update'], columns: ['text'] }
    expect((await call('PUT', path, body)).data).toMatchObject({
      events: ['insert', 'update'],
      columns: ['text'],
    })
    expect((await call('GET', '/schema/triggers')).data).toHaveLength(1)
    const stuck = await call('DELETE', '/schema/functions/work')
    expect([stuck.status, stuck.body.details.dependents]).toEqual([
      409,
      [{ kind: 'trigger', name: 'notes.on_write' }],
    ])
    expect((await call('DELETE', path)).data).toEqual({
      removed: [{ kind: 'trigger', name: 'notes.on_write' }],
    })
    expect((await call('GET', path)).status).toBe(404)
    expect((await insert({ text: 'four' })).data.length).toBeNull()
  })

  test('can refuse a write with its own message', async () => {
    await make('/schema/functions', work("begin raise exception 'notes are closed'; end"))
    await make('/schema/triggers', trigger())
    const { status, body } = await insert({ text: 'x' })
    expect([status, body.message]).toEqual([400, 'Notes are closed.'])
  })

  test('of a relationship is not listed', async () => {
    await make('/tables', { name: 'lines', columns: [{ name: 'note_id', data_type: 'uuid' }] })
    const link = { from_table: 'lines', from_column: 'note_id', to_table: 'notes', to_column: 'id' }
    await make('/schema/relationships', link)
    expect((await call('GET', '/schema/triggers')).data).toEqual([])
    expect((await call('GET', '/schema/functions')).data).toEqual([])
    expect((await call('DELETE', '/schema/functions/notes$children')).status).toBe(404)
  })

  test('runs as the project that logged in, and cannot affect other projects', async () => {
    const body = "begin new.text := session_user || ' ' || current_user; return new; end"
    await make('/schema/functions', work(body))
    await make('/schema/triggers', trigger())
    const { data } = projectNames(project.id)
    expect((await insert({})).data.text).toBe(`${data} ${data}`)
  })
})

describe('code of a project', () => {
  // Each tries to escalate its privileges in a trigger; what it can read is stored in the row.
  test.each([
    ['reset role', 'reset role'],
    ['reset session authorization', 'reset session authorization'],
    ["another project's data role", 'set role OTHER_data'],
    ["another project's owner role", 'set role OTHER_owner'],
    ["the project's own owner", 'set role MINE_owner'],
    ['the gateway', 'set role GATEWAY'],
    ['the administrator', 'set session authorization admin'],
    ['no role', 'set role none'],
    ['a role by set_config', "perform set_config('role', 'OTHER_data', true)"],
    ['a role by a dynamic statement', "execute 'set ' || 'role OTHER_data'"],
    ["another project's rows", 'new.text := (select text from OTHER.notes limit 1)'],
    [
      "another project's rows after a reset",
      'reset role; new.text := (select text from OTHER.notes limit 1)',
    ],
    ['accounts', 'new.text := (select email from platform.accounts limit 1)'],
    ['API keys', 'new.text := (select digest from platform.api_keys limit 1)'],
    ['passwords of users', 'new.text := (select password_hash from msingi_auth.users limit 1)'],
    ['passwords of roles', 'new.text := (select rolpassword from pg_authid limit 1)'],
    ['metadata of others', 'new.text := (select string_agg(slug, $x$ $x$) from msingi.tables)'],
    ['history of others', 'new.text := (select string_agg(sql, $x$ $x$) from msingi.schema_history)'],
    ['saved answers', 'new.text := (select answer from msingi.idempotency limit 1)'],
    ['a file', "new.text := pg_read_file('/etc/passwd')"],
    ['a program', "execute $x$copy notes from program 'id'$x$"],
    ['a table of its own', "execute 'create table MINE.x (a integer)'"],
    ['a table in public', "execute 'create table public.x (a integer)'"],
    ['a temporary table', "execute 'create temporary table x (a integer)'"],
    ['a schema', "execute 'create schema x'"],
    ['its protection', "execute 'alter table notes disable row level security'"],
    ['a policy', "execute 'create policy x on notes using (true)'"],
    ['a grant', "execute 'grant all on notes to public'"],
    ['its own definition', "execute 'alter function work() security definer'"],
    ['a role', "execute 'create role x superuser'"],
    ['a grant of a role', "execute 'grant OTHER_data to MINE_data'"],
    ['an extension', "execute 'create extension dblink'"],
    ['an event trigger', "execute 'create event trigger x on ddl_command_end execute function work()'"],
    ['a publication', "execute 'create publication x for all tables'"],
    ['a large object', 'perform lo_creat(-1)'],
    ['a lock of a session', 'perform pg_advisory_lock(1)'],
    ['a setting of the server', "execute 'alter system set log_statement = all'"],
    ['the WAL', "perform pg_logical_slot_peek_changes('x', null, null)"],
    ['a commit', 'commit'],
  ])('cannot reach %s', async (_name, attack) => {
    const [mine, others] = [projectNames(project.id), projectNames(other.id)]
    const filled = attack
      .replaceAll('OTHER', others.schema)
      .replaceAll('MINE', mine.schema)
      .replaceAll('GATEWAY', app.platform.clusters.main.gatewayRole)
    const body = `begin ${filled}; new.text := coalesce(new.text, '') || '|' || session_user || '|' || current_user; return new; end`
    await make('/schema/functions', work(body))
    await make('/schema/triggers', trigger())
    for (const key of [project.secret, project.publishable]) {
      const { status, data, text } = await insert({}, key)
      expect(text).not.toMatch(/of the other|@example|argon2|SCRAM|root:/)
      // Code that was not refused ran as the project itself, and could read nothing.
      if (status === 201) expect(data.text).toBe(`|${mine.data}|${mine.data}`)
      else expect([400, 403, 409, 504], text).toContain(status)
    }
    const rows = await app.api('GET', '/data/notes', { key: other.secret })
    expect(rows.data.map((row: any) => row.text)).toEqual(['of the other'])
    const { rows: tables } = await app.platform.clusters.main.admin.query(
      "select bool_and(relrowsecurity and relforcerowsecurity) as protected from pg_class where relkind = 'r' and relnamespace = $1::regnamespace",
      [mine.schema],
    )
    expect(tables).toEqual([{ protected: true }])
  })

  test.each([
    ['security definer', { returns: 'integer security definer', language: 'sql' }],
    [
      'security definer after the argument list',
      { arguments: ') returns integer security definer language sql as $$ select 1 $$; --' },
    ],
    ['a second statement', { returns: 'integer language sql as $$ select 1 $$; drop table notes; --' }],
    ['a setting', { returns: 'integer set role to postgres' }],
    ['a search_path', { returns: "integer set search_path = ''" }],
    ['another language', { language: 'c' }],
    ['plpython', { language: 'plpython3u' }],
    ['leakproof', { returns: 'integer leakproof' }],
    ['a window function', { returns: 'integer window' }],
    ['a support function', { returns: 'integer support x' }],
    ['a default that is not for it', { arguments: "a text default set_config('role', 'x', true)" }],
    ['a type of another schema', { arguments: 'a platform.accounts' }],
    ['an owner', { name: 'msingi_x' }],
    ['a name of the server', { name: 'notes$children' }],
    ['a name with a schema', { name: 'public.f' }],
    ['a syntax error', { body: 'begin x' }],
    ['a body that means nothing', { language: 'sql', body: 'select nothing' }],
    ['NUL', { body: 'a\0' }],
    ['a long body', { body: 'x'.repeat(50_001) }],
    ['an unknown field', { security: 'definer' }],
  ])('is refused with %s', async (_name, fields) => {
    const body = { name: 'f', returns: 'integer', body: 'begin return 1; end', ...fields }
    const { status, text } = await call('POST', '/schema/functions', body)
    expect(status, text).toBe(400)
    expect((await call('GET', '/schema/functions')).data).toEqual([])
    expect((await call('GET', '/tables/notes')).status).toBe(200)
  })

  test.each([
    ['a table that is not there', { table: 'nothing' }],
    ['a table of another schema', { table: 'platform.accounts' }],
    ['a function that is not there', { function: 'nothing' }],
    ['a function of PostgreSQL', { function: 'suppress_redundant_updates_trigger()' }],
    ['a function of a relationship', { function: 'notes$children' }],
    ['a condition that ends early', { condition: 'true) execute function work(); drop table notes; --' }],
    ['a condition with a subquery', { condition: '(select true)' }],
    ['a condition on a foreign schema', { condition: "pg_read_file('x') is null" }],
    ['no events', { events: [] }],
    ['truncate', { events: ['truncate'] }],
    ['an unknown column', { events: ['update'], columns: ['nothing'] }],
    ['a name of the server', { name: 'notes$children' }],
    ['instead of', { timing: 'instead of' }],
    ['a function of another kind', { function: 'plain' }],
  ])('is not called by a trigger with %s', async (_name, fields) => {
    await make('/schema/functions', work('begin return new; end'))
    await make('/schema/functions', { name: 'plain', returns: 'integer', language: 'sql', body: 'select 1' })
    const { status, text } = await call('POST', '/schema/triggers', trigger(fields))
    expect([400, 404], text).toContain(status)
    expect((await call('GET', '/schema/triggers')).data).toEqual([])
    expect((await call('GET', '/tables/notes')).status).toBe(200)
  })
})

test('code that changes the password of its own role does not lock out the server', async () => {
  const body = "begin execute format('alter role %I password %L', session_user, 'mine'); return new; end"
  await make('/schema/functions', work(body))
  await make('/schema/triggers', trigger())
  const { main } = app.platform.clusters
  const { data, owner } = projectNames(project.id)
  const verifier = async (role: string) =>
    (await main.admin.query('select rolpassword from pg_authid where rolname = $1', [role])).rows[0]
      .rolpassword
  const before = await verifier(data)
  expect((await insert({ text: 'x' })).status).toBe(201)
  expect(await verifier(data)).not.toBe(before)
  // Open connections are not authenticated again; new ones are.
  main.executor.release(project.id)
  expect((await insert({ text: 'y' })).status).toBe(201)
  await main.admin.query(`alter role ${owner} password 'mine'`)
  expect((await call('DELETE', '/schema/triggers/notes.on_write')).status).toBe(200)
})

test("from the first object on, requests run on connections of the project's own login", async () => {
  const { admin } = app.platform.clusters.main
  const flag = async () =>
    (
      await app.platform.clusters.main.admin.query('select own_login from platform.projects where id = $1', [
        project.id,
      ])
    ).rows[0]?.own_login
  expect(await flag()).toBe(false)
  expect((await call('POST', '/schema/views', { name: 'v', definition: 'drop' })).status).toBe(400)
  expect(await flag()).toBe(false)
  // Requests continue during the switch.
  const writes = Promise.all(Array.from({ length: 40 }, (_, i) => insert({ text: `${i}` })))
  await make('/schema/functions', work('begin new.text := session_user; return new; end'))
  await make('/schema/triggers', trigger())
  expect((await writes).map(({ status }) => status).every((status) => status === 201)).toBe(true)
  expect(await flag()).toBe(true)
  const { rows } = await admin.query("select pg_has_role($1::name, $2::name, 'member') as member", [
    app.platform.clusters.main.gatewayRole,
    projectNames(project.id).data,
  ])
  expect(rows).toEqual([{ member: false }])
  expect((await insert({})).data.text).toBe(projectNames(project.id).data)
})
