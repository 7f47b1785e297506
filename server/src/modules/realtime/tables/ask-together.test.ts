// Users asked about together must get exactly the answers that each gets alone, under their own identity: random
// policies on tables that read one another, random users, random rows.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '#engine/access/live-access.ts'
import { type Random, randomFrom } from '#engine/conditions/test-fixtures/samples.ts'
import { getLivePolicies } from '#modules/policies/live.service.ts'
import { parseRow } from '#platform/changes/feed/row-change.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { DatabaseDecider } from './ask-database.ts'
import { piecesOf } from './ask-together.ts'
import type { LiveCaller } from './callers.ts'
import type { Inquiry } from './questions.ts'

const ROUNDS = 30
const TEAMS = ['red', 'blue', 'é', 'TEAMS']
const ROLES = [randomUUID(), randomUUID()]

// Of each table, what may be asked of a row: `notes` reads `members`, these read `teams`, these `t1_0`, whose names are
// those of the statement, and that `users`.
const CONDITIONS: Record<string, readonly (string | null)[]> = {
  notes: [
    null,
    'level > 2',
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
  ],
  members: [
    null,
    'user_id = auth.uid()',
    'level > 1',
    "team = auth.claim('team')",
    'exists (select 1 from teams where teams.name = members.team and teams.open)',
    'team in (select name from teams where created_by = auth.uid())',
    '(select count(*) from teams t where t.created_by = members.user_id) > 0',
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
const TABLES = ['users', 't1_0', 'teams', 'members', 'notes']

// What a subquery of `notes` may read, and by what; `m`, `t` and `o` are in all of them.
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

let app: TestApp
let project: TestProject
let record: ProjectRecord
let sql: pg.Client
let users: readonly LiveCaller[]
const ids = new Map<string, string>()

async function api(method: string, path: string, body?: unknown) {
  const { status, data, text } = await app.api(method, `/projects/${project.id}${path}`, {
    token: project.token,
    ...(body === undefined ? {} : { body }),
  })
  if (status >= 300) throw new Error(`${method} ${path}: ${text}`)
  return data
}

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  record = { id: project.id, cluster: 'main', own_login: false } as unknown as ProjectRecord
  const [uuid, text, integer] = ['uuid', 'text', 'integer'].map((data_type) => (name: string) => ({
    name,
    data_type,
  })) as [(name: string) => object, (name: string) => object, (name: string) => object]
  for (const [name, columns] of Object.entries({
    t1_0: [uuid('uid'), text('claims'), text('role_ids'), integer('n')],
    teams: [uuid('created_by'), text('name'), { name: 'open', data_type: 'boolean' }],
    members: [uuid('user_id'), text('team'), integer('level')],
    notes: [uuid('user_id'), text('team'), integer('level')],
  }))
    ids.set(name, (await api('POST', '/tables', { name, columns })).id)
  ids.set('users', 'users')
  const schema = `p_${project.id.replaceAll('-', '')}`
  sql = new pg.Client({ ...app.platform.clusters.main.adminConfig(), options: `-c search_path=${schema}` })
  await sql.connect()
  users = Array.from({ length: 9 }, (_, n) => userWith(n))
  await fill(randomFrom(1))
})
afterAll(async () => {
  await sql.end()
  await app.stop()
})

function userWith(n: number): LiveCaller {
  const [uid, email] = [randomUUID(), n % 3 === 0 ? null : `${TEAMS[n % 4]}-${n}@example.com`]
  const role_ids = ROLES.slice(0, n % 3)
  const claims = { email, role_ids, team: n % 4 === 3 ? [1.5e300, TEAMS[n % 4]] : TEAMS[n % 4] }
  const context = { kind: 'user', uid, claims: JSON.stringify(claims) } as const
  return { kind: 'user', actor: { uid, email, claims }, role_ids, context }
}

async function fill(random: Random): Promise<void> {
  const someone = () => random.pick([...users.map(({ actor }) => actor.uid), null])
  for (const { actor } of users.slice(2))
    await sql.query('insert into users (id, email) values ($1, $2)', [actor.uid, actor.email])
  for (let n = 0; n < 8; n++)
    await sql.query('insert into t1_0 (uid, claims, n) values ($1, $2, $3)', [
      someone(),
      random.pick(TEAMS),
      random.below(5),
    ])
  for (const name of TEAMS)
    await sql.query('insert into teams (created_by, name, open) values ($1, $2, $3)', [
      someone(),
      name,
      random.chance(50),
    ])
  for (let n = 0; n < 25; n++)
    await sql.query(
      'insert into members (user_id, team, level, deleted_at) values ($1, $2, $3, case when $4 then now() end)',
      [someone(), random.pick([...TEAMS, null]), random.below(5), random.chance(20)],
    )
}

async function setPolicies(table: string, policies: readonly object[]): Promise<void> {
  const path = `/tables/${ids.get(table)}/rls`
  for (const { id } of await api('GET', path)) await api('DELETE', `${path}/${id}`)
  for (const policy of policies) await api('POST', path, { action: 'select', ...policy })
}

