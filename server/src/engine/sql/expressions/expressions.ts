// Expressions: every kind of node that may stand in one, each written anew from the fields that are known. What is not
// listed here is refused, and so is a listed node with a field more.

import { kindOf, locationOf, namesOf, plainName } from '#engine/conditions/syntax/tree.ts'
import type {
  A_Expr,
  A_Indirection,
  CaseExpr,
  ColumnRef,
  Node,
  SelectStmt,
  SubLink,
  TypeCast,
} from '#engine/parser/syntax-tree.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { type Context, weigh } from '#engine/sql/context/context.ts'
import { joined, marked, type Sql } from '#engine/sql/context/fragment.ts'
import {
  aside,
  knownFields,
  type Located,
  writeExpression,
  writeExpressions,
  writeSelect,
} from '#engine/sql/context/parts.ts'
import { writeCall } from './calls.ts'
import { writeColumn } from './columns.ts'
import { writeConstant } from './constants.ts'
import { writeOperation } from './operations.ts'
import { writeType } from './types.ts'

type Writer = (body: never, context: Context) => Sql

const KINDS: Readonly<Record<string, readonly [fields: readonly string[], write: Writer]>> = {
  A_Const: [['ival', 'fval', 'boolval', 'sval', 'isnull', 'location'], constant],
  ParamRef: [['number', 'location'], parameter],
  ColumnRef: [['fields', 'location'], (body: ColumnRef, context) => writeColumn(body, context)],
  A_Expr: [
    ['kind', 'name', 'lexpr', 'rexpr', 'rexpr_list_start', 'rexpr_list_end', 'location'],
    (body: A_Expr, context) => writeOperation(body, context),
  ],
  // Its clauses depend on the function, so its fields are checked there.
  FuncCall: [[], (body, context) => writeCall(body, context)],
  BoolExpr: [['boolop', 'args', 'location'], logic],
  NullTest: [['arg', 'nulltesttype', 'location'], nullTest],
  BooleanTest: [['arg', 'booltesttype', 'location'], booleanTest],
  CaseExpr: [['arg', 'args', 'defresult', 'location'], choice],
  CoalesceExpr: [['args', 'location'], listCall('coalesce')],
  MinMaxExpr: [['op', 'args', 'location'], minMax],
  A_ArrayExpr: [['elements', 'list_start', 'list_end', 'location'], array],
  RowExpr: [['args', 'row_format', 'location'], listCall('row')],
  TypeCast: [['arg', 'typeName', 'location'], cast],
  CollateClause: [['arg', 'collname', 'location'], collation],
  A_Indirection: [['arg', 'indirection'], subscripts],
  SubLink: [['subLinkType', 'testexpr', 'operName', 'subselect', 'location'], subquery],
  SQLValueFunction: [['op', 'typmod', 'location'], moment],
  GroupingFunc: [['args', 'location'], listCall('grouping')],
}

// PostgreSQL and this file alike recurse into each level.
const MAX_DEPTH = 300

/** expression writes an expression, whatever its kind; others reach it as writeExpression. */
export function expression(node: Node | undefined, context: Context): Sql {
  if (!node) throw context.state.fail('the query lacks a part')
  const kind = kindOf(node)
  const [fields, write] = Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? []) : []
  const body = (node as Record<string, unknown>)[kind] as object
  if (!fields || !write) {
    throw context.state.fail(`${REFUSED[kind] ?? kind} is not allowed here`, locationOf(node))
  }
  if (kind !== 'FuncCall') knownFields(body, fields, 'this place', context)
  const { state } = context
  state.depth += 1
  if (state.depth > MAX_DEPTH) throw state.fail('the query is nested too deeply', locationOf(node))
  const sql = write(body as never, context)
  state.depth -= 1
  return sql
}

