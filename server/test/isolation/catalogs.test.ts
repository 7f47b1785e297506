// What code of one project can learn of another from PostgreSQL's catalog: on the logins of the project, and from
// within a function that is called over the API.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { CATALOG_ATTACKS, type CatalogAttack, PLANT, STAYS_OPEN, THINGS } from './catalog-attacks.ts'

let app: TestApp
let mine: TestProject
let other: TestProject
let clients: Record<'administrator' | 'data' | 'owner', pg.Client>
let numbers: string
const numberOf: Record<string, string> = {}

beforeAll(async () => {
  app = await startTestApp()
  mine = await app.createProject('Mine')
  other = await app.createProject('Other')
  const exec = async ({ id, token }: TestProject, sql: string) => {
    const answer = await app.api('POST', `/projects/${id}/schema/exec-ddl`, { token, body: { sql } })
    if (answer.status !== 200) throw new Error(answer.text)
  }
  await exec(other, PLANT)
  await app.api('POST', `/projects/${other.id}/tables/zanzibar_orders/rls`, {
    token: other.token,
    body: { action: 'select', subject: 'public', condition: "mood::text = 'mark_of_a_policy'" },
  })
  await exec(
    mine,
    `create table probe (question text, answer text);
     create function ask() returns trigger language plpgsql as $$
       begin execute new.question into new.answer; return new; end $$;
     create trigger ask before insert on probe for each row execute function ask();
     create function own_work() returns int language sql as 'select 41 + 1';`,
  )
  const { main } = app.platform.clusters
  const admin = main.adminConfig()
  const connect = async (user?: string) => {
    const login = user === undefined ? {} : { user, password: main.passwordOf(user) }
    const client = new pg.Client({ ...admin, ...login })
    await client.connect()
    return client
  }
  const { owner, data } = projectNames(mine.id)
  clients = { administrator: await connect(), data: await connect(data), owner: await connect(owner) }
  const { rows } = await clients.administrator.query<{ numbers: string }>(
    `select min(oid) || ', ' || max(oid) as numbers from (
       select oid from pg_class where relnamespace = $1::regnamespace union
       select oid from pg_proc where pronamespace = $1::regnamespace union
       select oid from pg_type where typnamespace = $1::regnamespace union select $1::regnamespace) o`,
    [projectNames(other.id).schema],
  )
  numbers = rows[0]?.numbers ?? ''
  for (const [thing, sql] of Object.entries(THINGS))
    numberOf[thing] = await ask('administrator', `select (${sql})::oid`)
})
afterAll(async () => {
  await Promise.all(Object.values(clients).map((client) => client.end()))
  await app.stop()
})

