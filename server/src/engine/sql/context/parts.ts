// What the writers of all kinds of nodes share. Expressions hold queries and queries hold expressions: they reach each
// other by way of the state, so that no file depends on one that depends on it.

import { surplusKey } from '#engine/conditions/syntax/tree.ts'
import type { Node, SelectStmt } from '#engine/parser/syntax-tree.ts'
import type { Context, Selected } from './context.ts'
import { joined, type Sql } from './fragment.ts'

/** knownFields refuses a node that has a field its writer does not know. */
export function knownFields(
  body: object,
  allowed: readonly string[],
  what: string,
  { state }: Context,
): void {
  const surplus = surplusKey(body, allowed)
  if (surplus === undefined) return
  throw state.fail(`${SPOKEN[surplus] ?? surplus} is not allowed in ${what}`, (body as Located).location)
}

/** Located is a node that may know its place. */
export interface Located {
  readonly location?: number
}

const SPOKEN: Readonly<Record<string, string>> = {
  agg_distinct: 'DISTINCT',
  agg_filter: 'FILTER',
  agg_order: 'ORDER BY',
  agg_star: '*',
  agg_within_group: 'WITHIN GROUP',
  func_variadic: 'VARIADIC',
  bsval: 'a bit string',
  catalogname: 'a database',
  intoClause: 'INTO',
  is_rowsfrom: 'ROWS FROM',
  lockingClause: 'FOR UPDATE or FOR SHARE',
  limitCount: 'LIMIT',
  limitOffset: 'OFFSET',
  over: 'OVER',
  sortClause: 'ORDER BY',
  useOp: 'USING',
}

/** writeExpression writes an expression. */
export function writeExpression(node: Node | undefined, context: Context): Sql {
  return context.state.writers.expression(node, context)
}

/** aside writes an expression that is no part of the value around it, such as one side of a comparison. */
export function aside(node: Node | undefined, context: Context): Sql {
  return writeExpression(node, { ...context, meter: { weight: 0, gathered: false } })
}

/** writeExpressions writes a list of expressions. */
export function writeExpressions(nodes: readonly Node[] | undefined, context: Context): Sql {
  return joined(
    (nodes ?? []).map((node) => writeExpression(node, context)),
    ', ',
  )
}

/** writeSelect writes a query within the query. */
export function writeSelect(select: SelectStmt, context: Context): Selected {
  return context.state.writers.select(select, context)
}
