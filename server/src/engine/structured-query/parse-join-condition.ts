// `on` of a join: equalities of columns, joined by AND, read by PostgreSQL's own parser. Anything else is refused.

import { parseCondition } from '#engine/conditions/syntax/parse.ts'
import { namesOf, surplusKey } from '#engine/conditions/syntax/tree.ts'
import type { Fail } from '#engine/parser/parse-sql.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import type { Node } from '#engine/parser/syntax-tree.ts'
import { FilterError, type Operand } from '#engine/request/operands.ts'
import { comparable } from './comparable.ts'
import type { Source } from './query-plan.ts'
import { NO_ALIASES, resolve } from './scope.ts'

const FORM = 'on is written a.x = b.y, several joined by AND'
const MAX_EQUALITIES = 10

/** parseJoinCondition returns the pairs of operands that must be equal; each has one side in the joined table. */
export function parseJoinCondition(
  text: string,
  before: readonly Source[],
  joined: Source,
): (readonly [Operand, Operand])[] {
  try {
    const { expression, fail: error } = parseCondition(text)
    const equalities = conjunction(expression, error)
    if (equalities.length > MAX_EQUALITIES) throw error(`on takes at most ${MAX_EQUALITIES} equalities`)
    return equalities.map((node) => pair(node, error, before, joined))
  } catch (error) {
    throw error instanceof SqlError ? new FilterError(`${error.message}.`) : error
  }
}

function conjunction(node: Node, error: Fail): Node[] {
  if (!('BoolExpr' in node)) return [node]
  const { boolop, args } = node.BoolExpr
  if (boolop !== 'AND_EXPR' || surplusKey(node.BoolExpr, ['boolop', 'args', 'location'])) throw error(FORM)
  return (args ?? []).flatMap((arg) => conjunction(arg, error))
}

function pair(
  node: Node,
  error: Fail,
  before: readonly Source[],
  joined: Source,
): readonly [Operand, Operand] {
  if (!('A_Expr' in node)) throw error(FORM)
  const { kind, name, lexpr, rexpr } = node.A_Expr
  const surplus = surplusKey(node.A_Expr, ['kind', 'name', 'lexpr', 'rexpr', 'location'])
  const operator = namesOf(name)
  if (kind !== 'AEXPR_OP' || surplus || operator?.length !== 1 || operator[0] !== '=') throw error(FORM)
  const scope = { sources: [...before, joined], aliases: NO_ALIASES }
  const sides = [lexpr, rexpr].map((side) => resolve(scope, columnName(side, error)))
  const here = sides.filter(({ source }) => source === joined.name)
  const there = sides.filter(({ source }) => source !== joined.name)
  const [[left], [right]] = [there, here]
  if (left === undefined || right === undefined)
    throw error(`each side of = is a column: one of ${joined.name}, one of a table before it`)
  return comparable(left, right)
}

function columnName(node: Node | undefined, error: Fail): string {
  if (node === undefined || !('ColumnRef' in node)) throw error(FORM)
  if (surplusKey(node.ColumnRef, ['fields', 'location'])) throw error(FORM)
  const names = namesOf(node.ColumnRef.fields)
  if (names === undefined || names.length > 2) throw error(FORM)
  return names.join('.')
}