const REFUSED: Readonly<Record<string, string>> = {
  SetToDefault: 'DEFAULT',
  XmlExpr: 'XML',
  XmlSerialize: 'XML',
  NamedArgExpr: 'a named argument',
  JsonFuncExpr: 'JSON_QUERY, JSON_VALUE or JSON_EXISTS',
  JsonObjectConstructor: 'JSON_OBJECT (json_build_object does the same)',
  JsonArrayConstructor: 'JSON_ARRAY (json_build_array does the same)',
  JsonObjectAgg: 'JSON_OBJECTAGG (json_object_agg does the same)',
  JsonArrayAgg: 'JSON_ARRAYAGG (json_agg does the same)',
}

function constant(body: Parameters<typeof writeConstant>[0], context: Context): Sql {
  weigh(context, 1, body.location)
  return marked(body.location, writeConstant(body, context))
}

function parameter({ number = 0, location }: { number?: number } & Located, context: Context): Sql {
  const { fail, parameters } = context.state
  if (number < 1 || number > parameters.length)
    throw fail(`there is no value for $${number} in params`, location)
  context.state.asked = Math.max(context.state.asked, number)
  weigh(context, 1, location)
  return marked(location, `$${number}`)
}

function logic(
  { boolop, args = [], location }: { boolop?: string; args?: Node[] } & Located,
  context: Context,
): Sql {
  const parts = args.map((arg) => aside(arg, context))
  if (boolop === 'NOT_EXPR') return marked(location, ['(not ', parts, ')'])
  if (boolop === 'AND_EXPR' || boolop === 'OR_EXPR') {
    return ['(', joined(parts, boolop === 'AND_EXPR' ? ' and ' : ' or '), ')']
  }
  throw context.state.fail('this is not allowed here', location)
}

function nullTest({ arg, nulltesttype }: { arg?: Node; nulltesttype?: string }, context: Context): Sql {
  return ['(', writeExpression(arg, context), nulltesttype === 'IS_NULL' ? ' is null)' : ' is not null)']
}

const TESTS: Readonly<Record<string, string>> = {
  IS_TRUE: 'is true',
  IS_NOT_TRUE: 'is not true',
  IS_FALSE: 'is false',
  IS_NOT_FALSE: 'is not false',
  IS_UNKNOWN: 'is unknown',
  IS_NOT_UNKNOWN: 'is not unknown',
}

function booleanTest(
  { arg, booltesttype = '' }: { arg?: Node; booltesttype?: string },
  context: Context,
): Sql {
  return ['(', writeExpression(arg, context), ` ${TESTS[booltesttype]})`]
}

function choice({ arg, args = [], defresult }: CaseExpr, context: Context): Sql {
  const branches = args.map((node): Sql => {
    if (!('CaseWhen' in node)) throw context.state.fail('this is not allowed in CASE', locationOf(node))
    const { expr, result } = node.CaseWhen
    knownFields(node.CaseWhen, ['expr', 'result', 'location'], 'CASE', context)
    return [' when ', writeExpression(expr, context), ' then ', writeExpression(result, context)]
  })
  const otherwise = defresult ? [' else ', writeExpression(defresult, context)] : ''
  return ['(case ', arg ? writeExpression(arg, context) : '', branches, otherwise, ' end)']
}

function listCall(name: string): Writer {
  return ({ args, location }: { args?: Node[] } & Located, context) =>
    marked(location, [`${name}(`, writeExpressions(args, context), ')'])
}

function minMax(body: { op?: string; args?: Node[] } & Located, context: Context): Sql {
  return listCall(body.op === 'IS_GREATEST' ? 'greatest' : 'least')(body as never, context)
}

function array({ elements, location }: { elements?: Node[] } & Located, context: Context): Sql {
  return marked(location, ['array[', writeExpressions(elements, context), ']'])
}

function cast({ arg, typeName, location }: TypeCast, context: Context): Sql {
  const type = writeType(typeName ?? {}, context.state.fail)
  return marked(location, ['cast(', writeExpression(arg, context), ` as ${type})`])
}

