// How many rows match: counted, or estimated by PostgreSQL's planner. Its statistics are of all rows of a table, also of those
// that policies hide, and an estimate for a filter would say how often its values occur in them. So callers whose rows the
// policies choose get exact numbers in any case.
import { MAX_COUNTED } from '#engine/request/compile/compile-read.ts'
import { type Condition, nodesIn } from '#engine/request/conditions.ts'
import type { CountPlan, Precision } from '#engine/request/plan.ts'
import { qualify } from '#engine/shapes/identifiers.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { seesAllRows } from '#modules/database/policies/all-rows.service.ts'
import type { Asker } from '#platform/asker.ts'
import type { StatementResult } from '#platform/db/connections/packet.ts'
import { type PreparedRead, prepareRead } from './prepared-reads.service.ts'

/** CountReads are the reads that a count takes, and how precise their result is. */
export interface CountReads {
  readonly reads: readonly PreparedRead[]
  readonly precision: Precision
  /** rows is how many rows the table has by its statistics; negative where there are none. */
  readonly rows: number
}

/** prepareCount makes a count ready to run as the actor. */
export async function prepareCount(asker: Asker, plan: CountPlan): Promise<CountReads> {
  const { precision = 'exact', table, where, deleted } = plan
  const estimates = precision !== 'exact' && (await seesAllRows(asker, table))
  if (!estimates || deleted !== undefined || namesRelated(where))
    return { reads: [prepareRead({ ...plan, precision: 'exact' })], precision: 'exact', rows: 0 }
  // The planner cannot know that the policies let this caller see everything, and takes off a share for each.
  const [some, all] = [
    prepareRead({ kind: 'estimate', table, where }),
    prepareRead({ kind: 'estimate', table: { ...table, soft_delete: false }, where: [] }),
  ]
  const rows = await tableRows(asker, table)
  return { reads: precision === 'planned' ? [some, all] : [some, all, prepareRead(plan)], precision, rows }
}

/** countIn returns the number that the results of a count's reads come to. */
export function countIn({ precision, rows }: CountReads, results: readonly StatementResult[]): number {
  const [first, second, third] = results.map((result) => JSON.parse(result.rows[0]?.[0] ?? 'null'))
  if (precision === 'exact') return countOf(first)
  const [some, all] = [rowsPlanned(first), rowsPlanned(second)]
  const planned = rows < 0 || all === 0 ? some : Math.round((some / all) * rows)
  if (precision === 'planned') return planned
  const count = countOf(third)
  return count <= MAX_COUNTED ? count : Math.max(count, planned)
}

function countOf(result: unknown): number {
  return (result as { count: number }).count
}

function rowsPlanned(explained: unknown): number {
  const [{ Plan }] = explained as [{ Plan: { 'Plan Rows': number } }]
  return Plan['Plan Rows']
}

async function tableRows({ cluster }: Asker, { schema, slug }: TableShape): Promise<number> {
  const { rows } = await cluster.admin.query<{ reltuples: number }>(
    'select reltuples from pg_catalog.pg_class where oid = $1::regclass',
    [qualify(schema, slug)],
  )
  return rows[0]?.reltuples ?? -1
}

// Related rows have policies of their own.
function namesRelated(conditions: readonly Condition[]): boolean {
  return nodesIn(conditions).some(({ kind }) => kind === 'exists')
}
