// The history of a schema, and copying a schema to another project by migrations.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let source: TestProject
let target: TestProject

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  source = await app.createProject('Source')
  target = await app.createProject('Target')
})

const call = (project: TestProject, method: string, path: string, body?: unknown) =>
  app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })

async function done(project: TestProject, method: string, path: string, body?: unknown) {
  const answer = await call(project, method, path, body)
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
  return answer.data
}

const exported = (project: TestProject, after = 0) =>
  done(project, 'GET', `/schema/migrations?after=${after}`)
const apply = (project: TestProject, body: unknown) => call(project, 'POST', '/schema/migrations/apply', body)

// Every kind of change, each with an effect that is still visible at the end.
async function build(project: TestProject) {
  const make = (path: string, body: unknown) => done(project, 'POST', path, body)
  const role = await make('/roles', { name: 'Editor' })
  await make('/tables', {
    name: 'Albums',
    description: 'What is sold',
    columns: [
      { name: 'title', data_type: 'string', char_length: 80, required: true, unique: true },
      { name: 'kind', data_type: 'enum', enum_values: ['lp', 'ep'], default_value: 'lp' },
      { name: 'released', data_type: 'date', default_value: 'current_date' },
      { name: 'old', data_type: 'text' },
    ],
  })
  await make('/tables', { name: 'Tracks', columns: [{ name: 'album_id', data_type: 'uuid' }] })
  await make('/tables', { name: 'Gone' })
  await done(project, 'DELETE', '/tables/gone')
  await done(project, 'PATCH', '/tables/albums', { name: 'Records' })
  await make('/tables/records/columns', {
    name: 'price',
    data_type: 'money',
    default_value: 1.5,
    indexed: true,
  })
  await done(project, 'PATCH', '/tables/records/columns/kind', { enum_values: ['lp', 'ep', 'single'] })
  await done(project, 'PATCH', '/tables/records/columns/price', { name: 'cost', required: true })
  await done(project, 'DELETE', '/tables/records/columns/old')
  const link = await make('/schema/relationships', {
    from_table: 'tracks',
    from_column: 'album_id',
    to_table: 'records',
    to_column: 'id',
  })
  await done(project, 'PATCH', `/schema/relationships/${link.id}`, { on_delete: 'cascade', name: 'record' })
  const public_ = await make('/tables/records/rls', {
    action: 'select',
    subject: 'public',
    condition: 'cost > 1',
  })
  await done(project, 'PATCH', `/tables/records/rls/${public_.id}`, { condition: 'cost > 2' })
  await make('/tables/records/rls', { action: 'update', subject: 'role', role_ids: [role.id] })
  const gone = await make('/tables/tracks/rls', { action: 'select', subject: 'authenticated' })
  await done(project, 'DELETE', `/tables/tracks/rls/${gone.id}`)
  await make('/schema/views', { name: 'cheap', definition: 'select title from records where cost < 10' })
  await done(project, 'PUT', '/schema/views/cheap', { definition: 'select cost, title from records' })
  const body = "begin new.title := coalesce(new.title, 'none'); return new; end"
  await make('/schema/functions', { name: 'work', returns: 'trigger', body })
  const fields = { timing: 'before', events: ['insert'], function: 'work' }
  await make('/schema/triggers', { name: 'on_write', table: 'records', ...fields })
  await done(project, 'PUT', '/schema/triggers/records.on_write', { ...fields, events: ['insert', 'update'] })
  await make('/schema/exec-ddl', {
    sql: `create type mood as enum ('glad', 'sad');
      create table notes (mood mood, record_id uuid references records on delete set null, text text check (text <> ''));
      alter table notes rename column text to body;
      create index on notes (body);
      comment on table notes is 'By SQL';`,
  })
}

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/

// The whole description of a project's schema, without what differs between projects: ids, times, schema name.
async function described(project: TestProject) {
  const read = (path: string) => done(project, 'GET', path)
  const tables = await read('/tables')
  const policies = await Promise.all(tables.map(({ slug }: any) => read(`/tables/${slug}/rls`)))
  const previews = await Promise.all(tables.map(({ slug }: any) => read(`/schema/preview/${slug}`)))
  const roles = new Map((await read('/roles')).map(({ id, name }: any) => [id, name]))
  const all = {
    tables,
    previews,
    policies,
    relationships: await read('/schema/relationships'),
    views: await read('/schema/views'),
    functions: await read('/schema/functions'),
    triggers: await read('/schema/triggers'),
    diagram: await read('/schema/diagram'),
    catalog: await catalog(project),
  }
  return JSON.parse(
    JSON.stringify(all, (key, value) => {
      if (key.endsWith('_at') && typeof value === 'string') return 'a time'
      if (typeof value === 'string' && ID.test(value)) return roles.get(value) ?? 'an id'
      return value
    }).replaceAll(projectNames(project.id).schema, 'the schema'),
  )
}