const COLLATIONS: readonly string[] = ['C', 'POSIX', 'ucs_basic']

function collation(
  { arg, collname, location }: { arg?: Node; collname?: Node[] } & Located,
  context: Context,
): Sql {
  const name = plainName(namesOf(collname)) ?? ''
  if (!COLLATIONS.includes(name)) {
    throw context.state.fail(`of collations only "${COLLATIONS.join('", "')}" are allowed`, location)
  }
  return ['(', writeExpression(arg, context), ` collate pg_catalog.${quoteIdentifier(name)})`]
}

function subscripts({ arg, indirection = [] }: A_Indirection, context: Context): Sql {
  const inner = writeExpression(arg, context)
  const indices = indirection.map((node): Sql => {
    if (!('A_Indices' in node)) {
      throw context.state.fail('a field of a value cannot be taken with a dot here', arg && locationOf(arg))
    }
    const { is_slice, lidx, uidx } = node.A_Indices
    const bound = (index: Node | undefined) => (index ? writeExpression(index, context) : '')
    return is_slice ? ['[', bound(lidx), ':', bound(uidx), ']'] : ['[', bound(uidx), ']']
  })
  return ['((', inner, ')', indices, ')']
}

function subquery({ subLinkType, testexpr, operName, subselect, location }: SubLink, context: Context): Sql {
  const { fail } = context.state
  if (!subselect || !('SelectStmt' in subselect)) throw fail('a subquery must be a SELECT', location)
  const test = testexpr ? writeExpression(testexpr, context) : ''
  const inner = nested(subselect.SelectStmt, subLinkType === 'ARRAY_SUBLINK', context)
  if (subLinkType === 'EXISTS_SUBLINK') return marked(location, ['exists (', inner, ')'])
  if (subLinkType === 'EXPR_SUBLINK') return marked(location, ['(', inner, ')'])
  if (subLinkType === 'ARRAY_SUBLINK') return marked(location, ['array(', inner, ')'])
  const operator = operName ? operatorName(operName, context, location) : undefined
  if (subLinkType === 'ANY_SUBLINK') {
    return marked(location, ['(', test, operator ? ` ${operator} any (` : ' in (', inner, '))'])
  }
  if (subLinkType === 'ALL_SUBLINK' && operator) {
    return marked(location, ['(', test, ` ${operator} all (`, inner, '))'])
  }
  throw fail('this kind of subquery is not allowed', location)
}

// What a subquery returns becomes part of the value around it.
function nested(select: SelectStmt, gathers: boolean, context: Context): Sql {
  const { sql, columns } = writeSelect(select, context)
  for (const column of columns) weigh(context, column.weight)
  if (gathers || columns.some(({ gathered }) => gathered)) context.meter.gathered = true
  return sql
}

const COMPARISONS: readonly string[] = ['=', '<>', '<', '<=', '>', '>=', '~~', '!~~', '~~*', '!~~*']

function operatorName(names: readonly Node[], context: Context, location: number | undefined): string {
  const name = plainName(namesOf(names)) ?? ''
  if (COMPARISONS.includes(name)) return name
  throw context.state.fail('only comparisons are allowed before ANY and ALL', location)
}

const MOMENTS: Readonly<Record<string, string>> = {
  SVFOP_CURRENT_DATE: 'current_date',
  SVFOP_CURRENT_TIME: 'current_time',
  SVFOP_CURRENT_TIMESTAMP: 'current_timestamp',
  SVFOP_LOCALTIME: 'localtime',
  SVFOP_LOCALTIMESTAMP: 'localtimestamp',
}

function moment({ op = '', location }: { op?: string } & Located, context: Context): Sql {
  const name = MOMENTS[op]
  if (name) return marked(location, name)
  throw context.state.fail('of the values without parentheses only dates and times are allowed', location)
}
