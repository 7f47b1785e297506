// Holds random policies of a table against what is done with its rows: the rule in JavaScript, the explain route and the native
// policies that PostgreSQL applies must decide alike. Nothing of the rule is repeated here.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Decision, decide, policySetOf, VERDICTS, type Verdict } from '#engine/access/decision.ts'
import { POLICY_ACTIONS, type Policy, type PolicyAction } from '#engine/access/policy.ts'
import { type Caller, matchOf, RowFacts } from '#engine/access/policy-match.ts'
import type { Random } from '#engine/conditions/samples.fixture.ts'
import { qualify } from '#engine/shapes/identifiers.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { changeSchema } from '#modules/database/schema/change/schema-change.service.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { readTables } from '#platform/db/catalog/table-shapes.ts'
import type { StatementResult } from '#platform/db/connections/packet.ts'
import type { ActorContext } from '#platform/db/executor/actor-context.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { TestApp } from '#test/harness.ts'
import { explain } from './explain.ts'
import { compilePolicies, restorePolicies } from './policies.service.ts'
import { deletePolicy, insertPolicy, listPolicies, type PolicyFields } from './policies.store.ts'

const ROUNDS = 25
// Of a hundred actors and rows, since each explanation is a few statements.
const EXPLAINED = 10

const EDITORS = randomUUID()
/** AMINA and JUMA are users of the project. */
export const [AMINA, JUMA] = [randomUUID(), randomUUID()] as const
/** PHOTO is the id of a file, which the claims of a user hold. */
export const PHOTO = randomUUID()

const SUBJECTS = ['public', 'authenticated', 'owner', 'api_key', 'role'] as const

/** World is a table with rows, and what is tried on it. */
export interface World {
  readonly app: TestApp
  readonly record: ProjectRecord
  readonly table: TableShape
  /** rows are there as they stand here. */
  readonly rows: readonly JsonRow[]
  /** conditions are those of policies. None of them can end in an error, which PostgreSQL reports or not by the order of policies. */
  readonly conditions: readonly (string | null)[]
  /** insert returns a statement that inserts a row to which policies answer as to this one. */
  readonly insert: (row: JsonRow) => { readonly text: string; readonly values: string[] }
  /** column is one that everybody may set to what it is. */
  readonly column: string
  readonly random: Random
}

/** TestActor is somebody who does things. */
export interface TestActor extends Caller {
  readonly name: string
  readonly context: ActorContext
}

/** keyActor is a dashboard user, or a key of a kind. */
export const keyActor = (kind: 'dashboard' | 'secret' | 'publishable'): TestActor => ({
  name: kind,
  kind,
  actor: { uid: null, email: null, claims: {} },
  role_ids: [],
  context: { kind, uid: null, claims: '{}' },
})

function user(name: string, uid: string, team: string | undefined, role_ids: string[]): TestActor {
  const claims = { ...(team !== undefined && { team, photo: PHOTO }), role_ids }
  return {
    name,
    kind: 'user',
    actor: { uid, email: null, claims },
    role_ids,
    context: { kind: 'user', uid, claims: JSON.stringify(claims) },
  }
}

/** ACTORS are all kinds of callers. */
export const ACTORS: readonly TestActor[] = [
  keyActor('dashboard'),
  keyActor('secret'),
  keyActor('publishable'),
  user('amina', AMINA, 'red', []),
  user('juma, an editor', JUMA, 'blue', [EDITORS]),
  user('a stranger', randomUUID(), undefined, []),
]

/** randomPolicies returns up to six policies. */
export function randomPolicies({ random, conditions }: Pick<World, 'random' | 'conditions'>): PolicyFields[] {
  return Array.from({ length: random.below(7) }, () => {
    const subject = random.pick(SUBJECTS)
    return {
      action: random.chance(50) ? 'select' : random.pick(POLICY_ACTIONS),
      subject,
      effect: random.chance(30) ? 'deny' : 'allow',
      condition: random.pick(conditions),
      role_ids: subject === 'role' ? [EDITORS] : null,
    }
  })
}

async function setPolicies(
  { app, record, table }: World,
  policies: readonly PolicyFields[],
): Promise<Policy[]> {
  const scope = { project: record, author: { id: randomUUID(), email: 'owner@example.com' } }
  const rows = await changeSchema(app.platform, scope, async (change) => {
    change.note({ kind: 'policies', policies })
    for (const { id } of await listPolicies(change.client, table.id)) await deletePolicy(change.client, id)
    for (const policy of policies) await insertPolicy(change.client, table.id, policy)
    await restorePolicies(change, await readTables(change.client, record.id), table)
    return listPolicies(change.client, table.id)
  })
  return compilePolicies(await app.platform.shapes.of(record), table, rows)
}

class RolledBack extends Error {}

// Runs a statement as the actor and takes it back.
async function attempt(
  { app, record }: World,
  actor: TestActor,
  statement: { text: string; values: string[] },
  action: 'delete' | '' = '',
): Promise<StatementResult | undefined> {
  let result: StatementResult | undefined
  const check = (results: StatementResult[]): never => {
    result = results[0]
    throw new RolledBack()
  }
  await app.platform.clusters
    .of(record)
    .executor.execute(record, actor.context, [statement], { action, check })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.status === 403) return
      if (!(error instanceof RolledBack)) throw error
    })
  return result
}

/** doneBy returns which rows the actor reads, changes, deletes and inserts, as PostgreSQL decides. */
async function doneBy(world: World, actor: TestActor): Promise<Record<PolicyAction, ReadonlySet<unknown>>> {
  const { table, rows, column } = world
  const relation = qualify(table.schema, table.slug)
  const ids = [JSON.stringify(rows.map(({ id }) => id))]
  const wanted = 'id in (select json_array_elements_text($1)::uuid)'
  const idsOf = (result: StatementResult | undefined) => new Set(result?.rows.map(([id]) => id))
  const update = (assignment: string, action: 'delete' | '') =>
    attempt(
      world,
      actor,
      { text: `update ${relation} set ${assignment} where ${wanted} returning id`, values: ids },
      action,
    )
  const inserted = new Set<unknown>()
  for (const row of rows) {
    const result = await attempt(world, actor, world.insert(row))
    if (result?.count === 1) inserted.add(row.id)
  }
  return {
    select: idsOf(
      await attempt(world, actor, { text: `select id from ${relation} where ${wanted}`, values: ids }),
    ),
    insert: inserted,
    update: idsOf(await update(`${column} = ${column}`, '')),
    delete: idsOf(await update('deleted_at = now()', 'delete')),
  }
}

/** checkDecisions throws where any two of the three decide otherwise. */
export async function checkDecisions(world: World): Promise<void> {
  const { app, record, table, rows, random } = world
  const seen = new Map<Decision, number>()
  let explained = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const policies = await setPolicies(world, randomPolicies(world))
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
      const done = await doneBy(world, actor)
      for (const row of rows) {
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
}

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