const CATALOG = `
select pg_get_constraintdef(oid) as what from pg_constraint where connamespace = $1::regnamespace and contype <> 'n'
union all select pg_get_indexdef(c.oid) from pg_class c where relnamespace = $1::regnamespace and relkind = 'i'
union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = $1::regnamespace and not tgisinternal
union all select pg_get_functiondef(oid) from pg_proc where pronamespace = $1::regnamespace
union all select concat_ws(' ', c.relname, polname, polcmd, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
  from pg_policy p join pg_class c on c.oid = polrelid where c.relnamespace = $1::regnamespace
union all select concat_ws(' ', relname, relkind, relrowsecurity, relforcerowsecurity, relacl::text, reloptions::text)
  from pg_class where relnamespace = $1::regnamespace
order by 1`

async function catalog(project: TestProject) {
  const { rows } = await app.platform.clusters.main.admin.query(CATALOG, [projectNames(project.id).schema])
  return rows.map(({ what }) => what.replaceAll(new RegExp(`'{${ID.source}}'`, 'g'), "'a role'"))
}

describe('the history', () => {
  test('lists every change with its author, kind and SQL, the latest first', async () => {
    await build(source)
    const history = await done(source, 'GET', '/schema/history?limit=200')
    expect(history.map(({ version }: any) => version)).toEqual(
      Array.from({ length: history.length }, (_, i) => history.length - i),
    )
    expect(history.toReversed().map(({ kind }: any) => kind)).toEqual([
      'table.create',
      'table.create',
      'table.create',
      'table.remove',
      'table.update',
      'column.create',
      'column.update',
      'column.update',
      'column.remove',
      'relationship.create',
      'relationship.update',
      'policy.create',
      'policy.update',
      'policy.create',
      'policy.create',
      'policy.remove',
      'view.create',
      'view.replace',
      'function.create',
      'trigger.create',
      'trigger.replace',
      'sql',
    ])
    expect(history.every(({ author }: any) => ID.test(author.id) && author.email.includes('@'))).toBe(true)
    expect(history.at(-1)).toMatchObject({ version: 1, origin: null, operation: { kind: 'table.create' } })
    expect(history.at(-1).sql).toContain('create table "albums"')
    expect(history[0].sql).toContain('create type mood')
    const page = await done(source, 'GET', '/schema/history?limit=2&before=5')
    expect(page.map(({ version }: any) => version)).toEqual([4, 3])
  })

  test('leaves out failed changes and dry runs', async () => {
    await call(source, 'POST', '/tables', { name: 'users' })
    await call(source, 'POST', '/schema/exec-ddl', { sql: 'create table t (a text); drop table nothing' })
    await done(source, 'POST', '/schema/exec-ddl', { sql: 'create table t (a text)', dry_run: true })
    expect(await done(source, 'GET', '/schema/history')).toEqual([])
  })

  test('cannot be changed by the owner of the project', async () => {
    await done(source, 'POST', '/tables', { name: 'notes' })
    const { main } = app.platform.clusters
    for (const sql of [
      'delete from msingi.schema_history',
      "update msingi.schema_history set sql = ''",
      'truncate msingi.schema_history',
    ]) {
      await expect(main.asOwner(source, (client) => client.query(sql))).rejects.toThrow()
    }
    const seen = await main.asOwner(target, (client) => client.query('select from msingi.schema_history'))
    expect(seen.rowCount).toBe(0)
  })
})

