// The plan of a structured query: several tables, joined, filtered, grouped, sorted and cut.
import type { Condition } from '#engine/request/conditions.ts'
import type { Operand } from '#engine/request/operands.ts'
import type { Order, SelectedColumn } from '#engine/request/plan.ts'
import type { TableShape } from '#engine/shapes/shape.ts'

/** Source is a table of a query; its name is the table's slug, or the alias of its join. */
export interface Source {
  readonly name: string
  readonly table: TableShape
}

/** JoinKind is how rows without a partner are treated; cross makes all pairs. */
export type JoinKind = 'inner' | 'left' | 'right' | 'full' | 'cross'

/** Join adds a source. Each pair of `on` holds an operand of what is there already, and one of the source. */
export interface Join {
  readonly kind: JoinKind
  readonly source: Source
  readonly on: readonly (readonly [Operand, Operand])[]
}

/** QueryUrl shows the address of the file whose row a source has. */
export interface QueryUrl {
  readonly kind: 'url'
  readonly key: string
  readonly source: string
}

/** QueryOutput is a column of the result. */
export type QueryOutput = SelectedColumn | QueryUrl

/** QueryPlan reads a page of the result of a query. */
export interface QueryPlan {
  readonly main: Source
  readonly joins: readonly Join[]
  readonly outputs: readonly QueryOutput[]
  readonly distinct: boolean
  readonly where: readonly Condition[]
  /** group holds what rows are grouped by; undefined where they are not, empty where all are one group. */
  readonly group: readonly Operand[] | undefined
  readonly having: readonly Condition[]
  readonly order: readonly Order[]
  readonly limit: number
  readonly offset: number
}
