// What SQL makes unique is so among rows that are not deleted, and its foreign keys have an index, as those of the routes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

const made = (answer: any, kind: string) =>
  answer.added
    .filter((one: any) => one.kind === kind && !/\$(pkey|live)$/.test(one.name))
    .map(
      ({ name, definition }: any) =>
        `${name}: ${definition.replace(/^CREATE (UNIQUE )?INDEX (?:"[^"]+"|\S+) ON \w+ USING btree /, '$1')}`,
    )

const MEMBERS = `
  create table boards (title text);
  create table members (board_id uuid references boards on delete cascade, user_id uuid, note text, unique (board_id, user_id));`
const NOTE =
  'members_board_id_user_id_key of members leaves out deleted rows: it is a unique index where deleted_at is null.'

test('a member who was removed can be added again', async () => {
  const tried = await ddl.exec(MEMBERS, { dry_run: true })
  expect([tried.data.notes, made(tried.data, 'index')]).toEqual([
    [NOTE],
    [
      'members$board_id$idx: (board_id)',
      'members_board_id_user_id_key: UNIQUE (board_id, user_id) WHERE (deleted_at IS NULL)',
    ],
  ])
  const answer = await ddl.run(MEMBERS)
  expect(answer.notes).toEqual([NOTE])
  expect(made(answer, 'constraint').join()).not.toContain('UNIQUE')

  const board_id = (await ddl.data('POST', 'boards', { title: 'a' })).data.id
  const member = { board_id, user_id: crypto.randomUUID() }
  const first = await ddl.data('POST', 'members', member)
  expect((await ddl.data('POST', 'members', member)).status).toBe(409)
  expect((await ddl.data('DELETE', `members/${first.data.id}`)).status).toBe(204)
  expect((await ddl.data('POST', 'members', member)).status).toBe(201)
  const upsert = await app.api('POST', '/data/members?on_conflict=board_id,user_id', {
    ...{ key: ddl.project.secret, headers: { prefer: 'resolution=merge-duplicates' } },
    body: { ...member, note: 'again' },
  })
  expect([upsert.status, upsert.data.note], upsert.text).toEqual([201, 'again'])
  const { data } = await ddl.data('GET', 'members')
  expect(data).toMatchObject([{ ...member, note: 'again' }])
  const advice = (await ddl.call('GET', '/advice')).data.map(({ code }: any) => code)
  expect(advice).not.toContain('foreign_key_without_index')
})

const T = 'create table t (code text, kind text, starts timestamptz, ends timestamptz, active boolean);'
const LEAVES_OUT = /leaves out deleted rows: it is a unique index/

describe('completed:', () => {
  test.each([
    [
      'a column',
      'create table c (code text unique);',
      'c_code_key: UNIQUE (code) WHERE (deleted_at IS NULL)',
    ],
    [
      'a constraint that is added',
      `${T} alter table t add constraint "One code" unique (kind, code);`,
      'One code: UNIQUE (kind, code) WHERE (deleted_at IS NULL)',
    ],
    [
      'an index',
      `${T} create unique index one on t (code);`,
      'one: UNIQUE (code) WHERE (deleted_at IS NULL)',
    ],
    [
      'an expression',
      `${T} create unique index one on t (lower(code), kind desc);`,
      'one: UNIQUE (lower(code), kind DESC) WHERE (deleted_at IS NULL)',
    ],
    [
      'an index with a condition',
      `${T} create unique index one on t (code) where active or kind = ' WHERE ';`,
      "one: UNIQUE (code) WHERE ((active OR (kind = ' WHERE '::text)) AND (deleted_at IS NULL))",
    ],
    [
      'nulls and more columns',
      `${T} alter table t add constraint one unique nulls not distinct (code) include (kind);`,
      'one: UNIQUE (code) INCLUDE (kind) NULLS NOT DISTINCT WHERE (deleted_at IS NULL)',
    ],
  ])('%s', async (_name, sql, expected) => {
    const answer = await ddl.run(sql)
    expect(made(answer, 'index')).toEqual([expected])
    expect(answer.notes).toEqual([expect.stringMatching(LEAVES_OUT)])
  })

  test('an exclusion constraint', async () => {
    const answer = await ddl.run(
      `${T} alter table t add constraint one exclude using gist (tstzrange(starts, ends) with &&);`,
    )
    expect(answer.notes).toEqual([
      'one of t leaves out deleted rows: it is an exclusion where deleted_at is null.',
    ])
    const hour = { starts: '2026-01-01T10:00:00Z', ends: '2026-01-01T11:00:00Z' }
    const first = await ddl.data('POST', 't', hour)
    expect((await ddl.data('POST', 't', hour)).status).toBe(409)
    await ddl.data('DELETE', `t/${first.data.id}`)
    expect((await ddl.data('POST', 't', hour)).status).toBe(201)
  })
})

test.each([
  [
    'what a foreign key refers to',
    'create table a (code text unique); create table b (code text references a (code));',
    /^a_code_key of a counts deleted rows, too, because a foreign key refers to it\.$/,
  ],
  [
    'what is deferrable',
    'create table a (code text unique deferrable initially deferred);',
    /counts deleted rows, too, because it is deferrable/,
  ],
  [
    'what speaks of deleted rows',
    'create table a (code text, deleted_at timestamptz, unique (code, deleted_at));',
    undefined,
  ],
])('%s stays as it is', async (_name, sql, note) => {
  const answer = await ddl.run(sql)
  expect(answer.notes).toEqual(note === undefined ? [] : [expect.stringMatching(note)])
  expect(made(answer, 'constraint').join()).toContain('UNIQUE')
})

