// Random policies on tables that read one another, for the tests of access checks.
import { randomUUID } from 'node:crypto'
import type { Random } from '#engine/conditions/samples.fixture.ts'

/** TEAMS are the teams that users, rows and conditions refer to. */
export const TEAMS = ['red', 'blue', 'é', 'TEAMS']

/** ROLES are the ids of the roles of users and policies. */
export const ROLES = [randomUUID(), randomUUID()]

// Conditions for each table: `notes` reads `members`, these read `teams`, these `t1_0`, whose names are
// those of the statement, and that `users`.
const CONDITIONS: Record<string, readonly (string | null)[]> = {
  notes: [
    null,
    'level > 2',
    'rank > 4',
    'exists (select 1 from members where members.level = notes.rank)',
    'rank is null',
    'user_id = auth.uid()',
    "team = auth.claim('team')",
    'exists (select 1 from members where members.team = notes.team and members.user_id = auth.uid())',
    'exists (select 1 from members m where m.team = notes.team and m.level >= notes.level)',
    'not exists (select 1 from members where members.team = notes.team and members.user_id <> auth.uid())',
    'team in (select team from members where user_id = auth.uid())',
    'team not in (select team from members where level > notes.level and team is not null)',
    'level = (select count(*) from members where members.user_id = auth.uid())',
    '(select max(level) from members where team = notes.team group by team) > level',
    'exists (select 1 from members m join teams t on t.name = m.team where m.user_id = auth.uid() and t.open)',
    'exists (select 1 from members m left join teams t on t.name = m.team where t.name is null and m.team = notes.team)',
    'exists (select 1 from members a, members b where a.user_id = b.user_id and a.team = notes.team and b.level = 1)',
    "(select count(*) from teams) > 2 or team = auth.claim('team')",
    "exists (select 1 from members where coalesce(auth.email(), '') like members.team || '%')",
    'exists (select 1 from members where members.team = notes.team and members.deleted_at is not null)',
    'user_id in (select id from users where email is not null)',
    'exists (select 1 from t1_0 where t1_0.uid = notes.user_id and t1_0.n = notes.level)',
    "case auth.claim('team') when 'red' then level between 1 and (select max(n) from t1_0) else null end",
    'level not in (select members.level from members where members.user_id = auth.uid())',
    'team in (select team from unrestricted(members) where user_id = auth.uid())',
    'team not in (select m.team from unrestricted(members) m where m.level > notes.level and m.team is not null)',
    'exists (select 1 from unrestricted(notes) n where n.team = notes.team and n.user_id = auth.uid())',
    "not exists (select 1 from unrestricted(members) m where notes.level = m.level and m.user_id = auth.uid() and m.team = coalesce(auth.claim('team'), m.team))",
    'exists (select m.team from unrestricted(members) m left join unrestricted(teams) t on t.name = m.team and t.open where t.name is null and m.user_id = auth.uid() and m.team = notes.team)',
    'exists (select 1 from unrestricted(members) m left join unrestricted(teams) t on t.name = notes.team where m.user_id = auth.uid() and m.team = notes.team and t.open)',
    'exists (select max(m.level) from unrestricted(members) m where m.user_id = auth.uid() and m.team = notes.team)',
    "level < (select count(*) from unrestricted(notes) n where n.team = auth.claim('team'))",
    'exists (select 1 from unrestricted(members) m left join unrestricted(teams) t on t.name = m.team where t.open and m.user_id = notes.user_id)',
    'exists (select 1 from members m where m.team in (select t.name from unrestricted(teams) t where t.created_by = m.user_id or t.name = notes.team))',
  ],
  members: [
    null,
    'user_id = auth.uid()',
    'level > 1',
    "team = auth.claim('team')",
    'exists (select 1 from teams where teams.name = members.team and teams.open)',
    'team in (select name from teams where created_by = auth.uid())',
    '(select count(*) from teams t where t.created_by = members.user_id) > 0',
    'team in (select team from unrestricted(members) where user_id = auth.uid())',
    '(select max(m.level) from unrestricted(members) m where m.team = members.team and m.user_id = auth.uid()) >= level',
  ],
  teams: [
    null,
    'open',
    'created_by = auth.uid()',
    "auth.claim('team') = name",
    'length(auth.email()) > 16',
    'exists (select 1 from t1_0 where t1_0.uid = teams.created_by)',
    'created_by not in (select id from users)',
    '(select count(*) from t1_0 a left join t1_0 b on b.n > a.n and b.claims = teams.name where b.id is null) > 1',
  ],
  t1_0: [
    null,
    'uid = auth.uid()',
    "claims = auth.claim('team')",
    'exists (select 1 from users where users.id = t1_0.uid and users.email is null)',
  ],
  users: [null, 'id = auth.uid()', 'email = auth.email()'],
}
// What a subquery of `notes` can read, and by what; `m`, `t` and `o` are in all of them.
const SOURCES = [
  'members m join teams t on t.name = m.team join t1_0 o on o.uid = m.user_id',
  'members m left join teams t on t.name = m.team and t.open left join t1_0 o on o.n = m.level',
  'teams t left join members m on m.team = t.name and m.user_id = auth.uid() cross join t1_0 o',
  't1_0 o, members m left join teams t on t.created_by = m.user_id',
  'members m cross join teams t left join t1_0 o on o.claims = t.name and exists (select 1 from users where users.id = o.uid)',
]
const TESTS = [
  'm.team = notes.team',
  'm.user_id = auth.uid()',
  'm.level >= notes.level',
  'm.id is null',
  't.open is not true',
  't.created_by = notes.user_id',
  "t.name <> auth.claim('team')",
  'o.n is distinct from notes.level',
  'o.uid is null',
  '(select count(*) from users where users.id = o.uid) = 0',
]
const SUBJECTS = ['public', 'authenticated', 'authenticated', 'owner', 'role', 'api_key']

