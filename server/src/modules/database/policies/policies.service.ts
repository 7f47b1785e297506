// Row-level policies of a table: stored as they were written, and compiled to native policies in the same transaction.

import type pg from 'pg'
import { nativePolicies } from '#engine/access/policies.ts'
import type { Policy } from '#engine/access/policy.ts'
import { type Condition, compileCondition } from '#engine/conditions/condition.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { SqlError, sentenceOf } from '#engine/parser/sql-error.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import {
  type ChangeScope,
  changeSchema,
  run,
  type SchemaChange,
} from '#modules/database/schema/change/schema-change.service.ts'
import { dropUnusedFunctions } from '#modules/database/schema/structure/policy-functions.service.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { getTable, type ProjectTables, readTables } from '#platform/db/catalog/table-shapes.ts'
import { invalidInput, notFound } from '#platform/errors/app-error.ts'
import { fieldErrors } from '#platform/errors/field-errors.ts'
import type { Platform } from '#platform/platform.ts'
import { refuseCircle } from './circles.service.ts'
import * as store from './policies.store.ts'

/** MAX_POLICIES bounds the policies of a table: PostgreSQL and live changes go through all of them for each row. */
export const MAX_POLICIES = 100
const MAX_CONDITIONS = 200_000

/** PolicyInput is what a client may say of a policy; what is undefined keeps its value. */
export type PolicyInput = {
  readonly [Field in keyof store.PolicyFields]?: store.PolicyFields[Field] | undefined
}

/** getPolicyTable returns a table by slug or id, or throws 404; a view, which has no policies, is a 400. */
export async function getPolicyTable(
  platform: Platform,
  project: ProjectRecord,
  id: string,
): Promise<TableShape> {
  return withPolicies(getTable(await platform.shapes.of(project), id))
}

/** listPolicies returns a table's policies. */
export async function listPolicies(platform: Platform, project: ProjectRecord, table: TableShape) {
  return store.listPolicies(platform.clusters.of(project).admin, table.id)
}

/** createPolicy adds a policy to a table. */
export function createPolicy(
  platform: Platform,
  scope: ChangeScope,
  tableId: string,
  input: store.PolicyFields,
): Promise<store.PolicyRow> {
  return changePolicies(platform, scope, tableId, async (change, table) => {
    const known = await store.listPolicies(change.client, table.id)
    if (known.length >= MAX_POLICIES)
      throw invalidInput(`${table.slug} has ${MAX_POLICIES} policies already: join some of them into one.`)
    change.note({ kind: 'policy.create', table: table.slug, input })
    return store.insertPolicy(change.client, table.id, input)
  })
}

/** updatePolicy changes a policy. */
export function updatePolicy(
  platform: Platform,
  scope: ChangeScope,
  tableId: string,
  id: string,
  input: PolicyInput,
): Promise<store.PolicyRow> {
  return changePolicies(platform, scope, tableId, async (change, table) => {
    const known = await getPolicy(change.client, table, id)
    change.note({ kind: 'policy.update', table: table.slug, policy: fieldsOf(known), input })
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    return store.updatePolicy(change.client, id, { ...known, ...given })
  })
}

/** removePolicy takes a policy away. */
export function removePolicy(platform: Platform, scope: ChangeScope, tableId: string, id: string) {
  const removeOne = async (change: SchemaChange, table: TableShape) => {
    const known = await getPolicy(change.client, table, id)
    change.note({ kind: 'policy.remove', table: table.slug, policy: fieldsOf(known) })
    await store.deletePolicy(change.client, known.id)
  }
  return changePolicies(platform, scope, tableId, removeOne, true)
}

/** fieldsOf returns what identifies a policy in another project, where it has another id. */
export function fieldsOf({
  action,
  subject,
  effect,
  condition,
  role_ids,
}: store.PolicyRow): store.PolicyFields {
  return { action, subject, effect, condition, role_ids }
}

/** compilePolicies compiles stored policies; a condition that cannot be compiled is a 400 that points at the place. */
export async function compilePolicies(
  tables: ProjectTables,
  table: TableShape,
  rows: readonly store.PolicyRow[],
): Promise<Policy[]> {
  await loadParser()
  return rows.map((row) => ({
    id: row.id,
    action: row.action,
    subject: row.subject,
    effect: row.effect,
    role_ids: row.role_ids ?? [],
    condition: row.condition === null ? undefined : compile(tables, table, row.condition),
  }))
}

async function getPolicy(client: pg.ClientBase, table: TableShape, id: string): Promise<store.PolicyRow> {
  const policy = (await store.listPolicies(client, table.id)).find((row) => row.id === id)
  if (policy === undefined) throw notFound('The policy')
  return policy
}