function randomPolicies(random: Random, table: string): object[] {
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

function randomRow(random: Random): Row {
  const row = {
    id: randomUUID(),
    user_id: random.pick([...users.map(({ actor }) => actor.uid), null]),
    team: random.pick([...TEAMS, null]),
    level: random.below(5),
  }
  return rowOf(row)
}

function rowOf(row: object): Row {
  return parseRow(JSON.stringify(row))
}

async function policiesOfNotes(): Promise<Inquiry['policies']> {
  const tables = await app.platform.shapes.of(record)
  return getLivePolicies(app.platform, record, tables, await app.platform.shapes.get(record, 'notes'))
}

/** seen is who may see which rows, as numbers, and by how many statements for one user that was found out. */
async function seen(policies: Inquiry['policies'], rows: readonly Row[]) {
  const { executor } = app.platform.clusters.main
  let alone = 0
  const counting = {
    execute: executor.execute.bind(executor),
    ask: (...[of, questions]: Parameters<typeof executor.ask>) => {
      alone += questions.length
      return executor.ask(of, questions)
    },
  }
  const decider = new DatabaseDecider({ clusters: { of: () => ({ executor: counting }) } } as never)
  const table = await app.platform.shapes.get(record, 'notes')
  const questions = new Map(users.map((user) => [user, new Set(rows)]))
  const answers = await decider.decide(record, table, policies, questions)
  const pairs = users.map((user) => rows.map((row) => answers.get(user)?.has(row) === true))
  return { pairs, alone }
}

test('together they get the answers that each gets alone', async () => {
  const random = randomFrom(20_261_121)
  let [visible, hidden] = [0, 0]
  const said: Record<string, object[]> = {}
  for (let round = 0; round < ROUNDS; round++) {
    for (const table of round === 0 ? TABLES : [random.pick(TABLES.slice(0, -1)), 'notes']) {
      said[table] = randomPolicies(random, table)
      await setPolicies(table, said[table])
    }
    const policies = await policiesOfNotes()
    const rows = Array.from({ length: 1 + random.below(12) }, () => randomRow(random))
    const together = await seen(policies, rows)
    const alone = await seen({ ...policies, together: undefined }, rows)
    expect(together.pairs, `round ${round}: ${JSON.stringify(said)}`).toEqual(alone.pairs)
    // Policies that would repeat too many others leave the decision to each user alone.
    if (policies.together === undefined) continue
    expect(together.alone).toBe(0)
    for (const sees of together.pairs.flat()) sees ? visible++ : hidden++
  }
  // The test would be worth nothing if all were seen, or nothing.
  expect(visible).toBeGreaterThan(500)
  expect(hidden).toBeGreaterThan(500)
})

test('those for whom a condition ends in an error are asked about alone, and are the only ones', async () => {
  // Whoever is of team `red` divides by zero.
  const condition = "(select count(*) from members) >= 0 and 10 / (length(auth.claim('team')) - 3) > -20"
  await setPolicies('notes', [{ subject: 'authenticated', condition }])
  const rows = TEAMS.map((team) => rowOf({ id: randomUUID(), team, level: 1 }))
  const { pairs, alone } = await seen(await policiesOfNotes(), rows)
  expect(pairs).toEqual(users.map((_, n) => rows.map(() => TEAMS[n % 4] !== 'red')))
  const failing = users.filter((_, n) => TEAMS[n % 4] === 'red').length
  expect(alone).toBeGreaterThan(failing)
  expect(alone).toBeLessThan(20 * failing)
})

test('a row for which the condition ends in an error for everybody is asked about alone, and no other', async () => {
  await setPolicies('members', [])
  await setPolicies('notes', [
    { subject: 'authenticated', condition: '10 / level > (select count(*) from members)' },
  ])
  const rows = Array.from({ length: 64 }, (_, n) => rowOf({ id: randomUUID(), level: n === 40 ? 0 : 3 }))
  const policies = await policiesOfNotes()
  const { pairs, alone } = await seen(policies, rows)
  expect(pairs).toEqual(users.map(() => rows.map((_, n) => n !== 40)))
  expect(alone).toBeGreaterThanOrEqual(users.length)
  expect(alone).toBeLessThan(10 * users.length)
  const each = await seen({ ...policies, together: undefined }, rows)
  expect(each.pairs).toEqual(pairs)
  expect(each.alone).toBeLessThan(40 * users.length)
})

test('no statement takes more users than a node and a connection can bear', () => {
  const callers = Array.from({ length: 2500 }, (_, n) => userWith(n))
  const pieces = piecesOf({ callers, rows: [randomRow(randomFrom(2))] })
  expect(Math.max(...pieces.map((piece) => piece.callers.length))).toBeLessThanOrEqual(1000)
  expect(pieces.flatMap((piece) => piece.callers)).toEqual(callers)
})

test('a table that has just got another name leaves the decision to each user alone', async () => {
  const condition = 'exists (select 1 from members where members.team = notes.team)'
  await setPolicies('members', [{ subject: 'owner' }])
  await setPolicies('notes', [{ subject: 'authenticated', condition }])
  const policies = await policiesOfNotes()
  const rows = Array.from({ length: 20 }, () => randomRow(randomFrom(3)))
  const { text = '', readsClaims = false } = policies.together ?? {}
  const outdated = { text: text.replace('"members"', '"members_before"'), readsClaims }
  expect(outdated.text).not.toBe(text)
  const { pairs, alone } = await seen({ ...policies, together: outdated }, rows)
  expect(pairs).toEqual((await seen(policies, rows)).pairs)
  expect(alone).toBe(users.length)
})
