// What must never pass: subqueries that reach out of the project or do more than read.

import { beforeAll, describe, expect, test } from 'vitest'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import { refusalOf } from './tables.fixture.ts'

beforeAll(loadParser)

type Group = readonly [name: string, message: RegExp, ...sources: string[]]

const ATTACKS: readonly Group[] = [
  [
    'subqueries into other places',
    /without a schema|unknown table/,
    'exists (select 1 from pg_catalog.pg_class)',
    'exists (select 1 from pg_class)',
    'exists (select 1 from pg_shadow)',
    'exists (select 1 from information_schema.tables)',
    'exists (select 1 from public.secrets)',
    'exists (select 1 from p_other.users)',
    'exists (select 1 from p_test.teams)',
    'exists (select 1 from db.p_test.teams)',
    'exists (select 1 from msingi.tables)',
    'exists (select 1 from secrets)',
    'exists (select 1 from "Teams")',
    'exists (select 1 from "te""ams")',
    'exists (select 1 from teams, pg_authid)',
    'exists (select 1 from teams join pg_authid on true)',
    '(select passwd from pg_shadow limit 1) = title',
    'exists (select 1 from pg_temp.teams)',
  ],
  [
    'forms of a subquery',
    /not allowed|must return|must be|only|takes|twice|one column|itself|own table|WITH TIES|unknown column m /,
    'exists (with x as (delete from teams returning *) select 1 from x)',
    'exists (with x as (select 1) select 1 from teams)',
    'exists (select 1 from teams union select 1 from teams)',
    'exists (select 1 from teams except select 1 from countries)',
    'exists (select 1 from teams for update)',
    'exists (select 1 from teams for share)',
    'exists (select 1 into evil from teams)',
    'exists (select 1 from only teams)',
    'exists (select 1 from teams tablesample system (1))',
    'exists (select 1 from lateral (select 1) x)',
    'exists (select 1 from (select 1 from teams) x)',
    'exists (select 1 from generate_series(1, 1000000000))',
    "exists (select 1 from dblink('x', 'y') as z(a int))",
    "exists (select 1 from rows from (pg_ls_dir('.')) as x)",
    'exists (values (1))',
    'exists (select 1 from (values (1)) v(x))',
    'exists (select row_number() over () from teams)',
    'exists (select 1 from teams window w as (order by id))',
    'exists (select 1 from teams having count(*) > 1)',
    'exists (select 1 from teams order by id)',
    'exists (select 1 from teams offset 1)',
    'exists (select 1 from teams limit (select 1))',
    'exists (select 1 from teams limit all)',
    'exists (select 1 from teams fetch first 1 rows with ties)',
    'exists (select distinct id from teams)',
    'exists (select distinct on (id) id from teams)',
    'exists (select id, name from teams)',
    'exists (select from teams)',
    'exists (select 1 from teams as t(a))',
    'exists (select 1 from teams natural join countries)',
    'exists (select 1 from teams join countries using (id))',
    'exists (select 1 from teams full join countries on true)',
    'exists (select 1 from teams right join countries on true)',
    'exists (select 1 from teams join (countries join memberships on true) on true)',
    'exists (select 1 from teams, teams)',
    'exists (select 1 from teams where count(*) > 1)',
    'exists (select max(max(level)) from memberships)',
    'exists (select count(distinct role) from memberships)',
    "exists (select string_agg(role, ',') from memberships)",
    'exists (select array_agg(role) from memberships)',
    'exists (select 1 from memberships group by 1)',
    'exists (select 1 from memberships group by rollup (role))',
    'exists (select 1 from memberships group by lower(role))',
    'team_id in (select * from memberships)',
    'team_id in (select m.* from memberships m)',
    '(select m from memberships m) is null',
    'team_id > any (select team_id from memberships)',
    'team_id <> all (select team_id from memberships)',
    '(team_id, id) in (select team_id, id from memberships)',
    'exists (select 1 from posts where active)',
    'team_id in (select p.team_id from posts p)',
    'exists (select 1 from memberships m where m.team_id = team_id and m.user_id = auth.uid())',
  ],
  [
    'scopes of a subquery',
    /unknown|ambiguous/,
    'exists (select 1 from teams t where teams.name = title)',
    'exists (select 1 from memberships m, teams t where id is null)',
    'exists (select 1 from teams where xmin is null)',
    'exists (select teams from teams)',
    'exists (select 1 from teams) and name = title',
    'exists (select 1 from teams a join memberships b on c.id = a.id, countries c)',
  ],
]

describe.each(ATTACKS.map(([name, message, ...sources]) => ({ name, message, sources })))(
  '$name',
  ({ message, sources }) => {
    test.each(sources)('%j is refused', (source) => {
      const refusal = refusalOf(source)
      expect(refusal).toBeInstanceOf(SqlError)
      expect(refusal?.message).toMatch(message)
    })
  },
)
