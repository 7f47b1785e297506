// The SQL that good conditions become, word for word, and PostgreSQL's agreement that each can be a policy.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadParser } from '#engine/parser/parse-sql.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { type ConditionScope, compileCondition } from './condition.ts'
import { GOOD_CONDITIONS } from './good-conditions.fixture.ts'
import { createTables, ODD, POSTS, SCHEMA, scopeOf } from './tables.fixture.ts'

let database: OpenTestDatabase

beforeAll(async () => {
  await loadParser()
  database = await openTestDatabase()
  await database.query(createTables())
})

afterAll(() => database.drop())

const compile = (source: string) => compileCondition(source, scopeOf(POSTS))

test('there are more than enough good conditions', () => {
  expect(GOOD_CONDITIONS.length).toBeGreaterThan(60)
})

describe.each(GOOD_CONDITIONS)('%s', (source, sql) => {
  test('becomes this SQL', () => {
    expect(compile(source).sql).toBe(sql)
  })

  test('can be a policy, whatever the search path', async () => {
    await database.query(
      `begin; set local search_path = '';
      create policy p on ${SCHEMA}.posts using ${sql} with check ${sql};
      rollback`,
    )
  })
})

// What reads past policies, with the function that it calls: the name follows from all the rest.
const PAST: readonly (readonly [source: string, sql: string, signature: string, body: string])[] = [
  [
    'team_id in (select team_id from unrestricted(memberships) where user_id = auth.uid())',
    '("posts"."team_id" OPERATOR(pg_catalog.=) ANY (SELECT "f$"."v" FROM FUNCTION() AS "f$" ("v")))',
    '() returns setof pg_catalog.uuid',
    'SELECT "r1"."team_id" FROM "p_test"."memberships" AS "r1" WHERE ("r1"."user_id" OPERATOR(pg_catalog.=) (SELECT auth.uid())) AND ("r1"."deleted_at" IS NULL)',
  ],
  [
    'exists (select 1 from unrestricted(posts) p where p.id <> posts.id and p.team_id = posts.team_id)',
    '(FUNCTION("posts"."id", "posts"."team_id"))',
    '("p_test"."posts"."id"%type, "p_test"."posts"."team_id"%type) returns pg_catalog.bool',
    'SELECT EXISTS (SELECT 1 FROM "p_test"."posts" AS "r1" WHERE (("r1"."id" OPERATOR(pg_catalog.<>) $1) AND ("r1"."team_id" OPERATOR(pg_catalog.=) $2)) AND ("r1"."deleted_at" IS NULL))',
  ],
  [
    'exists (select 1 from unrestricted(memberships) m where posts.team_id = m.team_id and m.user_id = auth.uid())',
    '(("posts"."team_id" OPERATOR(pg_catalog.=) ANY (SELECT "f$"."v" FROM FUNCTION() AS "f$" ("v"))) IS TRUE)',
    '() returns setof pg_catalog.uuid',
    'SELECT "r1"."team_id" FROM "p_test"."memberships" AS "r1" WHERE ("r1"."user_id" OPERATOR(pg_catalog.=) (SELECT auth.uid())) AND ("r1"."deleted_at" IS NULL)',
  ],
  [
    'exists (select count(*) from unrestricted(memberships) m where posts.team_id = m.team_id and m.user_id = auth.uid())',
    '(FUNCTION("posts"."team_id"))',
    '("p_test"."posts"."team_id"%type) returns pg_catalog.bool',
    '',
  ],
  [
    'exists (select 1 from unrestricted(memberships) m where posts.team_id = m.team_id)',
    '(FUNCTION("posts"."team_id"))',
    '("p_test"."posts"."team_id"%type) returns pg_catalog.bool',
    '',
  ],
  [
    'exists (select 1 from unrestricted(memberships) where user_id = auth.uid())',
    '((SELECT FUNCTION()))',
    '() returns pg_catalog.bool',
    'SELECT EXISTS (SELECT 1 FROM "p_test"."memberships" AS "r1" WHERE ("r1"."user_id" OPERATOR(pg_catalog.=) (SELECT auth.uid())) AND ("r1"."deleted_at" IS NULL))',
  ],
  [
    "(select p.status from unrestricted(posts) p where p.id = posts.id) = 'draft'",
    '((SELECT "f$"."v" FROM FUNCTION("posts"."id") AS "f$" ("v")) OPERATOR(pg_catalog.=) \'draft\')',
    '("p_test"."posts"."id"%type) returns setof "p_test"."posts"."status"%type',
    'SELECT "r1"."status" FROM "p_test"."posts" AS "r1" WHERE ("r1"."id" OPERATOR(pg_catalog.=) $1) AND ("r1"."deleted_at" IS NULL)',
  ],
  [
    '(select count(*) from unrestricted(memberships) m left join unrestricted(teams) t on t.id = m.team_id where t.id = posts.team_id) > 1',
    '((SELECT "f$"."v" FROM FUNCTION("posts"."team_id") AS "f$" ("v")) OPERATOR(pg_catalog.>) 1)',
    '("p_test"."posts"."team_id"%type) returns setof pg_catalog.int8',
    '',
  ],
]

