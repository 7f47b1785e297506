// What live changes need of a table's policies: who may hear of a row, in JavaScript and in SQL (spec 6.1, design 5).
import { compileLiveAccess, type LiveAccess } from '#engine/live-access.ts'
import { accessCondition } from '#engine/policies.ts'
import type { TableShape } from '#engine/shape.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { ProjectTables } from '#platform/db/table-shapes.ts'
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
}

/** getLivePolicies reads and compiles a table's policies. */
export async function getLivePolicies(
  platform: Platform,
  project: ProjectRecord,
  tables: ProjectTables,
  table: TableShape,
): Promise<LivePolicies> {
  const rows = await listPolicies(platform.clusters.of(project).admin, table.id)
  const policies = await compilePolicies(tables, table, rows)
  return { access: compileLiveAccess(table, policies), sql: accessCondition(table, 'select', policies) }
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
