// The walk over the parser's tree against the allow-list: each kind of node has one check, every other kind is refused
// by name, and so is every field of a node that its check does not know.

import type { Checked, Logic, Test } from '#engine/conditions/syntax/checked.ts'
import { resolveColumn } from '#engine/conditions/syntax/scope.ts'
import { kindOf, locationOf, namesOf } from '#engine/conditions/syntax/tree.ts'
import type {
  BoolExpr,
  BooleanTest,
  ColumnRef,
  Node,
  NullTest,
  SQLValueFunction,
} from '#engine/parser/syntax-tree.ts'
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { checkCall } from './check-calls.ts'
import { checkCast } from './check-casts.ts'
import { checkArray, checkCase, checkCoalesce, checkExtreme } from './check-choices.ts'
import type { CheckContext } from './check-context.ts'
import { checkOperator } from './check-operators.ts'
import { checkBoolean } from './check-parts.ts'
import { checkSubquery } from './check-subqueries.ts'
import { coerce, readConstant } from './literals.ts'

const MAX_DEPTH = 64

/** checkExpression checks one node and all below it. */
export function checkExpression(node: Node, outer: CheckContext): Checked {
  const context = { ...outer, depth: outer.depth + 1 }
  if (context.depth > MAX_DEPTH) throw context.error(`a condition may nest at most ${MAX_DEPTH} levels deep`)
  if ('ColumnRef' in node) return checkColumn(node.ColumnRef, context)
  if ('A_Const' in node) return readConstant(node.A_Const, context)
  if ('BoolExpr' in node) return checkLogic(node.BoolExpr, context)
  if ('NullTest' in node) return checkNullTest(node.NullTest, context)
  if ('BooleanTest' in node) return checkBooleanTest(node.BooleanTest, context)
  if ('A_Expr' in node) return checkOperator(node.A_Expr, context)
  if ('A_ArrayExpr' in node) return checkArray(node.A_ArrayExpr, context)
  if ('CaseExpr' in node) return checkCase(node.CaseExpr, context)
  if ('CoalesceExpr' in node) return checkCoalesce(node.CoalesceExpr, context)
  if ('MinMaxExpr' in node) return checkExtreme(node.MinMaxExpr, context)
  if ('FuncCall' in node) return checkCall(node.FuncCall, context)
  if ('SQLValueFunction' in node) return checkClock(node.SQLValueFunction, context)
  if ('TypeCast' in node) return checkCast(node.TypeCast, context)
  if ('SubLink' in node) return checkSubquery(node.SubLink, context)
  const refused = REFUSED[kindOf(node)] ?? `${kindOf(node)} is`
  throw context.error(`${refused} not allowed in a condition`, locationOf(node))
}

const REFUSED: Readonly<Record<string, string>> = {
  A_Indirection: 'subscripts and fields of a value are',
  CollateClause: 'COLLATE is',
  CurrentOfExpr: 'CURRENT OF is',
  GroupingFunc: 'GROUPING is',
  JsonArrayAgg: 'JSON_ARRAYAGG is',
  JsonArrayConstructor: 'JSON_ARRAY is',
  JsonFuncExpr: 'JSON_VALUE, JSON_QUERY and JSON_EXISTS are',
  JsonIsPredicate: 'IS JSON is',
  JsonObjectAgg: 'JSON_OBJECTAGG is',
  JsonObjectConstructor: 'JSON_OBJECT is',
  JsonParseExpr: 'JSON() is',
  JsonScalarExpr: 'JSON_SCALAR is',
  JsonSerializeExpr: 'JSON_SERIALIZE is',
  MergeSupportFunc: 'MERGE_ACTION is',
  NamedArgExpr: 'named arguments are',
  ParamRef: 'parameters are',
  RowExpr: 'a row of several values is',
  SetToDefault: 'DEFAULT is',
  XmlExpr: 'XML is',
  XmlSerialize: 'XML is',
}

function checkColumn({ fields, location }: ColumnRef, context: CheckContext): Checked {
  const names = namesOf(fields)
  if (!names) throw context.error('* stands only in count(*) and exists (select * …)', location)
  const { entry, column } = resolveColumn(names, context.scope, context.error, location)
  if (entry.own) context.findings.columns.add(column.name)
  if (column.name === 'deleted_at') entry.readsDeleted = true
  return { kind: 'column', entry, column, type: TYPE_FACTS[column.data_type].base }
}

function checkLogic({ boolop, args, location }: BoolExpr, context: CheckContext): Logic {
  const operator = boolop === 'AND_EXPR' ? 'AND' : boolop === 'OR_EXPR' ? 'OR' : 'NOT'
  if (!args?.length) throw context.error(`${operator} without arguments`, location)
  const checked = args.map((arg) => checkBoolean(arg, context, `what ${operator} takes`))
  return { kind: 'logic', operator, args: checked, type: 'bool' }
}

function checkNullTest({ arg, nulltesttype, location }: NullTest, context: CheckContext): Test {
  if (!arg) throw context.error('IS NULL without a value', location)
  const checked = coerce(context.check(arg, context), 'text', context, undefined, true)
  return { kind: 'test', is: 'NULL', negated: nulltesttype === 'IS_NOT_NULL', arg: checked, type: 'bool' }
}

function checkBooleanTest({ arg, booltesttype = 'IS_TRUE' }: BooleanTest, context: CheckContext): Test {
  const negated = booltesttype.startsWith('IS_NOT_')
  const is = booltesttype.slice(negated ? 7 : 3) as Test['is']
  return { kind: 'test', is, negated, arg: checkBoolean(arg, context, `what IS ${is} tests`), type: 'bool' }
}

function checkClock({ op, location }: SQLValueFunction, context: CheckContext): Checked {
  if (op === 'SVFOP_CURRENT_DATE') return { kind: 'clock', keyword: 'CURRENT_DATE', type: 'date' }
  if (op === 'SVFOP_CURRENT_TIMESTAMP')
    return { kind: 'clock', keyword: 'CURRENT_TIMESTAMP', type: 'timestamptz' }
  const name = (op ?? '').replace('SVFOP_', '').toLowerCase()
  throw context.error(`${name} is not allowed in a condition`, location)
}