test('what was there before stays as it is, also where a later request touches the table', async () => {
  await ddl.run('create table a (code text unique); create table b (code text references a (code));')
  const answer = await ddl.run('drop table b; alter table a add column note text;')
  expect([answer.notes, answer.changed]).toEqual([[], []])
})

test('statements of one request see constraints as they are written', async () => {
  await ddl.run(`
    create table tags (slug text unique, note text);
    insert into tags (slug) values ('a') on conflict (slug) do nothing;
    insert into tags (slug) values ('a') on conflict on constraint tags_slug_key do update set note = 'twice';`)
  expect((await ddl.data('GET', 'tags')).data).toMatchObject([{ slug: 'a', note: 'twice' }])
})

test('what was a constraint is dropped and renamed as one', async () => {
  await ddl.run('create table a (code text unique, kind text unique);')
  const renamed = await ddl.run('alter table a rename constraint a_code_key to one')
  expect(renamed.changed).toMatchObject([{ kind: 'index', name: 'one' }])
  const dropped = await ddl.run(
    'alter table a drop constraint one, drop constraint if exists a_kind_key cascade',
  )
  expect(dropped.removed.map(({ kind, name }: any) => `${kind} ${name}`).sort()).toEqual([
    'index a_kind_key',
    'index one',
  ])
  expect([dropped.added, dropped.changed]).toEqual([[], []])
  expect((await ddl.exec('alter table a drop constraint one')).body.message).toContain('does not exist')
})

test.each([
  [
    'insert into a (code) values (1) on conflict (code) do nothing',
    400,
    'ON CONFLICT (…) WHERE deleted_at IS NULL',
  ],
  ['create table b (code integer references a (code))', 400, 'Refer to id'],
  ['alter table d add unique (code)', 409, 'Deleted rows count until the index is made'],
])('%s is refused in words', async (sql, status, words) => {
  await ddl.run(`
    create table a (code integer unique);
    create table d (code integer, deleted_at timestamptz);
    insert into d (code, deleted_at) values (1, null), (1, now());`)
  const answer = await ddl.exec(sql)
  expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(words)])
})

test('a migration makes the same in another project', async () => {
  await ddl.run(MEMBERS)
  const bundle = (await ddl.call('GET', '/schema/migrations')).data
  const other = driveDdl(app, await app.createProject())
  expect((await other.call('POST', '/schema/migrations/apply', bundle)).status).toBe(200)
  const again = await other.run('alter table members drop constraint members_board_id_user_id_key')
  expect(again.removed).toMatchObject([{ kind: 'index', name: 'members_board_id_user_id_key' }])
})

test('a conflict with a deleted row says so, to those who may know', async () => {
  await ddl.run(`
    create table a (code text, part integer, note text, unique (code, part));
    create table b (code text, part integer, foreign key (code, part) references a (code, part));`)
  // Those that a foreign key refers to count deleted rows.
  const gone = { code: 'x', part: 1 }
  const { data } = await ddl.data('POST', 'a', gone)
  await ddl.data('DELETE', `a/${data.id}`)
  const live = (await ddl.data('POST', 'a', { code: 'x', part: 2 })).data
  const upsert = await app.api('POST', '/data/a?on_conflict=code,part', {
    ...{ key: ddl.project.secret, headers: { prefer: 'resolution=merge-duplicates' }, body: gone },
  })
  const message = 'A deleted row of a has the same code, part.'
  const answers = [
    upsert,
    await ddl.data('POST', 'a', gone),
    await ddl.data('POST', 'a', [{ code: 'y', part: 1 }, gone]),
    await ddl.data('PATCH', `a/${live.id}`, { part: 1 }),
    await ddl.data('POST', 'a', { id: data.id, code: 'z' }),
  ]
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
    [409, message],
    [409, message],
    [409, message],
    [409, message],
    [409, 'A deleted row of a has the same id.'],
  ])
  expect(answers[1]?.body.details).toMatchObject({ sqlstate: '23505', deleted: true })
  const usual = await ddl.data('POST', 'a', { code: 'x', part: 2 })
  expect([usual.status, usual.body.message]).toEqual([409, 'A row with the same value exists already.'])
  const policy = { action: 'insert', subject: 'public', effect: 'allow' }
  await ddl.call('POST', '/tables/a/rls', policy)
  const stranger = await app.api('POST', '/data/a', { key: ddl.project.publishable, body: gone })
  expect(stranger.status).toBe(409)
  expect(stranger.body.message).not.toContain('deleted')
})

test('code of an index that is made again changes no protection', async () => {
  await ddl.run(`
    create table guarded (note text);
    create table t (code text, n serial);
    insert into t (code) values ('x');`)
  // The first call is that of the statement, the second that of its completion.
  const answer = await ddl.exec(`
    create function g() returns void language plpgsql as $$ begin
      if nextval('t_n_seq') > 2 then alter table guarded no force row level security; end if;
    end $$;
    create function f(text) returns text immutable language plpgsql as $$ begin perform g(); return $1; end $$;
    create unique index one on t (f(code));`)
  expect([answer.status, answer.body.message]).toEqual([
    403,
    expect.stringContaining('protection of guarded cannot be changed'),
  ])
})
