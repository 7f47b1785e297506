// DDL as SQL: the metadata follows, the response lists the changes, and a failure changes nothing.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BUILT_IN_TABLES } from '#engine/built-in/built-in-tables.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type DdlDriver, driveDdl } from './exec-ddl.fixture.ts'

let app: TestApp
let ddl: DdlDriver

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  ddl = driveDdl(app, await app.createProject())
})

const column = async (table: string, name: string) =>
  (await ddl.call('GET', `/tables/${table}`)).data?.columns.find((one: any) => one.name === name)
const names = (objects: any[]) => objects.map(({ kind, name }) => `${kind} ${name}`)

describe('a table created by SQL', () => {
  const SQL = `
    -- music
    create type mood as enum ('glad', 'sad');
    create table albums (
      title varchar(80) not null,
      price numeric(19,4) default 1.5,
      mood mood not null default 'glad',
      number serial,
      tags jsonb,
      released date,
      twice integer generated always as (length(title) * 2) stored
    );
    create index on albums (released);
    create unique index on albums (title) where deleted_at is null;
    comment on table albums is 'What is sold';
    comment on column albums.title is 'As on the cover';`

  test('is a full table: columns, types, row-level security, data API', async () => {
    const answer = await ddl.run(SQL)
    expect(answer).toMatchObject({ statements: 6, dry_run: false, removed: [], changed: [] })
    expect(names(answer.added)).toEqual(
      expect.arrayContaining(['table albums', 'column albums.id', 'column albums.title', 'type mood']),
    )
    const { data: table } = await ddl.call('GET', '/tables/albums')
    expect(table).toMatchObject({ slug: 'albums', description: 'What is sold', read_only: false })
    const types = Object.fromEntries(table.columns.map((one: any) => [one.name, one.data_type]))
    expect(types).toEqual({
      title: 'string',
      price: 'decimal',
      mood: 'enum',
      number: 'integer',
      tags: 'jsonb',
      released: 'date',
      twice: 'integer',
      id: 'uuid',
      created_at: 'timestamp',
      updated_at: 'timestamp',
      deleted_at: 'timestamp',
    })
    expect(await column('albums', 'title')).toMatchObject({
      char_length: 80,
      required: true,
      unique: true,
      description: 'As on the cover',
    })
    expect(await column('albums', 'mood')).toMatchObject({
      enum_values: ['glad', 'sad'],
      default_value: 'glad',
    })
    expect((await column('albums', 'id')).is_system).toBe(true)

    const made = await ddl.data('POST', 'albums', { title: 'abc' })
    expect([made.status, made.data.twice, made.data.number], made.text).toEqual([201, 6, 1])
    expect((await ddl.data('POST', 'albums', { title: 'x', twice: 1 })).status).toBe(400)
    expect((await ddl.data('POST', 'albums', { title: 'x', mood: 'angry' })).status).toBe(400)
    expect((await ddl.data('GET', 'albums?title=eq.abc')).data).toHaveLength(1)
    const stranger = await app.api('GET', '/data/albums', { key: ddl.project.publishable })
    expect(stranger.data).toEqual([])
    expect((await ddl.data('DELETE', `albums/${made.data.id}`)).status).toBe(204)
    expect((await ddl.data('POST', 'albums', { title: 'abc' })).status).toBe(201)
  })

  test('supports policies, relationships and changes like any other', async () => {
    await ddl.run(SQL)
    await ddl.call('POST', '/tables', { name: 'tracks', columns: [{ name: 'album_id', data_type: 'uuid' }] })
    const link = { from_table: 'tracks', from_column: 'album_id', to_table: 'albums', to_column: 'id' }
    expect((await ddl.call('POST', '/schema/relationships', link)).status).toBe(201)
    const policy = { action: 'select', subject: 'public', effect: 'allow', condition: "mood = 'sad'" }
    expect((await ddl.call('POST', '/tables/albums/rls', policy)).status).toBe(201)
    expect(
      (await ddl.call('PATCH', '/tables/albums/columns/released', { data_type: 'timestamp' })).status,
    ).toBe(200)
    const labels = await ddl.call('PATCH', '/tables/albums/columns/mood', {
      enum_values: ['glad', 'sad', 'so'],
    })
    expect([labels.status, labels.body.message]).toEqual([409, expect.stringContaining('mood')])
    await ddl.run("alter type mood add value 'so'")
    expect((await column('albums', 'mood')).enum_values).toEqual(['glad', 'sad', 'so'])
    expect((await ddl.call('DELETE', '/tables/albums?cascade=true')).status).toBe(204)
  })

  test.each([
    ['an id of another type', 'create table t (id integer primary key)', /id of type uuid/],
    ['another primary key', 'create table t (code text primary key)', /id of type uuid/],
    ['a key of two columns', 'create table t (id uuid, b text, primary key (id, b))', /only primary key/],
    ['another created_at', 'create table t (created_at date)', /created_at of t must be of type timestamptz/],
    ['an array', 'create table t (a text[])', /text\[\] are not supported; use jsonb/],
    ['a timestamp without a zone', 'create table t (a timestamp)', /use timestamptz/],
    ['a name that is no slug', 'create table "My Table" (a text)', /my_table/],
    [
      'a column that is no slug',
      'create table t ("A" text)',
      /The column A of t needs another name, such as a/,
    ],
    ['a column that is a parameter', 'create table t ("order" text)', /query parameter/],
    ['the name of the users', 'create table users (a text)', /users|name already|exists/],
  ])('is refused with %s', async (_name, sql, message) => {
    const { status, body } = await ddl.exec(sql)
    expect([400, 409]).toContain(status)
    expect(body.message).toMatch(message)
    expect((await ddl.call('GET', '/tables')).data).toHaveLength(BUILT_IN_TABLES.length)
  })
})