test.each(PAST)('%s is asked of a function', async (source, sql, signature, body) => {
  const { sql: written, functions, tables } = compile(source)
  const [[name = '', create = ''] = [], ...more] = [...functions]
  expect(more).toEqual([])
  expect(name).toMatch(/^"p_test"\."unrestricted\$[0-9a-f]{16}"$/)
  expect(written).toBe(sql.replace('FUNCTION', () => name))
  expect([...tables]).toEqual([])
  const how = 'language sql stable parallel safe security definer begin atomic'
  expect(create.startsWith(`create or replace function ${name}${signature} ${how} `), create).toBe(true)
  if (body !== '') expect(create).toContain(`begin atomic ${body}; end`)
  await database.query(
    `begin; ${create}; set local search_path = '';
    create policy p on ${SCHEMA}.posts using ${written} with check ${written};
    rollback`,
  )
})

test.each([
  [
    'exists (select 1 from unrestricted(memberships) m join teams t on t.id = m.team_id)',
    'write unrestricted(teams), or ask about teams in a subquery beside it',
  ],
  [
    'exists (select 1 from unrestricted(memberships) m where m.team_id in (select id from teams))',
    'write unrestricted(teams)',
  ],
  ['exists (select 1 from posts p where p.id = posts.id)', 'write unrestricted(…), such as board_id in'],
  ['team_id in (select my_teams())', 'function my_teams is not allowed in a condition'],
  ['exists (select 1 from my_teams())', 'function my_teams is not allowed in a subquery'],
  ['exists (select 1 from generate_series(1, 2))', 'function generate_series is not allowed'],
  ['exists (select 1 from unrestricted(pg_catalog.pg_class))', 'takes the name of one table'],
  ["exists (select 1 from unrestricted('teams'))", 'takes the name of one table'],
  ['exists (select 1 from unrestricted(teams, posts))', 'takes the name of one table'],
  ['exists (select 1 from unrestricted(tems))', 'unknown table tems'],
  ['exists (select 1 from unrestricted(teams) with ordinality)', 'not allowed in unrestricted(…)'],
  ['exists (select 1 from rows from (unrestricted(teams), unrestricted(posts)))', 'not allowed'],
  ['exists (select 1 from lateral unrestricted(teams))', 'not allowed in unrestricted(…)'],
  ['exists (select 1 from unrestricted(teams) as t (x))', 'names for columns behind a table'],
  ['exists (select 1 from unrestricted(teams) as (x int))', 'not allowed'],
  ['exists (select 1 from auth.unrestricted(teams))', 'function auth.unrestricted is not allowed'],
  ['unrestricted(teams) is null', 'not allowed in a condition'],
])('%s is refused', (source, message) => {
  expect(() => compile(source)).toThrow(message)
})

