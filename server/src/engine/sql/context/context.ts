// What the writers of a query share: the project's tables, what is counted over the whole query, and which names a
// place in it can see.

import type { Fail } from '#engine/parser/parse-sql.ts'
import type { Node, SelectStmt } from '#engine/parser/syntax-tree.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { Sql } from './fragment.ts'

/** Column is a column that a query can name: a table's, or the output of a subquery. */
export interface Column {
  readonly name: string
  /** weight is how many stored values or constants may stand in one value of it. */
  readonly weight: number
  /** gathered is true where a value holds as much as many rows do. */
  readonly gathered: boolean
}

/** Visible is a column as an expression can reach it. */
export interface Visible extends Column {
  readonly sql: Sql
  /** decides are the other columns of a table, on its primary key: GROUP BY of the one is GROUP BY of all. */
  readonly decides?: readonly Sql[]
}

/** Entry is one relation in a FROM. */
export interface Entry {
  /** name is what the client calls it; none for a subquery without an alias. */
  readonly name: string | undefined
  /** alias is what the written SQL calls it, which nothing else in the query is called. */
  readonly alias: string
  readonly columns: readonly Visible[]
}

/** SelectScope is one query level with the levels around it. */
export interface SelectScope {
  readonly entries: readonly Entry[]
  /** visible are the columns that need no table's name, with those of JOIN … USING merged. */
  readonly visible: readonly Visible[]
  readonly outer: SelectScope | undefined
}

/** CommonTable is a WITH query under its name in the written SQL. */
export interface CommonTable {
  readonly alias: string
  readonly columns: readonly Column[]
}

/** State is one for the whole query. */
export interface State {
  readonly fail: Fail
  readonly tables: ReadonlyMap<string, TableShape>
  /** parameters are the values of $1, $2, …, as PostgreSQL will read them. */
  readonly parameters: readonly (string | null)[]
  /** asked is the highest of their numbers in the query. */
  asked: number
  readonly writers: Writers
  relations: number
  products: number
  depth: number
}

/** Selected is a written query and its columns. */
export interface Selected {
  readonly sql: Sql
  readonly columns: readonly Column[]
}

/** Writers are where expressions and queries meet: see parts.ts. */
export interface Writers {
  expression(node: Node | undefined, context: Context): Sql
  select(statement: SelectStmt, context: Context): Selected
}

/** Meter adds up what one value is made of while its expression is written. */
export interface Meter {
  weight: number
  gathered: boolean
}

/** Context is a place in the query. */
export interface Context {
  readonly state: State
  readonly scope: SelectScope | undefined
  readonly relations: ReadonlyMap<string, CommonTable>
  readonly meter: Meter
}

// Text put together over and over doubles at every step: 30 steps fill any memory.
const MAX_WEIGHT = 1000
const MAX_RELATIONS = 20

/** weigh counts what goes into a value, and refuses a value that could grow without bound. */
export function weigh(context: Context, weight: number, location?: number): void {
  context.meter.weight += weight
  if (context.meter.weight <= MAX_WEIGHT) return
  throw context.state.fail(
    `a value here is put together from more than ${MAX_WEIGHT} others, and could grow too large`,
    location,
  )
}

/** nextAlias returns a name that nothing else in the query has, and bounds how many relations there are. */
export function nextAlias(context: Context, location?: number): string {
  const { state } = context
  state.relations += 1
  if (state.relations > MAX_RELATIONS) {
    throw state.fail(`a query may name at most ${MAX_RELATIONS} tables and subqueries`, location)
  }
  return `t$${state.relations}`
}
