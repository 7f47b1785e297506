// Users checked in one statement must get exactly the results that each gets alone, under their own identity: random
// policies on tables that read one another, random users, random rows.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Random, randomFrom } from '#engine/conditions/samples.fixture.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import { getLivePolicies } from '#modules/database/policies/live.service.ts'
import { parseRow } from '#platform/changes/feed/row-change.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import type { LiveCaller } from './callers.ts'
import { ROLES, randomPolicies, TEAMS } from './check-together.fixture.ts'
import { splitGroup } from './check-together.ts'
import { DatabaseChecks } from './database-checks.ts'
import type { CheckContext } from './row-checks.ts'

const ROUNDS = 34
const TABLES = ['users', 't1_0', 'teams', 'members', 'notes']

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
  await api('POST', '/schema/exec-ddl', {
    sql: 'alter table notes add column rank int generated always as (level * 2) stored',
  })
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

function randomRow(random: Random): JsonRow {
  const row = {
    id: randomUUID(),
    user_id: random.pick([...users.map(({ actor }) => actor.uid), null]),
    team: random.pick([...TEAMS, null]),
    level: random.below(5),
  }
  // Some rows were written before the column was added.
  return rowOf(random.chance(20) ? row : { ...row, rank: row.level * 2 })
}

function rowOf(row: object): JsonRow {
  return parseRow(JSON.stringify(row))
}

async function policiesOfNotes(): Promise<CheckContext['policies']> {
  const tables = await app.platform.shapes.of(record)
  return getLivePolicies(app.platform, record, tables, await app.platform.shapes.get(record, 'notes'))
}

/** seen returns who is allowed to see which rows, as numbers, and how many statements for single users that took. */
async function seen(policies: CheckContext['policies'], rows: readonly JsonRow[]) {
  const { executor } = app.platform.clusters.main
  let alone = 0
  const counting = {
    execute: executor.execute.bind(executor),
    ask: (...[of, questions]: Parameters<typeof executor.ask>) => {
      alone += questions.length
      return executor.ask(of, questions)
    },
  }
  const checks = new DatabaseChecks({
    gates: app.platform.gates,
    clusters: { of: () => ({ executor: counting }) },
  } as never)
  const table = await app.platform.shapes.get(record, 'notes')
  const questions = new Map(users.map((user) => [user, new Set(rows)]))
  const answers = await checks.run(record, table, policies, questions)
  const pairs = users.map((user) => rows.map((row) => answers.get(user)?.has(row) === true))
  return { pairs, alone }
}

test('one statement returns what each user gets alone', { timeout: 240_000 }, async () => {
  const random = randomFrom(20_261_129)
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
    const lacking = rows.map((row) => policies.columns.has('rank') && !('rank' in row))
    expect(together.pairs.filter((sees) => sees.some((one, n) => one && lacking[n]))).toEqual([])
    // Policies that would repeat too many others are checked for each user alone.
    if (policies.together === undefined) continue
    expect(together.alone).toBe(0)
    for (const sees of together.pairs.flat()) sees ? visible++ : hidden++
  }
  // The test would prove nothing if all rows were visible, or none.
  expect(visible).toBeGreaterThan(500)
  expect(hidden).toBeGreaterThan(500)
})

test('only users for whom a condition raises an error are checked alone', async () => {
  // Members of team `red` divide by zero.
  const condition = "(select count(*) from members) >= 0 and 10 / (length(auth.claim('team')) - 3) > -20"
  await setPolicies('notes', [{ subject: 'authenticated', condition }])
  const rows = TEAMS.map((team) => rowOf({ id: randomUUID(), team, level: 1 }))
  const { pairs, alone } = await seen(await policiesOfNotes(), rows)
  expect(pairs).toEqual(users.map((_, n) => rows.map(() => TEAMS[n % 4] !== 'red')))
  const failing = users.filter((_, n) => TEAMS[n % 4] === 'red').length
  expect(alone).toBeGreaterThan(failing)
  expect(alone).toBeLessThan(20 * failing)
})

test('only a row for which the condition raises an error is checked alone', async () => {
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

test('the number of users in a statement is limited', () => {
  const callers = Array.from({ length: 2500 }, (_, n) => userWith(n))
  const pieces = splitGroup({ callers, rows: [randomRow(randomFrom(2))] })
  expect(Math.max(...pieces.map((piece) => piece.callers.length))).toBeLessThanOrEqual(1000)
  expect(pieces.flatMap((piece) => piece.callers)).toEqual(callers)
})

test('while a table is being renamed, each user is checked alone', async () => {
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
