// A table's policies as live changes need them: who is allowed to see a row, in JavaScript and in SQL.
import { compileLiveAccess, type LiveAccess } from '#engine/access/live-access.ts'
import { accessCondition, columnsRead } from '#engine/access/policies.ts'
import type { Policy } from '#engine/access/policy.ts'
import { type UsersWhoSee, usersWhoSee } from '#engine/access/users-who-see.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { ProjectTables } from '#platform/db/catalog/table-shapes.ts'
import type { Platform } from '#platform/platform.ts'
import { explain } from './explain.ts'
import type { Explanation, ReadQuestion } from './policies.schema.ts'
import { compilePolicies } from './policies.service.ts'
import { listPolicies } from './policies.store.ts'

export type { Explanation, ReadQuestion } from './policies.schema.ts'

/** LivePolicies are a table's policies for select. */
export interface LivePolicies {
  readonly access: LiveAccess
  /** sql is the same as a condition of PostgreSQL, over a row that is called by the table's slug. */
  readonly sql: string
  /** columns are those of the table that they decide by: a row that lacks one cannot be decided about. */
  readonly columns: ReadonlySet<string>
  /** together asks about many users at once; it is absent where each must be asked alone. */
  readonly together: UsersWhoSee | undefined
}

/** getLivePolicies reads and compiles a table's policies. */
export async function getLivePolicies(
  platform: Platform,
  project: ProjectRecord,
  tables: ProjectTables,
  table: TableShape,
): Promise<LivePolicies> {
  const policies = await readPolicies(platform, project, tables, table)
  const of = (one: TableShape) => policies.get(one) ?? []
  return {
    access: compileLiveAccess(table, of(table)),
    sql: accessCondition(table, 'select', of(table)),
    columns: columnsRead(table, 'select', of(table)),
    together: usersWhoSee(table, of),
  }
}

// A table's policies, and those of all tables that must be read to decide by them.
async function readPolicies(
  platform: Platform,
  project: ProjectRecord,
  tables: ProjectTables,
  table: TableShape,
): Promise<Map<TableShape, readonly Policy[]>> {
  const { admin } = platform.clusters.of(project)
  const read = new Map<TableShape, readonly Policy[]>()
  const wanted = new Set([table])
  for (const one of wanted) {
    const rows = await listPolicies(admin, one.id)
    const policies = await compilePolicies(
      tables,
      one,
      rows.filter(({ action }) => action === 'select'),
    )
    read.set(one, policies)
    for (const slug of policies.flatMap(({ condition }) => [...(condition?.tables ?? [])])) {
      const other = tables.get(slug)
      if (other !== undefined) wanted.add(other)
    }
  }
  return read
}

/** explainRead says whether a caller may see a row, and which policies decided. */
export function explainRead(
  platform: Platform,
  project: ProjectRecord,
  table: TableShape,
  question: ReadQuestion,
): Promise<Explanation> {
  return explain(platform, project, table, { ...question, action: 'select' })
}
