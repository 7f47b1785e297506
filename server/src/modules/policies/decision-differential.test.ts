// Random policies × actors × actions × rows: the rule in JavaScript, the explain route and the native policies that
// PostgreSQL applies must decide alike. Nothing of the rule is repeated here.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Decision, decide, policySetOf, VERDICTS, type Verdict } from '#engine/access/decision.ts'
import { compileLiveAccess } from '#engine/access/live-access.ts'
import { POLICY_ACTIONS, type Policy, type PolicyAction } from '#engine/access/policy.ts'
import { type Caller, matchOf, RowFacts } from '#engine/access/policy-match.ts'
import { randomFrom } from '#engine/conditions/samples.fixture.ts'
import { qualify } from '#engine/shapes/identifiers.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { changeSchema } from '#modules/schema/change/schema-change.service.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { readTables } from '#platform/db/catalog/table-shapes.ts'
import type { StatementResult } from '#platform/db/connections/packet.ts'
import type { ActorContext } from '#platform/db/executor/actor-context.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { explain } from './explain.ts'
import { compilePolicies, restorePolicies } from './policies.service.ts'
import {
  deletePolicy,
  insertPolicy,
  listPolicies,
  type PolicyFields,
  type PolicyRow,
} from './policies.store.ts'

const SEED = 20_261_122
const ROUNDS = 25
// Of a hundred actors and rows, since each explanation is a few statements.
const EXPLAINED = 10

const EDITORS = randomUUID()
const [AMINA, JUMA] = [randomUUID(), randomUUID()] as const

// None of them can end in an error, which PostgreSQL reports or not by the order in which it evaluates policies.
const CONDITIONS: readonly (string | null)[] = [
  null,
  'level > 1',
  'level is null or level < 2',
  'user_id = auth.uid()',
  "team = auth.claim('team')",
  "auth.claim('team') = 'red' and level < 3",
  "lower(team) = auth.claim('team')",
  // Callers see different rows of a table without policies, so that only PostgreSQL can decide.
  'exists (select 1 from teams where teams.name = notes.team)',
]
const SUBJECTS = ['public', 'authenticated', 'owner', 'api_key', 'role'] as const

interface TestActor extends Caller {
  readonly name: string
  readonly context: ActorContext
}

const key = (kind: 'dashboard' | 'secret' | 'publishable'): TestActor => ({
  name: kind,
  kind,
  actor: { uid: null, email: null, claims: {} },
  role_ids: [],
  context: { kind, uid: null, claims: '{}' },
})

function user(name: string, uid: string, team: string | undefined, role_ids: string[]): TestActor {
  const claims = { ...(team !== undefined && { team }), role_ids }
  return {
    name,
    kind: 'user',
    actor: { uid, email: null, claims },
    role_ids,
    context: { kind: 'user', uid, claims: JSON.stringify(claims) },
  }
}

const ACTORS: readonly TestActor[] = [
  key('dashboard'),
  key('secret'),
  key('publishable'),
  user('amina', AMINA, 'red', []),
  user('juma, an editor', JUMA, 'blue', [EDITORS]),
  user('a stranger', randomUUID(), undefined, []),
]

const ROWS: readonly JsonRow[] = [AMINA, JUMA, null].flatMap((user_id, n) =>
  ['red', 'É'].map((team, m) => ({
    id: randomUUID(),
    user_id,
    team,
    level: [0, 1, 2, 3, null, 2][2 * n + m],
  })),
)

