// Attacks by DDL: each is refused, or affects only the project itself.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { belongingsOf } from '#test/isolation/belongings.ts'
import { type DdlDriver, driveDdl } from './exec-ddl.fixture.ts'

let app: TestApp
let ddl: DdlDriver
let other: TestProject

beforeAll(async () => {
  app = await startTestApp()
  other = await app.createProject('Other')
  const theirs = driveDdl(app, other)
  const columns = [{ name: 'text', data_type: 'text' }]
  await theirs.call('POST', '/tables', { name: 'notes', columns })
  await theirs.data('POST', 'notes', { text: 'of the other' })
  ddl = driveDdl(app, await app.createProject('Mine'))
  await ddl.run(`
    create table notes (id uuid primary key, text text, parent_id uuid references notes);
    create table spare (text text);
    insert into notes (text) values ('mine');`)
  await ddl.call('POST', '/tables/notes/rls', { action: 'select', subject: 'public', effect: 'deny' })
})
afterAll(() => app.stop())

// A function whose body runs a statement, and SQL that calls it as the owner.
const climb = (statement: string) => `
  create function climb() returns trigger language plpgsql as $f$ begin execute $s$${statement}$s$; return new; end $f$;
  create trigger climb before insert on spare for each row execute function climb();
  insert into spare (text) values ('x');`