describe('migrations', () => {
  test('recreate the schema in an empty project', async () => {
    await build(source)
    const bundle = await exported(source)
    expect(bundle.sql).toContain('-- 1 table.create, ')
    const missing = await apply(target, bundle)
    expect([missing.status, missing.body.message]).toEqual([409, expect.stringContaining('no role Editor')])
    const { applied } = missing.body.details
    expect(applied).toEqual(Array.from({ length: 13 }, (_, i) => i + 1))

    // Sending the same request again continues after the failure.
    await done(target, 'POST', '/roles', { name: 'editor' })
    const rest = await apply(target, bundle)
    expect(rest.status, rest.text).toBe(200)
    expect(rest.data.skipped).toEqual(applied)
    expect(rest.data.applied).toEqual(Array.from({ length: 9 }, (_, i) => i + 14))
    await done(target, 'PATCH', `/roles/${(await done(target, 'GET', '/roles'))[0].id}`, { name: 'Editor' })
    expect(await described(target)).toEqual(await described(source))

    const again = await apply(target, bundle)
    expect([again.status, again.data.applied.length, again.data.skipped.length]).toEqual([200, 0, 22])
    const [latest] = await done(target, 'GET', '/schema/history')
    expect(latest.origin).toEqual({ project_id: source.id, version: 22 })
  })

  test('continue from a version, in tables with rows', async () => {
    await done(source, 'POST', '/tables', { name: 'notes', columns: [{ name: 'text', data_type: 'text' }] })
    expect((await apply(target, await exported(source))).data.applied).toEqual([1])
    await app.api('POST', '/data/notes', { key: target.secret, body: { text: '12' } })
    await done(source, 'PATCH', '/tables/notes/columns/text', { data_type: 'integer', name: 'number' })
    const late = await exported(source, 1)
    expect(late.migrations.map(({ version }: any) => version)).toEqual([2])
    expect((await apply(target, late)).data).toEqual({ applied: [2], skipped: [] })
    expect((await app.api('GET', '/data/notes', { key: target.secret })).data[0].number).toBe(12)
  })

  test('sent twice at once are applied once', async () => {
    await done(source, 'POST', '/tables', { name: 'notes' })
    await done(source, 'POST', '/tables/notes/columns', { name: 'text', data_type: 'text' })
    const bundle = await exported(source)
    const answers = await Promise.all(Array.from({ length: 4 }, () => apply(target, bundle)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.flatMap(({ data }) => data.applied).toSorted()).toEqual([1, 2])
    expect(await done(target, 'GET', '/schema/history')).toHaveLength(2)
  })

  test('can be passed on from project to project', async () => {
    const third = await app.createProject('Third')
    await done(source, 'POST', '/schema/exec-ddl', { sql: 'create table notes (text text)' })
    await apply(target, await exported(source))
    await done(target, 'POST', '/schema/views', { name: 'v', definition: 'select text from notes' })
    expect((await apply(third, await exported(target))).data.applied).toEqual([1, 2])
    expect(await described(third)).toEqual(await described(target))
  })

  const op = (version: number, operation: object) => ({ version, operation })
  test.each([
    ['of this very project', () => ({ project_id: target.id, migrations: [] }), 400],
    [
      'in descending order',
      () => ({ migrations: [op(2, { kind: 'sql', sql: 'x' }), op(1, { kind: 'sql', sql: 'x' })] }),
      400,
    ],
    ['of an unknown kind', () => ({ migrations: [op(1, { kind: 'constructor' })] }), 400],
    [
      'with an unknown field',
      () => ({ migrations: [op(1, { kind: 'table.create', input: { name: 'a' }, x: 1 })] }),
      400,
    ],
    [
      'with input that every route refuses',
      () => ({ migrations: [op(1, { kind: 'table.create', input: { name: '' } })] }),
      400,
    ],
    [
      'with SQL that every route refuses',
      () => ({ migrations: [op(1, { kind: 'sql', sql: 'drop role x' })] }),
      400,
    ],
    [
      'with a missing table',
      () => ({ migrations: [op(1, { kind: 'table.remove', table: 'x', cascade: true })] }),
      404,
    ],
    [
      'with a missing relationship',
      () => ({ migrations: [op(1, { kind: 'relationship.remove', from_table: 'x', from_column: 'y' })] }),
      404,
    ],
    [
      'with a role of another project',
      () => ({
        migrations: [
          op(1, {
            kind: 'policy.create',
            table: 'users',
            input: { action: 'select', subject: 'role', roles: ['Nobody'] },
          }),
        ],
      }),
      409,
    ],
    ['with the version 0', () => ({ migrations: [op(0, { kind: 'sql', sql: 'x' })] }), 400],
    ['with no project', () => ({ project_id: 'x', migrations: [] }), 400],
    ['without a body', () => undefined, 400],
  ])('%s are refused', async (_name, body, expected) => {
    const given = body()
    const answer = await apply(target, given === undefined ? given : { project_id: source.id, ...given })
    expect(answer.status, answer.text).toBe(expected)
    expect(await done(target, 'GET', '/schema/history')).toEqual([])
  })

  test('that are out of order are refused', async () => {
    const sql = (version: number) => op(version, { kind: 'sql', sql: `create table t${version} (a text)` })
    expect((await apply(target, { project_id: source.id, migrations: [sql(5)] })).status).toBe(200)
    const late = await apply(target, { project_id: source.id, migrations: [sql(4), sql(5)] })
    expect([late.status, late.body.details]).toEqual([409, { version: 4, applied_up_to: 5 }])
  })

  test('are refused to API keys and to accounts outside the organisation', async () => {
    const path = `/projects/${source.id}/schema/migrations`
    expect((await app.api('GET', path, { key: source.secret })).status).toBe(403)
    expect((await app.api('GET', path, { token: target.token })).status).toBe(403)
    const body = await exported(target)
    expect((await app.api('POST', `${path}/apply`, { token: target.token, body })).status).toBe(403)
  })
})