/** randomPolicies returns one to three random policies for select on one of the test's tables. */
export function randomPolicies(random: Random, table: string): object[] {
  return Array.from({ length: 1 + random.below(3) }, () => {
    const subject = random.pick(table === 'users' || table === 't1_0' ? SUBJECTS.slice(0, 3) : SUBJECTS)
    return {
      subject,
      effect: random.chance(20) ? 'deny' : 'allow',
      condition: randomCondition(random, table),
      ...(subject === 'role' && { role_ids: [random.pick(ROLES)] }),
    }
  })
}

function randomCondition(random: Random, table: string): string | null {
  const known = random.pick(CONDITIONS[table] ?? [])
  if (known === null || table !== 'notes' || random.chance(30)) return known
  const drawn = randomSubquery(random)
  return random.pick([
    drawn,
    `not (${drawn})`,
    `(${drawn}) and (${known})`,
    `(${known}) or (${drawn})`,
    `(${drawn}) is not true and not (${known})`,
    `case when ${drawn} then ${known} else user_id is not null end`,
    `coalesce(${known}, ${drawn})`,
  ])
}

function randomSubquery(random: Random): string {
  const from = `from ${random.pick(SOURCES)}`
  const where = [random.pick(TESTS), random.pick(TESTS)].join(random.pick([' and ', ' and not ', ' or ']))
  return random.pick([
    `exists (select 1 ${from} where ${where})`,
    `not exists (select * ${from} where ${where} limit 1)`,
    `notes.team in (select t.name ${from} where ${where})`,
    `notes.team not in (select m.team ${from} where ${where} group by m.team)`,
    `level < (select count(t.id) ${from} where ${where})`,
    `(select sum(case when m.user_id = auth.uid() then 1 else o.n end) ${from} where ${where}) > level`,
    `(select max(m.level) ${from} where m.team = notes.team and (${where}) group by m.team) >= level`,
    `level = any (select min(o.n) ${from} where ${where} group by t.name)`,
  ])
}