const REFUSED: readonly (readonly [string, string])[] = [
  // Privileges of other roles.
  ['security definer', "create function f() returns int language sql security definer as 'select 1'"],
  [
    'security definer in the other spelling',
    "create function f() returns int language sql external security definer as 'select 1'",
  ],
  ['a function altered to definer', 'alter function climb() security definer'],
  [
    'a role for a function',
    "create function f() returns int language sql set role to postgres as 'select 1'",
  ],
  [
    'a search_path for a function',
    "create function f() returns int language sql set search_path = '' as 'select 1'",
  ],
  ['a procedure', "create procedure f() language sql as 'select 1'"],
  ['DO', "do $$ begin execute 'set role OTHER_data'; end $$"],
  ['set role', 'set role OTHER_data'],
  ['set session authorization', 'set session authorization OTHER_data'],
  ['reset role', 'reset role'],
  ['set local', "set local msingi.kind = 'secret'"],
  ['discard', 'discard all'],
  ['a role', 'create role x superuser login'],
  ['a role changed', "alter role MINE_data password 'x'"],
  ['a role dropped', 'drop role OTHER_data'],
  ['a grant of a role', 'grant OTHER_data to MINE_owner'],
  ['owned by', 'reassign owned by OTHER_owner to MINE_owner'],
  ['drop owned', 'drop owned by OTHER_owner'],
  ['another owner', 'alter table notes owner to OTHER_owner'],
  ['another owner of the schema', 'alter schema MINE owner to OTHER_owner'],
  ['a grant', 'grant all on notes to public'],
  ['a grant on the schema', 'grant usage on schema MINE to public'],
  ['default privileges', 'alter default privileges grant all on tables to public'],
  ['a revoke', 'revoke all on notes from MINE_data'],
  // Other schemas.
  ['a table elsewhere', 'create table public.x (a text)'],
  ['a table in another project', 'create table OTHER.x (a text)'],
  ['a table in the catalog', 'create table pg_catalog.x (a text)'],
  ['a view on another project', 'create view v as select text from OTHER.notes'],
  ['a view on accounts', 'create view v as select email from platform.accounts'],
  ['a view on the metadata', 'create view v as select slug::text from msingi.tables'],
  ['a view on passwords', 'create view v as select password_hash from msingi_auth.users'],
  ['a view on the catalog', 'create view v as select relname::text from pg_class'],
  ['a view on roles', 'create view v as select rolname::text from pg_catalog.pg_roles'],
  [
    'a view on the information schema',
    'create view v as select table_name::text from information_schema.tables',
  ],
  ['a foreign key elsewhere', 'create table t (a uuid references OTHER.notes (id))'],
  ['a foreign key to accounts', 'create table t (a uuid references platform.accounts (id))'],
  ['another table dropped', 'drop table OTHER.notes'],
  ['another table altered', 'alter table OTHER.notes add column x text'],
  ['rows of another project', 'insert into notes (text) select text from OTHER.notes'],
  ['rows into another project', "insert into OTHER.notes (text) values ('x')"],
  ['rows of another project deleted', 'delete from OTHER.notes'],
  ['rows of the metadata', "update msingi.tables set slug = 'x'"],
  ['rows of the history', 'delete from msingi.schema_history'],
  ['rows of the catalog', "update pg_class set relname = 'x'"],
  ['another index', 'create index on OTHER.notes (text)'],
  ['another trigger', 'create trigger t before insert on OTHER.notes for each row execute function climb()'],
  [
    'a trigger with their function',
    'create trigger t before insert on notes for each row execute function OTHER.climb()',
  ],
  ['another comment', "comment on table OTHER.notes is 'x'"],
  ['a comment on a role', "comment on role OTHER_data is 'x'"],
  ['a comment on the database', "comment on database postgres is 'x'"],
  ['a comment on a schema', "comment on schema OTHER is 'x'"],
  ['another rename', 'alter table OTHER.notes rename to x'],
  ['a table moved', 'alter table notes set schema public'],
  ['like another table', 'create table t (like OTHER.notes including all)'],
  ['a type of another project', 'create table t (a OTHER.mood)'],
  ['a function of another project', 'create table t (a text default OTHER.f())'],
  ['a schema', 'create schema x'],
  ['its schema dropped', 'drop schema MINE cascade'],
  ['a database', 'create database x'],
  // Row-level security.
  ['no row-level security', 'alter table notes disable row level security'],
  ['no force', 'alter table notes no force row level security'],
  ['a policy', 'create policy x on notes using (true)'],
  ['a policy altered', 'alter policy msingi_select on notes using (true)'],
  ['a policy dropped', 'drop policy msingi_select on notes'],
  ['a rule', 'create rule x as on select to notes do instead select 1'],
  ['a rule on insert', 'create rule x as on insert to notes do also delete from spare'],
  ['a view that is definer', 'create view v with (security_invoker = false) as select * from notes'],
  ['a view altered to definer', 'alter view v set (security_invoker = false)'],
  ['a materialized view', 'create materialized view v as select * from notes'],
  ['a table from a query', 'create table t as select * from notes'],
  ['select into', 'select * into t from notes'],
  ['a partition', 'create table t (a int) partition by list (a)'],
  ['a child table', 'create table t () inherits (notes)'],
  ['inherit later', 'alter table spare inherit notes'],
  ['an unlogged table', 'create unlogged table t (a text)'],
  ['a temporary table', 'create temporary table t (a text)'],
  ['a temporary view', 'create temporary view t as select 1 as a'],
  ['no triggers', 'alter table notes disable trigger all'],
  ['no replication', 'alter table notes replica identity nothing'],
  ['a trigger of a relationship dropped', 'drop trigger "notes$children" on notes'],
  ['a function of a relationship dropped', 'drop function "notes$children"() cascade'],
  [
    'a function of a relationship replaced',
    'create or replace function "notes$children"() returns trigger language plpgsql as \'begin return null; end\'',
  ],
  [
    'a deferred trigger',
    'create constraint trigger t after insert on notes deferrable initially deferred for each row execute function climb()',
  ],
  ['users altered', 'alter table users add column x text'],
  ['users dropped', 'drop table users cascade'],
  ['users renamed', 'alter table users rename to x'],
  ['users written', "insert into users (email) values ('a@b.c')"],
  ['an index on users', 'create unique index on users (full_name)'],
  ['a system column dropped', 'alter table notes drop column deleted_at'],
  ['a system column of another type', 'alter table notes alter column created_at type date'],
  ['the primary key dropped', 'alter table notes drop constraint "notes$pkey"'],
  ['the id without a default', 'alter table notes alter column id drop default'],
  // Access to the server.
  ['an extension', 'create extension dblink'],
  ['a language', 'create language plperl'],
  ['a function in C', "create function f() returns int language c as 'libc', 'system'"],
  ['an internal function', "create function f(text) returns int language internal as 'pg_read_file'"],
  ['an event trigger', 'create event trigger x on ddl_command_end execute function climb()'],
  ['a foreign server', 'create server x foreign data wrapper postgres_fdw'],
  ['a foreign table', 'create foreign table x (a text) server y'],
  ['a publication', 'create publication x for all tables'],
  ['a subscription', "create subscription x connection 'host=x' publication y"],
  ['a cast', 'create cast (text as int) with inout'],
  ['an operator', 'create operator === (leftarg = text, rightarg = text, function = texteq)'],
  ['an aggregate', 'create aggregate a(int) (sfunc = int4pl, stype = int)'],
  ['a domain', "create domain d as text check (value <> '')"],
  ['a composite type', 'create type t as (a text)'],
  ['a base type', 'create type t (input = f, output = g)'],
  ['a tablespace', "create tablespace x location '/tmp'"],
  ['a table in a tablespace', 'create table t (a text) tablespace pg_global'],
  ['COPY to a program', "copy notes to program 'id'"],
  ['COPY from a file', "copy notes from '/etc/passwd'"],
  ['a library', "load 'x'"],
  ['a setting of the server', "alter system set log_statement = 'all'"],
  ['vacuum', 'vacuum notes'],
  ['truncate', 'truncate notes'],
  ['a lock', 'lock table notes'],
  ['notify', "notify x, 'y'"],
  ['a cursor', 'declare c cursor for select 1'],
  ['prepare', 'prepare x as select 1'],
  ['explain analyze', 'explain analyze delete from notes'],
  ['a transaction', 'commit; drop table notes'],
  ['two-phase commit', "prepare transaction 'x'"],
  ['an index that is concurrent', 'create index concurrently on notes (text)'],
  ['a statement hidden behind a NUL', "select '\0'; drop table notes"],
  // Functions of PostgreSQL.
  ['set_config in a default', "create table t (a text default set_config('role', 'OTHER_data', false))"],
  ['set_config in a check', "alter table notes add check (set_config('role', 'OTHER_data', false) <> '')"],
  [
    'set_config with its schema name',
    "create view v as select pg_catalog.set_config('msingi.kind', 'dashboard', false) as a",
  ],
  ['a file in a default', "create table t (a text default pg_read_file('/etc/passwd'))"],
  ['a sleep in an update', 'update notes set text = pg_sleep(100)::text'],
  ['a query in XML', "create view v as select query_to_xml('select 1', true, true, '')::text as a"],
  ['another backend', 'create view v as select pg_terminate_backend(1) as a'],
  ['a large object', "create view v as select lo_import('/etc/passwd')::text as a"],
  // Code that the statements run as the owner.
  ['climbing: set role', climb('set role OTHER_data')],
  ['climbing: reset role, then their rows', climb('reset role; select * from OTHER.notes')],
  ['climbing: their rows', climb('insert into notes (text) select text from OTHER.notes')],
  ['climbing: accounts', climb('insert into notes (text) select email from platform.accounts')],
  ['climbing: no protection', climb('alter table notes disable row level security')],
  ['climbing: no force', climb('alter table notes no force row level security')],
  ['climbing: a policy', climb('create policy x on notes using (true)')],
  [
    'escalation: drop a policy and create another',
    climb('drop policy msingi_select on notes; create policy msingi_select on notes using (true)'),
  ],
  ['climbing: a grant', climb('grant select on notes to public')],
  ['climbing: a grant of a column', climb('grant select (text) on notes to public')],
  ['climbing: a grant on the schema', climb('grant usage on schema MINE to public')],
  ['climbing: default privileges', climb('alter default privileges grant all on tables to public')],
  [
    'escalation: security definer',
    climb("create function f() returns int language sql security definer as 'select 1'"),
  ],
  ['climbing: itself a definer', climb('alter function climb() security definer')],
  ['climbing: a rule', climb('create rule x as on insert to notes do also delete from spare')],
  [
    'escalation: replace the trigger function of a relationship',
    climb(
      'create or replace function "notes$children"() returns trigger language plpgsql as $q$ begin return null; end $q$',
    ),
  ],
  ['climbing: a guard switched off', climb('alter table notes disable trigger "notes$children"')],
  [
    'escalation: imitate the trigger function of a relationship',
    climb(
      'create function "x$children"() returns trigger language plpgsql security definer as $q$ begin return null; end $q$',
    ),
  ],
  ['climbing: a materialized view', climb('create materialized view v as select * from notes')],
  ['climbing: a composite type', climb('create type t as (a text)')],
  ['climbing: a rename', climb('alter table notes rename to x')],
  ['climbing: a rename of a column', climb('alter table notes rename column text to x')],
  ['climbing: users', climb('alter table users add column x text')],
  [
    'escalation: metadata of other projects',
    climb("update msingi.tables set slug = 'x' where schema_name = 'OTHER'; select 1/0"),
  ],
  ['climbing: an extension', climb('create extension dblink')],
  ['climbing: a program', climb("copy notes to program 'id'")],
  [
    'escalation: a deferred trigger',
    climb(
      'create constraint trigger t after insert on notes deferrable initially deferred for each row execute function climb()',
    ),
  ],
  [
    'escalation: no timeout, then a long wait',
    `${climb('set statement_timeout = 0; set local statement_timeout = 0')} select 1;`,
  ],
]

