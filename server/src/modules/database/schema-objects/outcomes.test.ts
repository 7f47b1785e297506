// What PostgreSQL can refuse of each statement of the schema routes and of exec-ddl, provoked for real: each has its status,
// its code and a sentence, and none is 500.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  for (const [method, path, body] of MADE) {
    const answer = await call(method, path, body)
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300)
  }
})
afterAll(() => app.stop())

const call = (method: string, path: string, body?: unknown) =>
  app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })

type Call = readonly [method: string, path: string, body?: unknown]
const ddl = (sql: string): Call => ['POST', '/schema/exec-ddl', { sql }]
const text = { name: 'title', data_type: 'text' }

const MADE: readonly Call[] = [
  ['POST', '/tables', { name: 'notes', columns: [text, { name: 'n', data_type: 'integer' }] }],
  [
    'POST',
    '/tables',
    { name: 'pairs', columns: [text, { ...text, name: 'part' }], indexes: [{ columns: ['title', 'part'] }] },
  ],
  ['POST', '/tables', { name: 'other', columns: [{ name: 'note_id', data_type: 'uuid' }] }],
  ['POST', '/schema/views', { name: 'short', definition: 'select id, title from notes' }],
  ['POST', '/schema/views', { name: 'shorter', definition: 'select id from short' }],
  ['POST', '/schema/functions', { name: 'one', returns: 'integer', body: 'begin return 1; end' }],
  ['POST', '/schema/functions', { name: 'tidy', returns: 'trigger', body: 'begin return new; end' }],
  [
    'POST',
    '/schema/triggers',
    { name: 'tidy', table: 'notes', timing: 'before', events: ['insert'], function: 'tidy' },
  ],
  ddl("create index by_title on notes (title); create type size as enum ('s', 'm')"),
  ddl('alter table other add size size'),
]

const plain = { returns: 'integer', body: 'begin return 1; end' }
const made = (body: object): Call => ['POST', '/schema/functions', { name: 'two', ...plain, ...body }]
const view = (definition: string, name = 'v'): Call => ['POST', '/schema/views', { name, definition }]
const trigger = (body: object): Call => [
  'POST',
  '/schema/triggers',
  { name: 't', table: 'notes', timing: 'before', events: ['insert'], function: 'tidy', ...body },
]
const relationship = (body: object): Call => [
  'POST',
  '/schema/relationships',
  { from_table: 'other', from_column: 'note_id', to_table: 'notes', to_column: 'id', ...body },
]
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `a${index} int`).join(', ')