function filled(text: string): string {
  return text
    .replaceAll('OTHER', projectNames(other.id).schema)
    .replaceAll('NUMBERS', numbers)
    .replace(/#\w+/g, (thing) => numberOf[thing] ?? thing)
}

async function ask(who: keyof typeof clients, sql: string): Promise<string> {
  const { rows } = await clients[who].query({ text: filled(sql), rowMode: 'array' })
  return rows.map(String).join(' ')
}

// What a refusal may say: what was asked for, by the name that was used.
const REFUSED = /permission denied|does not exist|must be superuser|cannot be looked up/

describe.each<CatalogAttack>([...CATALOG_ATTACKS])('$name', ({ sql, tells }) => {
  test('tells the administrator, so that the attack is one', async () => {
    const answer = await ask('administrator', sql).catch((error) => {
      // Built without, or not ready for it; the others must be refused all the same.
      if (tells !== '') throw error
      return ''
    })
    expect(answer).toContain(filled(tells))
  })

  test.each(['data', 'owner'] as const)('is refused on the login %s', async (who) => {
    await expect(ask(who, sql)).rejects.toThrow(REFUSED)
  })

  test('is refused within a function', async () => {
    const body = { question: filled(sql) }
    const { status, data, text } = await app.api('POST', '/data/probe', { key: mine.secret, body })
    expect(status, text).not.toBe(201)
    expect(data?.answer).toBeUndefined()
    expect(text).not.toMatch(/mark[ _]of/)
  })
})

test('a project sees its own part', async () => {
  const sources = "select string_agg(prosrc, ' ') from msingi_catalog.pg_proc where proname = 'own_work'"
  for (const who of ['data', 'owner'] as const) {
    expect(await ask(who, sources)).toContain('41 + 1')
    expect(await ask(who, "select string_agg(relname, ' ') from msingi_catalog.pg_class")).toContain('probe')
  }
  expect(await ask('administrator', 'select count(*) from msingi_catalog.pg_class')).toBe('0')
})

// One of each kind of object that a schema can hold.
const KINDS = `
create table kinds (id int primary key, mood text check (mood <> ''), spent numeric default 1 unique);
create table kinds_of_days (day date not null, kind int references kinds) partition by range (day);
create table kinds_of_2026 partition of kinds_of_days for values from ('2026-01-01') to ('2027-01-01');
create index on kinds_of_days (day);
create view kinds_view as select id from kinds;
create materialized view kinds_stored as select id from kinds;
create sequence kinds_sequence;
create type kinds_pair as (a int, b text);
create type kinds_label as enum ('one', 'two');
create domain kinds_domain as int check (value > 0);
create type kinds_range as range (subtype = int);
create function kinds_function(int) returns int language sql as 'select $1';
create policy kinds_policy on kinds using (true);
create rule kinds_rule as on delete to kinds_view do instead nothing;
`

test('a project sees all of its own part', async () => {
  const { schema, owner } = projectNames(mine.id)
  await clients.administrator.query(
    `begin; set local role ${owner}; set local search_path = ${schema}; ${KINDS} commit`,
  )
  const ofRelations = (column: string) =>
    `${column} in (select oid from pg_class where relnamespace = '${schema}'::regnamespace)`
  const own = {
    pg_class: `relnamespace = '${schema}'::regnamespace`,
    pg_type: `typnamespace = '${schema}'::regnamespace`,
    pg_proc: `pronamespace = '${schema}'::regnamespace`,
    pg_constraint: `connamespace = '${schema}'::regnamespace`,
    pg_attribute: ofRelations('attrelid'),
    pg_attrdef: ofRelations('adrelid'),
    pg_index: ofRelations('indrelid'),
    pg_trigger: ofRelations('tgrelid'),
    pg_policy: ofRelations('polrelid'),
    pg_rewrite: ofRelations('ev_class'),
    pg_enum: `enumtypid in (select oid from pg_type where typnamespace = '${schema}'::regnamespace)`,
  }
  for (const [catalog, condition] of Object.entries(own)) {
    const id =
      { pg_attribute: 'attrelid, attnum', pg_index: 'indexrelid', pg_enum: 'enumtypid, enumsortorder' }[
        catalog
      ] ?? 'oid'
    const list = `select count(*), md5(string_agg(concat_ws(' ', ${id}), ',' order by ${id}))`
    const all = await ask('administrator', `${list} from pg_catalog.${catalog} where ${condition}`)
    expect(all, catalog).not.toMatch(/^0,/)
    expect(await ask('owner', `${list} from msingi_catalog.${catalog}`), catalog).toBe(all)
  }
})

// The largest catalogs, which hold the objects of all projects.
test.each(['pg_class', 'pg_attribute', 'pg_proc'])('%s is read of the own part alone', async (catalog) => {
  expect(await ask('owner', `explain select * from msingi_catalog.${catalog}`)).toContain('Index Cond')
})

test('a project sees nothing else in its part, not even with a function that is called before the filter', async () => {
  const { rows } = await clients.administrator.query<{ name: string; printed: string[] }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'msingi_catalog'::regnamespace and c.relkind = 'v'`,
  )
  expect(rows.length).toBeGreaterThan(10)
  const { schema } = projectNames(mine.id)
  await clients.owner.query(`create function ${schema}.leak(t text) returns boolean language plpgsql cost 0.0000001 as $$
    begin if t ~ ('zanzibar' || '_|mark' || ' of') then raise 'leaked: %', t; end if; return true; end $$`)
  for (const { name } of rows) {
    expect(await ask('owner', `select count(*) from ${name} x where ${schema}.leak(x::text)`)).not.toBe('')
    const shown = await ask('owner', `select string_agg(x::text, ' ') from ${name} x`)
    expect(shown, name).not.toMatch(/zanzibar_|mark of/)
  }
  await clients.owner.query(`drop function ${schema}.leak(text)`)
})

test.each([
  ['pg_get_viewdef', 'OTHER.zanzibar_view', 'regclass', ', true'],
  ['pg_get_indexdef', 'OTHER.zanzibar_index', 'regclass', ''],
  ['pg_get_function_arguments', 'OTHER.zanzibar_fee(int)', 'regprocedure', ''],
  ['pg_get_function_result', 'OTHER.zanzibar_fee(int)', 'regprocedure', ''],
])('%s prints what is its own alone', async (name, thing, type, more) => {
  const [row] = (
    await clients.administrator.query(
      `select '${filled(thing)}'::${type}::oid as oid, ${name}('${filled(thing)}'::${type}${more}) as text`,
    )
  ).rows
  expect(row.text).not.toBe('')
  for (const who of ['data', 'owner'] as const) {
    expect(await ask(who, `select msingi_catalog.${name}(${row.oid}${more}) is null`)).toBe('true')
  }
})

test.each<CatalogAttack>([...STAYS_OPEN])(
  '$name tell names and no more, which cannot be closed',
  async ({ sql, tells }) => {
    const answer = await ask('data', sql)
    expect(answer).toContain(filled(tells))
    expect(answer).not.toMatch(/mark[ _]of|zanzibar_margin|zanzibar_argument|zanzibar_check|zanzibar_trigger/)
  },
)

test('what is open of the catalog says nothing of projects', async () => {
  const { rows } = await clients.administrator.query(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
       and has_table_privilege('public', c.oid, 'select') and has_schema_privilege('public', c.relnamespace, 'usage')`,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual([
    'pg_language',
    'pg_timezone_abbrevs',
    'pg_timezone_names',
  ])
})

// Each would hold up or end what is not the project's.
test.each([
  'select pg_advisory_lock(1)',
  'select pg_advisory_xact_lock(1)',
  'select pg_try_advisory_xact_lock(1, 2)',
  'select pg_advisory_xact_lock(n) from generate_series(1, 1000000) n',
  'select pg_cancel_backend(pg_backend_pid() + 1)',
  'select pg_terminate_backend(pg_backend_pid() + 1)',
  'select pg_stat_reset()',
  'select lo_create(0)',
  "select set_config('statement_timeout', '0', false)",
  'do $$ begin lock table msingi.tables in share mode; end $$',
  'do $$ begin lock table pg_catalog.pg_class in access share mode; end $$',
  'delete from msingi.tables',
  "alter role OTHER_data password 'x'",
  'alter role current_user reset temp_file_limit',
])('%s is refused', async (sql) => {
  for (const who of ['data', 'owner'] as const) {
    if (who === 'data' || !sql.includes('temp_file_limit'))
      await expect(ask(who, sql)).rejects.toThrow(REFUSED)
  }
})

test('no table that projects share can be locked by one', async () => {
  const { rows } = await clients.administrator.query(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind in ('r', 'v', 'p') and has_schema_privilege('public', c.relnamespace, 'usage')
       and has_table_privilege('public', c.oid, 'update, delete, truncate')`,
  )
  expect(rows).toEqual([])
})

test('rows of the metadata are deleted by their owner alone', async () => {
  const { rows } = await clients.administrator.query(
    "select id from msingi.tables where slug = 'zanzibar_orders' or slug = 'probe' order by slug",
  )
  const [probe, orders] = rows.map(({ id }) => id)
  await clients.owner.query('begin')
  for (const who of ['data', 'owner'] as const)
    await ask(who, `select msingi.delete_from_tables('${orders}')`)
  await ask('data', `select msingi.delete_from_tables('${probe}')`)
  const left = "select count(*) from msingi.tables where slug in ('zanzibar_orders', 'probe')"
  expect(await ask('administrator', left)).toBe('2')
  await ask('owner', `select msingi.delete_from_tables('${probe}')`)
  expect(await ask('owner', "select count(*) from msingi.tables where slug = 'probe'")).toBe('0')
  await clients.owner.query('rollback')
})

test('an expression of its own is not printed as if it were of the table of another', async () => {
  const own = `select msingi_catalog.pg_get_expr(d.adbin, d.adrelid) from msingi_catalog.pg_attrdef d
    join msingi_catalog.pg_class c on c.oid = d.adrelid where c.relname = 'doubles'`
  const foreign = own.replace('d.adrelid)', "'#orders')")
  const { schema } = projectNames(mine.id)
  await clients.owner.query(
    `create table ${schema}.doubles (a int, b int, c int generated always as (b * 2) stored)`,
  )
  expect(await ask('owner', own)).toBe('(b * 2)')
  expect(
    await ask(
      'administrator',
      `select pg_get_expr(adbin, #orders) from pg_attrdef
    where adrelid = '${schema}.doubles'::regclass`,
    ),
  ).toBe('(zanzibar_margin * 2)')
  expect(await ask('owner', foreign)).toBe('')
  await expect(ask('owner', foreign.replace('msingi_catalog.pg_get_expr', 'pg_get_expr'))).rejects.toThrow(
    REFUSED,
  )
  await clients.owner.query(`drop table ${schema}.doubles`)
})

// What runs as the administrator must look nothing up where a caller can put something.
test.each([
  ['pg_get_viewdef', "('own_view'::regclass, true)", ' SELECT 1 AS one;'],
  ['pg_get_indexdef', "('own_index'::regclass)", 'CREATE INDEX own_index ON probe USING btree (question)'],
  ['pg_get_function_arguments', "('own_fee'::regproc)", 'i integer'],
  ['pg_get_function_result', "('own_fee'::regproc)", 'integer'],
  ['own_schema', '() is not null', 'true'],
])('no operator of the caller runs as the administrator in %s', async (name, values, printed) => {
  const { schema } = projectNames(mine.id)
  const types = ['oid', 'name', 'text', 'int4', '"char"']
  await clients.owner.query(`begin; set local search_path = ${schema}, pg_catalog;
    create view own_view as select 1 as one; create index own_index on probe (question);
    create function own_fee(i int) returns int language sql as 'select 1';
    create table ran (who name);
    ${types
      .map(
        (type) => `create function same(a ${type}, b ${type}) returns boolean language plpgsql as $$
          begin insert into ${schema}.ran values (current_user); return a::text operator(pg_catalog.=) b::text; end $$;
          create operator ${schema}.= (leftarg = ${type}, rightarg = ${type}, function = same);`,
      )
      .join('\n')}`)
  try {
    const answer = await ask('owner', `select msingi_catalog.${name}${values}`)
    expect(answer.replace(`${schema}.`, '')).toBe(printed)
    expect(await ask('owner', `select string_agg(distinct who, ' ') from ${schema}.ran`)).toBe('')
  } finally {
    await clients.owner.query('rollback')
  }
})

test('what runs as the administrator has a path of its own, or was parsed when it was made', async () => {
  const { rows } = await clients.administrator.query(
    `select oid::regprocedure::text as name from pg_proc
     where prosecdef and proconfig is null and prosqlbody is null`,
  )
  expect(rows).toEqual([])
})