const filled = (sql: string) =>
  sql
    .replaceAll('OTHER', projectNames(other.id).schema)
    .replaceAll('MINE', projectNames(ddl.project.id).schema)

const state = () => belongingsOf(app.platform.clusters.main.admin, [ddl.project.id, other.id])

test('the list covers more than 120 attacks', () => expect(REFUSED.length).toBeGreaterThan(120))

test.each(REFUSED)('%s', async (_name, sql) => {
  const before = await state()
  const { status, text, body } = await ddl.exec(filled(sql))
  expect([400, 403, 404, 409], text).toContain(status)
  expect(body.success).toBe(false)
  expect(text).not.toMatch(/of the other|root:|argon2|SCRAM/)
  expect(await state()).toEqual(before)
  expect((await ddl.data('GET', 'notes')).status).toBe(200)
  const theirs = await app.api('GET', '/data/notes', { key: other.secret })
  expect(theirs.data.map((row: any) => row.text)).toEqual(['of the other'])
})

test('allows code that can harm only its own project', async () => {
  // Session settings end with the session; a sleep ends with its statement.
  const before = await state()
  const harmless = await ddl.exec(`
    create function calm() returns trigger language plpgsql as $f$ begin
      execute 'set search_path = pg_catalog'; execute 'set standard_conforming_strings = off';
      execute $s$ set msingi.kind = 'secret' $s$; execute 'set constraints all deferred'; return new; end $f$;
    create trigger calm before insert on spare for each row execute function calm();
    insert into spare (text) values ('x');
    insert into spare (text) values ('a\\'); -- ');
    drop function calm() cascade;`)
  expect(harmless.status, harmless.text).toBe(200)
  expect(await state()).toEqual(before)
  expect(
    (await ddl.data('GET', 'spare?order=created_at.asc,id.asc')).data.map((row: any) => row.text),
  ).toContain('a\\')
})

test('refuses input that would exhaust the parser, also when it is repeated', async () => {
  const deep = `create view v as select ${'(select '.repeat(2_900)}1${')'.repeat(2_900)} as a`
  for (let round = 0; round < 60; round += 1) {
    const { status, text } = await ddl.exec(deep)
    expect([status, text]).toEqual([400, expect.stringContaining('nest at most 64 levels deep')])
  }
  expect((await ddl.exec('create view v as select 1 as a; drop view v')).status).toBe(200)
})