describe('an existing table', () => {
  beforeEach(async () => {
    await ddl.run(`
      create table albums (title text, price integer);
      create table tracks (album_id uuid references albums on delete cascade, name text);`)
    const condition = "album_id in (select a.id from albums a where a.title = 'A')"
    const policy = { action: 'select', subject: 'public', effect: 'allow', condition }
    expect((await ddl.call('POST', '/tables/tracks/rls', policy)).status).toBe(201)
  })

  const link = async () => (await ddl.call('GET', '/schema/relationships')).data

  test('is linked by foreign keys, also for soft deletes', async () => {
    expect(await link()).toMatchObject([
      {
        name: 'album',
        from_table: 'tracks',
        from_column: 'album_id',
        to_table: 'albums',
        on_delete: 'cascade',
      },
    ])
    const album = (await ddl.data('POST', 'albums', { title: 'A' })).data
    expect((await ddl.data('POST', 'tracks', { album_id: album.id })).status).toBe(201)
    await ddl.data('DELETE', `albums/${album.id}`)
    expect((await ddl.data('GET', 'tracks')).data).toEqual([])
    expect((await ddl.data('POST', 'tracks', { album_id: album.id })).status).toBe(409)
  })

  test('is renamed together with everything that refers to it', async () => {
    const answer = await ddl.run(`
      alter table albums rename to records;
      alter table records rename column title to label;
      alter table tracks rename column album_id to record_id;`)
    expect(names(answer.changed)).toEqual(
      expect.arrayContaining(['table records', 'column records.label', 'column tracks.record_id']),
    )
    const table = answer.changed.find(({ kind }: any) => kind === 'table')
    expect(table.was.name).toBe('albums')
    expect(await link()).toMatchObject([{ from_column: 'record_id', to_table: 'records' }])
    const [policy] = (await ddl.call('GET', '/tables/tracks/rls')).data
    expect(policy.condition.replaceAll('"', '')).toBe(
      "record_id in (select a.id from records a where a.label = 'A')",
    )
    const record = (await ddl.data('POST', 'records', { label: 'A' })).data
    await ddl.data('POST', 'tracks', { record_id: record.id })
    await ddl.data('DELETE', `records/${record.id}`)
    expect((await ddl.data('GET', 'tracks')).data).toEqual([])
  })

  test('loses relationships with their foreign keys, columns and tables', async () => {
    await ddl.run('alter table tracks drop constraint "tracks$album_id$fkey"')
    expect(await link()).toEqual([])
    await ddl.run('alter table tracks add foreign key (album_id) references albums on delete set null')
    expect(await link()).toMatchObject([{ on_delete: 'set_null' }])
    const stuck = await ddl.exec('alter table tracks drop column album_id')
    expect([stuck.status, stuck.body.message]).toEqual([409, expect.stringContaining('Policy')])
    const forced = await ddl.exec('alter table tracks drop column album_id cascade')
    expect([forced.status, forced.body.message]).toEqual([409, expect.stringContaining('policy of tracks')])
    const [policy] = (await ddl.call('GET', '/tables/tracks/rls')).data
    expect((await ddl.call('DELETE', `/tables/tracks/rls/${policy.id}`)).status).toBe(204)
    await ddl.run('drop table albums cascade; alter table tracks drop column album_id')
    expect(await link()).toEqual([])
    expect((await ddl.call('GET', '/tables')).data.map((one: any) => one.slug)).toEqual([
      'payment_transactions',
      'storage_objects',
      'tracks',
      'users',
    ])
    const { rows } = await app.platform.clusters.main.admin.query(
      `select proname from pg_proc where pronamespace = $1::regnamespace`,
      [`p_${ddl.project.id.replaceAll('-', '')}`],
    )
    expect(rows).toEqual([])
  })

  test('changes its columns', async () => {
    const answer = await ddl.run(`
      alter table albums add column note text default 'x', drop column price, alter column title set not null;
      alter table tracks alter column name type varchar(20);`)
    expect(names(answer.added)).toEqual(['column albums.note'])
    expect(names(answer.removed)).toEqual(['column albums.price'])
    expect(answer.changed).toEqual([
      {
        kind: 'column',
        name: 'albums.title',
        definition: 'text not null',
        was: { name: 'albums.title', definition: 'text' },
      },
      {
        kind: 'column',
        name: 'tracks.name',
        definition: 'character varying(20)',
        was: { name: 'tracks.name', definition: 'text' },
      },
    ])
    expect(await column('albums', 'title')).toMatchObject({ required: true })
    expect(await column('tracks', 'name')).toMatchObject({ data_type: 'string', char_length: 20 })
    const used = await ddl.exec('alter table albums alter column title type varchar(20)')
    expect([used.status, used.body.message]).toEqual([409, expect.stringContaining('policy')])
    expect(await column('albums', 'price')).toBeUndefined()
    expect((await ddl.data('POST', 'albums', { title: 'a' })).data.note).toBe('x')
  })

  test('accepts INSERT, UPDATE and DELETE, with sequences and defaults', async () => {
    const answer = await ddl.run(`
      insert into albums (title, price) values ('A', 1), ('B', 2);
      update albums set price = price * 10 where title = 'B';
      delete from albums where title = 'A';`)
    expect(answer).toMatchObject({ added: [], removed: [], changed: [] })
    expect((await ddl.data('GET', 'albums?select=title,price')).data).toEqual([{ title: 'B', price: 20 }])
  })

  test('is only read by the query engine, and a WITH that writes is no exception', async () => {
    for (const sql of ['select 1', 'with gone as (delete from albums returning id) select id from gone']) {
      const { status, body } = await ddl.exec(sql)
      expect([status, body.message]).toEqual([
        400,
        expect.stringMatching(/^sql: SELECT is run by the query engine/),
      ])
    }
  })

  test('has the same views, functions and triggers by SQL as by the routes', async () => {
    await ddl.run(`
      create view cheap as select id, title from albums where price < 10;
      create function work() returns trigger language plpgsql as $$ begin new.price := 5; return new; end $$;
      create trigger on_write before insert on albums for each row execute function work();`)
    expect((await ddl.call('GET', '/schema/views')).data).toMatchObject([
      { name: 'cheap', depends_on: ['albums'] },
    ])
    expect((await ddl.call('GET', '/schema/functions')).data).toMatchObject([
      { name: 'work', dependents: [{ kind: 'trigger', name: 'albums.on_write' }] },
    ])
    expect((await ddl.call('GET', '/schema/triggers')).data).toMatchObject([{ id: 'albums.on_write' }])
    expect((await ddl.data('POST', 'albums', { title: 'A' })).data.price).toBe(5)
    expect((await ddl.data('GET', 'cheap')).data).toHaveLength(1)
    const stranger = await app.api('GET', '/data/cheap', { key: ddl.project.publishable })
    expect(stranger.data).toEqual([])
    await ddl.run('alter view cheap rename to cheaper')
    expect((await ddl.data('GET', 'cheaper')).data).toHaveLength(1)
    const [policy] = (await ddl.call('GET', '/tables/tracks/rls')).data
    await ddl.call('DELETE', `/tables/tracks/rls/${policy.id}`)
    await ddl.run('drop table albums cascade')
    expect((await ddl.call('GET', '/schema/views')).data).toEqual([])
  })

  test('can use a function in a default, a check and an index', async () => {
    await ddl.run(`
      create function shorten(a text) returns text language sql immutable as 'select left(a, 3)';
      alter table albums add column code text default shorten('abcdef'), add check (shorten(title) <> 'bad');
      create index on albums (shorten(title));`)
    expect((await ddl.data('POST', 'albums', { title: 'good' })).data.code).toBe('abc')
    expect((await ddl.data('POST', 'albums', { title: 'bad one' })).status).toBe(400)
    const dropped = await ddl.call('DELETE', '/schema/functions/shorten?cascade=true')
    expect([dropped.status, dropped.body.details.dependents.length]).toEqual([409, 3])
  })

  test('is unchanged when a later statement fails, and the error has a position', async () => {
    const { status, body } = await ddl.exec('drop table tracks;\nalter table albums\n  drop column nothing;')
    expect(status).toBe(400)
    expect(body.message).toBe('Statement 2: Column "nothing" of relation "albums" does not exist.')
    expect(body.details).toMatchObject({ statement: 2, line: 2, column: 1, sqlstate: '42703' })
    expect((await ddl.call('GET', '/tables')).data).toHaveLength(2 + BUILT_IN_TABLES.length)
    const parse = await ddl.exec('create table ü (a text);\ncreate tabel x ();')
    expect([parse.status, parse.body.details]).toMatchObject([400, { line: 2, column: 8 }])
    const inside = await ddl.exec("create view v as\n  select title, 'ü😀', nothing from albums")
    expect([inside.status, inside.body.details]).toMatchObject([
      400,
      { line: 2, column: 24, sqlstate: '42703' },
    ])
  })

  test('is unchanged by a dry run, which returns the changes', async () => {
    const { status, data } = await ddl.exec('drop table tracks; create table fresh (a text)', {
      dry_run: true,
    })
    expect([status, data.dry_run]).toEqual([200, true])
    expect(names(data.added)).toContain('table fresh')
    expect(names(data.removed)).toContain('table tracks')
    expect((await ddl.call('GET', '/tables')).data.map((one: any) => one.slug)).toEqual([
      'albums',
      'payment_transactions',
      'storage_objects',
      'tracks',
      'users',
    ])
    expect((await ddl.data('GET', 'tracks')).status).toBe(200)
  })

  test('refuses a new owner column while policies depend on another', async () => {
    await ddl.run('create table notes (created_by uuid)')
    await ddl.call('POST', '/tables/notes/rls', { action: 'select', subject: 'owner', effect: 'allow' })
    const { status, body } = await ddl.exec('alter table notes add column user_id uuid')
    expect([status, body.message]).toEqual([409, expect.stringContaining('owner')])
  })
})

test('two concurrent requests run one after the other', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, i) =>
      ddl.exec(`create table t${i} (a text); create view v${i} as select a from t${i}`),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await ddl.call('GET', '/tables')).data).toHaveLength(4 + BUILT_IN_TABLES.length)
  expect((await ddl.call('GET', '/schema/views')).data).toHaveLength(4)
})

test.each([
  ['nothing', '  '],
  ['only a comment', '-- nothing'],
  ['a NUL', 'create table a\0 (a text)'],
  ['too many statements', 'create table t (a text);'.repeat(201)],
  ['too much', `comment on table users is '${'x'.repeat(100_000)}'`],
  ['too deep a nesting', `create view v as select ${'('.repeat(9000)}1${')'.repeat(9000)} as a`],
  ['half a surrogate', '"\ud800"'],
])('%s is refused', async (_name, sql) => {
  expect((await ddl.exec(sql)).status).toBe(400)
})

test('requires a developer, and refuses API keys', async () => {
  const { id, secret } = ddl.project
  const body = { sql: 'create table t (a text)' }
  expect((await app.api('POST', `/projects/${id}/schema/exec-ddl`, { key: secret, body })).status).toBe(403)
})