const random = randomFrom(SEED)
let app: TestApp
let project: TestProject
let record: ProjectRecord
let table: TableShape

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const body = {
    name: 'notes',
    columns: [
      { name: 'user_id', data_type: 'uuid' },
      { name: 'team', data_type: 'text' },
      { name: 'level', data_type: 'integer' },
    ],
  }
  await call('POST', '', body)
  await call('POST', '', { name: 'teams', columns: [{ name: 'name', data_type: 'text' }] })
  record = (await app.platform.controlPlane
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()) as ProjectRecord
  table = await app.platform.shapes.get(record, 'notes')
  const values = [JSON.stringify(ROWS)]
  const text = `insert into ${relation()} (id, user_id, team, level)
    select id, user_id, team, level from json_populate_recordset(null::${relation()}, $1)`
  const teams = `insert into ${qualify(table.schema, 'teams')} (name) values ('red')`
  await executor().execute(record, key('dashboard').context, [{ text, values }, { text: teams }])
})
afterAll(() => app.stop())

const relation = () => qualify(table.schema, table.slug)
const executor = () => app.platform.clusters.of(record).executor

async function call(method: string, path: string, body?: object) {
  const answer = await app.api(method, `/projects/${project.id}/tables${path}`, {
    token: project.token,
    ...(body && { body }),
  })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.data
}

function randomPolicies(): PolicyFields[] {
  return Array.from({ length: random.below(7) }, () => {
    const subject = random.pick(SUBJECTS)
    return {
      action: random.chance(50) ? 'select' : random.pick(POLICY_ACTIONS),
      subject,
      effect: random.chance(30) ? 'deny' : 'allow',
      condition: random.pick(CONDITIONS),
      role_ids: subject === 'role' ? [EDITORS] : null,
    }
  })
}

async function setPolicies(policies: readonly PolicyFields[]): Promise<Policy[]> {
  const scope = { project: record, author: { id: randomUUID(), email: 'owner@example.com' } }
  const rows = await changeSchema(app.platform, scope, async (change) => {
    change.note({ kind: 'policies', policies })
    for (const { id } of await listPolicies(change.client, table.id)) await deletePolicy(change.client, id)
    for (const policy of policies) await insertPolicy(change.client, table.id, policy)
    await restorePolicies(change, await readTables(change.client, project.id), table)
    return listPolicies(change.client, table.id)
  })
  return compilePolicies(await app.platform.shapes.of(record), table, rows)
}

class RolledBack extends Error {}

// Runs a statement as the actor and takes it back.
async function attempt(
  actor: TestActor,
  statement: { text: string; values: string[] },
  action: 'delete' | '' = '',
): Promise<StatementResult | undefined> {
  let result: StatementResult | undefined
  const check = (results: StatementResult[]): never => {
    result = results[0]
    throw new RolledBack()
  }
  await executor()
    .execute(record, actor.context, [statement], { action, check })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'forbidden') return
      if (!(error instanceof RolledBack)) throw error
    })
  return result
}

/** What PostgreSQL does: which rows the actor reads, changes, deletes and inserts. */
async function doneBy(actor: TestActor): Promise<Record<PolicyAction, ReadonlySet<unknown>>> {
  const ids = [JSON.stringify(ROWS.map(({ id }) => id))]
  const wanted = 'id in (select json_array_elements_text($1)::uuid)'
  const idsOf = (result: StatementResult | undefined) => new Set(result?.rows.map(([id]) => id))
  const update = (assignment: string, action: 'delete' | '') =>
    attempt(
      actor,
      { text: `update ${relation()} set ${assignment} where ${wanted} returning id`, values: ids },
      action,
    )
  const inserted = new Set<unknown>()
  for (const row of ROWS) {
    const text = `insert into ${relation()} (user_id, team, level) select user_id, team, level from json_populate_record(null::${relation()}, $1)`
    const result = await attempt(actor, { text, values: [JSON.stringify(row)] })
    if (result?.count === 1) inserted.add(row.id)
  }
  return {
    select: idsOf(
      await attempt(actor, { text: `select id from ${relation()} where ${wanted}`, values: ids }),
    ),
    insert: inserted,
    update: idsOf(await update('level = level', '')),
    delete: idsOf(await update('deleted_at = now()', 'delete')),
  }
}

