// Row-level policies of a table: stored as they were written, and compiled to native policies in the same transaction.
import type pg from 'pg'
import { type Condition, compileCondition, loadConditionParser } from '#engine/conditions/condition.ts'
import { ConditionError } from '#engine/conditions/condition-error.ts'
import { qualify } from '#engine/identifiers.ts'
import { nativePolicies, type Policy } from '#engine/policies.ts'
import type { TableShape } from '#engine/shape.ts'
import { changeSchema } from '#modules/schema/schema-change.service.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { ProjectTables } from '#platform/db/table-shapes.ts'
import { AppError, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './policies.store.ts'

/** PolicyInput is what a client may say of a policy; what is undefined keeps its value. */
export type PolicyInput = {
  readonly [Field in keyof store.PolicyFields]?: store.PolicyFields[Field] | undefined
}

/** findTable gives a table of the project by id or slug, or 404. */
export async function findTable(platform: Platform, project: ProjectRecord, id: string): Promise<TableShape> {
  return tableById(await platform.shapes.of(project), id)
}

/** listPolicies gives a table's policies. */
export async function listPolicies(platform: Platform, project: ProjectRecord, table: TableShape) {
  return store.listPolicies(platform.clusters.of(project).admin, table.id)
}

/** createPolicy adds a policy to a table. */
export function createPolicy(
  platform: Platform,
  project: ProjectRecord,
  tableId: string,
  input: store.PolicyFields,
): Promise<store.PolicyRow> {
  return change(platform, project, tableId, (client, table) => store.insertPolicy(client, table.id, input))
}

/** updatePolicy changes a policy. */
export function updatePolicy(
  platform: Platform,
  project: ProjectRecord,
  tableId: string,
  id: string,
  input: PolicyInput,
): Promise<store.PolicyRow> {
  return change(platform, project, tableId, async (client, table) => {
    const known = await getPolicy(client, table, id)
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    return store.updatePolicy(client, id, { ...known, ...given })
  })
}

/** removePolicy takes a policy away. */
export function removePolicy(platform: Platform, project: ProjectRecord, tableId: string, id: string) {
  return change(platform, project, tableId, async (client, table) => {
    await getPolicy(client, table, id)
    await store.deletePolicy(client, id)
  })
}

/** compilePolicies compiles stored policies; a condition that cannot be compiled is a 400 that points at the place. */
export async function compilePolicies(
  tables: ProjectTables,
  table: TableShape,
  rows: readonly store.PolicyRow[],
): Promise<Policy[]> {
  await loadConditionParser()
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

// Stores, compiles all policies of the table anew, and asks PostgreSQL whether it accepts them, all or nothing.
async function change<T>(
  platform: Platform,
  project: ProjectRecord,
  tableId: string,
  work: (client: pg.ClientBase, table: TableShape) => Promise<T>,
): Promise<T> {
  return changeSchema(platform, project, async ({ client }) => {
    // Read under the project's lock, so that no rename comes between reading and compiling.
    const tables = await platform.shapes.read(project)
    const table = tableById(tables, tableId)
    const done = await work(client, table)
    const rows = await store.listPolicies(client, table.id)
    for (const row of rows) check(table, row)
    const policies = await compilePolicies(tables, table, rows)
    await client.query(nativePolicies(table, policies).join(';\n'))
    await probe(client, table)
    return done
  })
}

function tableById(tables: ProjectTables, id: string): TableShape {
  const table = tables.get(id) ?? [...tables.values()].find((candidate) => candidate.id === id.toLowerCase())
  if (table === undefined) throw notFound('The table')
  return table
}

function check(table: TableShape, { subject, role_ids, condition }: store.PolicyRow): void {
  if (subject === 'role' && (role_ids === null || role_ids.length === 0)) {
    throw invalidInput('role_ids: a policy for roles must name at least one.')
  }
  if (subject !== 'role' && role_ids !== null && role_ids.length > 0) {
    throw invalidInput('role_ids: only a policy of subject role has roles.')
  }
  if (subject === 'owner' && table.owner_column === undefined) {
    throw invalidInput(`subject: ${table.slug} has no owner column (user_id, owner_id or created_by).`)
  }
  if (condition !== null && condition.trim() === '') throw invalidInput('condition: must not be empty.')
}

function compile(tables: ProjectTables, table: TableShape, source: string): Condition {
  try {
    const condition = compileCondition(source, { table, findTable: (slug) => tables.get(slug) })
    // Deleted rows are left out of every query; a policy that hid them would forbid deleting.
    if (!condition.columns.has('deleted_at')) return condition
    throw invalidInput('condition: deleted rows are always left out, so deleted_at cannot be asked for.')
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error
    throw invalidInput(`condition: ${error.message}`, { position: error.position, condition: source })
  }
}

// Rewriting a query expands its policies: circles among the policies of several tables show here, not at a user's.
async function probe(client: pg.ClientBase, table: TableShape): Promise<void> {
  try {
    await client.query(`explain select from ${qualify(table.schema, table.slug)}`)
  } catch (error) {
    if ((error as { code?: string }).code !== '42P17') throw error
    throw new AppError(
      'invalid_input',
      'condition: the policies of these tables would refer to each other in a circle.',
      {
        cause: error,
      },
    )
  }
}