/** OUTCOMES maps what is refused to calls; the SQLSTATE is PostgreSQL's, where it was asked. */
const OUTCOMES: Readonly<Record<string, readonly Call[]>> = {
  '409 already_exists 42723': [
    made({ name: 'one' }),
    ddl('create function one() returns int language sql as $$ select 1 $$'),
  ],
  '409 already_exists 42P07': [
    view('select id from notes', 'short'),
    view('select id from notes', 'notes'),
    view('select id from notes', 'by_title'),
    ['POST', '/tables', { name: 'short' }],
    ['POST', '/tables', { name: 'by_title' }],
    ['PATCH', '/tables/other', { name: 'by_title' }],
    ddl('create table notes ()'),
    ddl('create index by_title on notes (n)'),
    ddl('create view short as select 1 as a'),
  ],
  '409 already_exists 42710': [
    trigger({ name: 'tidy' }),
    ddl('create trigger tidy before insert on notes for each row execute function tidy()'),
    ddl("create type size as enum ('m')"),
  ],
  '409 already_exists 42701': [ddl('create table t (a int, a int)'), ddl('alter table notes add title text')],
  '409 already_exists 23505': [ddl("create type twice as enum ('a', 'a')")],
  '409 already_exists': [
    ['POST', '/tables', { name: 'notes' }],
    ['POST', '/tables/notes/columns', text],
    ['PATCH', '/tables/notes/columns/title', { name: 'n' }],
    ddl('alter table notes rename to other'),
  ],
  '409 in_use 2BP01': [
    ['DELETE', '/tables/notes'],
    ddl('drop table notes'),
    ddl('drop function tidy()'),
    ddl('drop type size'),
  ],
  '409 in_use': [
    ['DELETE', '/schema/functions/tidy'],
    ['PUT', '/schema/functions/tidy', plain],
    ['DELETE', '/schema/views/short'],
    ['PUT', '/schema/views/short', { definition: 'select title from notes' }],
  ],
  '400 invalid_input 42704': [
    ['PATCH', '/tables/pairs/columns/title', { data_type: 'json' }],
    made({ returns: 'nothing' }),
    ddl('drop index nothing'),
    ddl('alter table notes drop constraint nothing'),
    ddl('create index i on notes using nothing (n)'),
    ddl('drop trigger nothing on notes'),
  ],
  '400 invalid_input 42601': [
    made({ body: 'begin return 1' }),
    made({ language: 'sql', body: 'selec 1' }),
    view('select (select id, title from notes) as a'),
    ddl('create view v (a, b) as select 1'),
  ],
  '400 invalid_input 42P13': [
    made({ arguments: 'a int, a int' }),
    made({ arguments: 'a int default 1, b int' }),
    made({ arguments: 'out a int, out b int' }),
    made({ returns: 'trigger', arguments: 'a int' }),
    made({ language: 'sql', body: 'select title from notes' }),
    ddl('create or replace function one() returns text language sql as $$ select $$'),
  ],
  '400 invalid_input 54023': [made({ arguments: numbers(101) })],
  '400 invalid_input 54011': [
    ddl(`create table t (${numbers(1700)})`),
    ddl(`create index i on notes (${Array.from({ length: 40 }, () => 'n').join(', ')})`),
  ],
  '400 invalid_input 0A000': [
    made({ returns: 'cstring' }),
    trigger({ condition: 'exists (select 1 from other)' }),
  ],
  '400 invalid_input 42703': [
    made({ language: 'sql', body: 'select x from notes' }),
    view('select x from notes'),
    trigger({ condition: 'new.x > 1' }),
    ddl('create table t (a int, primary key (b))'),
    ddl('alter table notes drop nothing'),
    ddl('alter table notes add constraint c check (nothing > 1)'),
    ddl('create index i on notes (nothing)'),
    ddl("comment on column notes.nothing is 'a'"),
  ],
  '400 invalid_input 42P01': [
    view('select id from nothing'),
    ddl('alter table nothing add a int'),
    ddl('create table t (a int references nothing)'),
    ddl('create index i on nothing (a)'),
    ddl('drop table nothing'),
    ddl('drop view nothing'),
    ddl('create trigger t before insert on nothing for each row execute function tidy()'),
  ],
  '400 invalid_input 42701': [view('select id, id from notes')],
  '400 invalid_input 42883': [view('select n + title as a from notes'), ddl('drop function nothing()')],
  '400 invalid_input 42803': [view('select title, count(*) as c from notes')],
  '400 invalid_input 42P02': [view('select $1 as a')],
  '400 invalid_input 22P02': [view("select 'x'::int as a"), ddl("insert into notes (n) values ('x')")],
  '400 invalid_input 22003': [ddl('insert into notes (n) values (99999999999)')],
  '400 invalid_input 42P17': [
    trigger({ condition: 'old.n > 1' }),
    trigger({ level: 'statement', condition: 'new.n > 1' }),
    ddl('create table t (a int generated always as (a + 1) stored)'),
    ddl('create index i on notes (random())'),
    ddl('create trigger t before insert on notes for each row execute function one()'),
  ],
  '400 invalid_input 42P16': [ddl('create table t (a int primary key primary key)')],
  '400 invalid_input 42804': [ddl('alter table notes alter n type uuid')],
  '400 invalid_input 42846': [ddl('alter table notes alter n type uuid using n::uuid')],
  '400 invalid_input 42809': [
    trigger({ table: 'short' }),
    ddl('drop view notes'),
    ddl('create or replace view notes as select 1 as a'),
    ddl('create trigger t instead of insert on notes for each row execute function tidy()'),
  ],
  '400 invalid_input 42602': [ddl(`create type e as enum ('${'x'.repeat(70)}')`)],
  '400 invalid_input': [
    trigger({ table: 'nothing' }),
    trigger({ function: 'nothing' }),
    trigger({ function: 'one' }),
    trigger({ events: ['update'], columns: ['nothing'] }),
    ['POST', '/tables', { name: 'twice', columns: [text, text] }],
    ['POST', '/tables', { name: 'gone', columns: [{ name: 'a', data_type: 'nothing' }] }],
    ['POST', '/tables/notes/columns', { name: 'xmin', data_type: 'text' }],
    ['PATCH', '/tables/notes/columns/n', { data_type: 'uuid' }],
    relationship({ to_column: 'nothing' }),
    relationship({ from_column: 'id', to_column: 'n' }),
    relationship({ to_table: 'nothing' }),
    view('selec'),
    view('select id from notes; select 1'),
    ddl('selec'),
    ddl('truncate notes'),
    ddl('create sequence counter'),
  ],
  '404 not_found': [
    ['PUT', '/schema/functions/nothing', plain],
    ['DELETE', '/schema/functions/nothing'],
    ['PUT', '/schema/views/nothing', { definition: 'select 1 as a' }],
    ['DELETE', '/schema/views/nothing'],
    ['PUT', '/schema/triggers/notes.nothing', { timing: 'before', events: ['insert'], function: 'tidy' }],
    ['DELETE', '/schema/triggers/notes.nothing'],
    ['DELETE', '/tables/notes/columns/nothing'],
    ['DELETE', '/tables/nothing'],
    ddl('alter table notes rename nothing to a'),
  ],
}

test.each(Object.entries(OUTCOMES))('%s', async (outcome, calls) => {
  for (const [method, path, body] of calls) {
    const answer = await call(method, path, body)
    const what = `${method} ${path} ${JSON.stringify(body)}`
    const { code, message, details } = answer.body
    const sqlstate = details?.sqlstate === undefined ? '' : ` ${details.sqlstate}`
    expect(`${answer.status} ${code}${sqlstate}`, `${what}: ${answer.text}`).toBe(outcome)
    expect(message, what).toMatch(/[.?]$/)
    expect(message, what).not.toMatch(/p_[0-9a-f]{32}|pg_/)
  }
})