test.each([
  ['active and owner_id = auth.uid()', ['active', 'owner_id'], [], false],
  ['(select auth.uid()) = owner_id', ['owner_id'], [], true],
  [
    'exists (select 1 from teams t, countries where t.id = team_id)',
    ['team_id'],
    ['teams', 'countries'],
    true,
  ],
  ['team_id in (select team_id from memberships)', ['team_id'], ['memberships'], true],
  ['true', [], [], false],
])('%s says what it reads', (source, columns, tables, hasSubquery) => {
  const condition = compile(source)
  expect([...condition.columns]).toEqual(columns)
  expect([...condition.tables]).toEqual(tables)
  expect(condition.hasSubquery).toBe(hasSubquery)
  expect(condition.evaluate === undefined).toBe(hasSubquery)
})

test('a table called like a made-up alias is not hidden by one', () => {
  for (const slug of ['t1', 'u1']) {
    const own: TableShape = { ...POSTS, id: slug, slug }
    const scope: ConditionScope = { ...scopeOf(POSTS), table: own }
    const { sql } = compileCondition('exists (select 1 from teams where teams.id = team_id)', scope)
    const alias = slug === 't1' ? 'u1' : 't1'
    expect(sql).toContain(`("${alias}"."id" OPERATOR(pg_catalog.=) "${slug}"."team_id")`)
  }
})

test('names that need quotes get them', () => {
  const { sql } = compileCondition('"a ""b""; drop" = \'x\' and "select" > 1', scopeOf(ODD))
  expect(sql).toBe(
    '(("odd ""table"."a ""b""; drop" OPERATOR(pg_catalog.=) \'x\') AND ("odd ""table"."select" OPERATOR(pg_catalog.>) 1))',
  )
})

test('what a project defines itself never takes the place of PostgreSQL’s own', async () => {
  await database.query(`begin;
    create function ${SCHEMA}.lower(varchar) returns text language sql as 'select ''hijacked''';
    create function ${SCHEMA}.always(varchar, text) returns boolean language sql as 'select true';
    create operator ${SCHEMA}.= (leftarg = varchar, rightarg = text, function = ${SCHEMA}.always);
    insert into ${SCHEMA}.posts (title) values ('One');
    set local search_path = ${SCHEMA}, pg_catalog`)
  const sources = [
    "lower(title) = 'hijacked'",
    "title = 'x'::text",
    "title in ('x', body)",
    "title is not distinct from 'x'::text",
    "nullif(title, 'x'::text) is null",
    "case title when 'x'::text then true end",
  ]
  const control = await database.query(`select title = 'x'::text as equal, lower(title) from posts`)
  expect(control.rows).toEqual([{ equal: true, lower: 'hijacked' }])
  for (const source of sources) {
    const { rows } = await database.query(`select ${compile(source).sql} as passes from ${SCHEMA}.posts`)
    expect([source, rows[0]?.passes ?? false]).toEqual([source, false])
  }
  await database.query('rollback')
})

test('deleted rows of other tables are left out, and an outer join keeps its rows', async () => {
  await database.query(`begin;
    insert into ${SCHEMA}.posts (id, team_id, title)
      values ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-00000000000a', 'gone');
    insert into ${SCHEMA}.teams (id, name) values ('00000000-0000-4000-8000-00000000000a', 'team');
    insert into ${SCHEMA}.memberships (id, team_id, role, deleted_at)
      values (gen_random_uuid(), '00000000-0000-4000-8000-00000000000a', 'admin', now())`)
  const expected: readonly (readonly [string, boolean])[] = [
    ['exists (select 1 from memberships m where m.team_id = posts.team_id)', false],
    [
      'exists (select 1 from memberships m where m.team_id = posts.team_id and m.deleted_at is not null)',
      true,
    ],
    ["'admin' in (select role from memberships)", false],
    ['(select count(*) from memberships) = 0', true],
    ['exists (select 1 from teams t left join memberships m on m.team_id = t.id where m.id is null)', true],
    ['exists (select 1 from teams t join memberships m on m.team_id = t.id)', false],
    ['exists (select 1 from teams t, memberships m where m.team_id = t.id)', false],
    ['exists (select 1 from teams t cross join memberships m)', false],
  ]
  for (const [source, passes] of expected) {
    const { rows } = await database.query(
      `select ${compile(source).sql} as passes from ${SCHEMA}.posts where title = 'gone'`,
    )
    expect([source, rows[0]?.passes]).toEqual([source, passes])
  }
  await database.query('rollback')
})