type PolicyWork<T> = (change: SchemaChange, table: TableShape, tables: ProjectTables) => Promise<T>

function changePolicies<T>(
  platform: Platform,
  scope: ChangeScope,
  tableId: string,
  work: PolicyWork<T>,
  takesAway = false,
): Promise<T> {
  return changeSchema(platform, scope, (change) => withRestored(change, tableId, work, takesAway))
}

/** withRestored does `work` on a table's stored policies, and makes the native ones anew. */
export async function withRestored<T>(
  change: SchemaChange,
  tableId: string,
  work: PolicyWork<T>,
  takesAway = false,
): Promise<T> {
  // Read under the project's lock, so that no rename comes between reading and compiling.
  const tables = await readTables(change.client, change.project.id)
  const table = withPolicies(getTable(tables, tableId))
  const done = await work(change, table, tables)
  await restorePolicies(change, tables, table)
  // Of two circles one policy after the other can be taken away.
  if (!takesAway) await refuseCircle(change, table.slug)
  return done
}

/** restorePolicies makes a table's native policies anew from what is stored. */
export async function restorePolicies(
  change: SchemaChange,
  tables: ProjectTables,
  table: TableShape,
): Promise<void> {
  const rows = await store.listPolicies(change.client, table.id)
  for (const row of rows) check(table, row)
  const length = rows.reduce((sum, { condition }) => sum + (condition?.length ?? 0), 0)
  if (length > MAX_CONDITIONS)
    throw invalidInput(
      `The conditions of ${table.slug} have more than ${MAX_CONDITIONS} characters together.`,
    )
  await run(change, nativePolicies(table, await compilePolicies(tables, table, rows)))
  await dropUnusedFunctions(change)
}

function withPolicies(table: TableShape): TableShape {
  if (table.is_view !== true) return table
  throw invalidInput(`${table.slug} is a view: the policies of its tables decide.`)
}

/** checkPolicy throws a 400 if the parts of a policy do not fit together or its condition cannot be compiled. */
export function checkPolicy(tables: ProjectTables, table: TableShape, policy: PolicyParts): void {
  check(table, policy)
  if (policy.condition !== null) compile(tables, table, policy.condition)
}

type PolicyParts = Omit<store.PolicyFields, 'action'>

function check(table: TableShape, { subject, role_ids, condition }: PolicyParts): void {
  const refuse = (field: string, problem: string) => fieldErrors([{ field, problem }])
  if (subject === 'role' && (role_ids === null || role_ids.length === 0))
    throw refuse('role_ids', 'a policy for roles must name at least one')
  if (subject !== 'role' && role_ids !== null && role_ids.length > 0)
    throw refuse('role_ids', 'only a policy of subject role has roles')
  if (subject === 'owner' && table.owner_column === undefined)
    throw refuse('subject', `${table.slug} has no owner column (user_id, owner_id or created_by)`)
  if (condition !== null && condition.trim() === '') throw refuse('condition', 'must not be empty')
}

function compile(tables: ProjectTables, table: TableShape, source: string): Condition {
  try {
    return compileFor(tables, table, source)
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    const { position } = error
    throw invalidInput(`condition: ${error.message}`, { fields: ['condition'], position, condition: source })
  }
}

function compileFor(tables: ProjectTables, table: TableShape, source: string): Condition {
  const condition = compileCondition(source, {
    table,
    findTable: (slug) => tables.get(slug),
    tableNames: () => tables.keys(),
  })
  // Deleted rows are left out of every query; a policy that hid them would forbid deleting.
  if (!condition.columns.has('deleted_at')) return condition
  throw new SqlError('deleted rows are always left out, so deleted_at cannot be asked for')
}

/** ConditionCheck says whether a condition is accepted; `position` counts UTF-16 units, where the refusal has a place. */
export interface ConditionCheck {
  readonly valid: boolean
  readonly message: string | null
  readonly position: number | null
}

/** checkCondition compiles a condition of a policy on a table, and nothing more: no lock, no transaction. */
export async function checkCondition(
  platform: Platform,
  project: ProjectRecord,
  tableId: string,
  source: string,
): Promise<ConditionCheck> {
  const tables = await platform.shapes.of(project)
  const table = withPolicies(getTable(tables, tableId))
  await loadParser()
  try {
    compileFor(tables, table, source)
    return { valid: true, message: null, position: null }
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    return { valid: false, message: sentenceOf(error.message), position: error.position ?? null }
  }
}