test('JavaScript, explain and PostgreSQL decide alike', async () => {
  const seen = new Map<Decision, number>()
  let explained = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const policies = await setPolicies(randomPolicies())
    const matches = new Map(policies.map((policy) => [policy, matchOf(table, policy)]))
    const decideFor = (action: PolicyAction, row: JsonRow, actor: TestActor): Verdict => {
      const facts = new RowFacts(row)
      const decision = decide(policySetOf(policies, action), actor.kind, (policy) =>
        matches.get(policy)?.matches(facts, actor),
      )
      seen.set(decision, (seen.get(decision) ?? 0) + 1)
      return VERDICTS[decision]
    }
    for (const actor of ACTORS) {
      const done = await doneBy(actor)
      for (const row of ROWS) {
        const allowed = Object.fromEntries(
          POLICY_ACTIONS.map((action) => [action, decideFor(action, row, actor)]),
        ) as Record<PolicyAction, Verdict>
        const note = (action: string) =>
          `round ${round}: ${actor.name} ${action} ${JSON.stringify(row)} by ${JSON.stringify(policies.map(({ condition, ...policy }) => ({ ...policy, condition: condition?.source })))}`
        for (const action of POLICY_ACTIONS) {
          // Whoever changes a row must also be allowed to see it.
          const verdict = action === 'insert' ? allowed.insert : both(allowed.select, allowed[action])
          if (verdict !== undefined) expect(done[action].has(row.id), note(action)).toBe(verdict)
        }
        if (actor.kind === 'dashboard' || !random.chance(EXPLAINED)) continue
        explained += 1
        for (const action of ['select', 'insert'] as const) {
          const { allowed: answer } = await explain(app.platform, record, table, question(actor, action, row))
          expect(answer, note(`explain ${action}`)).toBe(done[action].has(row.id))
        }
      }
    }
  }
  // Each outcome came up, so that none of them is untested.
  for (const decision of Object.keys(VERDICTS) as Decision[])
    expect(seen.get(decision) ?? 0, decision).toBeGreaterThan(5)
  expect(explained).toBeGreaterThan(30)
}, 300_000)

function both(a: Verdict, b: Verdict): Verdict {
  if (a === false || b === false) return false
  return a === undefined || b === undefined ? undefined : true
}

function question(actor: TestActor, action: PolicyAction, row: JsonRow) {
  const { uid, claims } = actor.actor
  return {
    action,
    row: row as Record<string, unknown>,
    ...(actor.kind === 'user'
      ? { user: { id: uid as string, role_ids: [...actor.role_ids], claims: { ...claims } } }
      : { key: actor.kind as 'secret' | 'publishable' }),
  }
}

test('the candidates among users include all whom the rule allows', async () => {
  const users = ACTORS.filter(({ kind }) => kind === 'user')
  const tables = await app.platform.shapes.of(record)
  const outcomes = new Set<string>()
  for (let round = 0; round < 200; round += 1) {
    const rows = randomPolicies().map((policy, n) => ({ ...policy, id: `${n}` }) as unknown as PolicyRow)
    const policies = await compilePolicies(tables, table, rows)
    const { of, indexes } = compileLiveAccess(table, policies)
    for (const row of ROWS) {
      const access = of(row)
      const candidates = access.candidates()
      outcomes.add(typeof candidates === 'string' ? candidates : 'lookups')
      for (const actor of users) {
        const verdict = access.decide(actor)
        if (candidates === 'all') expect(verdict).toBe(true)
        else if (candidates === 'none') expect(verdict).toBe(false)
        else if (candidates !== 'check' && verdict !== false) {
          const found = candidates.some(({ index, value }) => {
            const values = indexes.find(({ name }) => name === index)?.valuesOf(actor)
            return values === undefined || values.includes(value)
          })
          expect(found, `${actor.name} ${JSON.stringify(row)}`).toBe(true)
        }
      }
    }
  }
  expect([...outcomes].toSorted()).toEqual(['all', 'check', 'lookups', 'none'])
}, 300_000)
