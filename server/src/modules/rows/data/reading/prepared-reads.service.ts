// Reads that are ready to run: their statements, and what of them PostgreSQL may yet refuse.
import { compile } from '#engine/request/compile/compile.ts'
import type { CompiledStatement } from '#engine/request/compile/sql-writer.ts'
import { type Condition, type Filter, filtersIn } from '#engine/request/conditions.ts'
import { comparedWith } from '#engine/request/cursor.ts'
import type {
  CountPlan,
  EstimatePlan,
  ExportPlan,
  GetPlan,
  ListPlan,
  Order,
  Selection,
} from '#engine/request/plan.ts'

/** ReadPlan is a read that another dialect may plan. */
export type ReadPlan = ListPlan | ExportPlan | CountPlan | EstimatePlan | GetPlan

/** PreparedRead is a read that is ready to run, as often as it is wanted while the schema stands. */
export interface PreparedRead {
  readonly plan: ReadPlan
  readonly statement: CompiledStatement
  /** filters hold the values that PostgreSQL may yet refuse. */
  readonly filters: readonly Filter[]
}

/** prepareRead makes a plan ready to run. */
export function prepareRead(plan: ReadPlan): PreparedRead {
  const compared = plan.kind === 'list' ? comparedWith(plan) : []
  return { plan, statement: compile(plan), filters: [...filtersOf(plan), ...compared] }
}

interface Compared {
  readonly where: readonly Condition[]
  readonly selection?: Selection
  readonly order?: readonly Order[]
}

// Filters whose values PostgreSQL may yet refuse. Those of an inner relation, or of one that is sorted by, stand in the
// tree twice.
function filtersOf({ where, selection = [], order = [] }: Compared): Filter[] {
  const embeds = selection.filter((entry) => entry.kind === 'embed')
  const sorted = order.flatMap(({ via }) => via?.where ?? [])
  return [...filtersIn([...where, ...sorted]), ...embeds.flatMap(filtersOf)]
}
