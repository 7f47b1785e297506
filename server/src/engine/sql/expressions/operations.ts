// Operators, and the forms that are operators in disguise: IN, BETWEEN, LIKE, IS DISTINCT FROM, NULLIF.

import { namesOf, plainName } from '#engine/conditions/syntax/tree.ts'
import type { A_Expr, Node } from '#engine/parser/syntax-tree.ts'
import { type Context, type Meter, weigh } from '#engine/sql/context/context.ts'
import { joined, marked, type Sql } from '#engine/sql/context/fragment.ts'
import { aside, knownFields, writeExpression, writeExpressions } from '#engine/sql/context/parts.ts'
import { checkPattern, isConstant } from './constants.ts'
import { OPERATORS } from './functions.ts'

const REGULAR: readonly string[] = ['~', '~*', '!~', '!~*']
// PostgreSQL looks at each value of one side for each of the other, and cannot be stopped meanwhile.
const PAIRWISE: readonly string[] = ['@>', '<@', '&&', '-', '?|', '?&']
const MAX_PRODUCTS = 100

/** writeOperation writes an operator with its operands. */
export function writeOperation(node: A_Expr, context: Context): Sql {
  switch (node.kind) {
    case 'AEXPR_OP':
      return plain(node, context)
    case 'AEXPR_OP_ANY':
      return quantified(node, 'any', context)
    case 'AEXPR_OP_ALL':
      return quantified(node, 'all', context)
    case 'AEXPR_DISTINCT':
      return between(node, ' is distinct from ', context)
    case 'AEXPR_NOT_DISTINCT':
      return between(node, ' is not distinct from ', context)
    case 'AEXPR_NULLIF':
      return marked(node.location, ['nullif(', writeExpressions([...pair(node)], context), ')'])
    case 'AEXPR_IN':
      return membership(node, context)
    case 'AEXPR_LIKE':
      return like(node, nameOf(node, context) === '!~~' ? ' not like ' : ' like ', context)
    case 'AEXPR_ILIKE':
      return like(node, nameOf(node, context) === '!~~*' ? ' not ilike ' : ' ilike ', context)
    case 'AEXPR_SIMILAR':
      return similar(node, context)
    default:
      return range(node, context)
  }
}

function nameOf({ name, location }: A_Expr, context: Context): string {
  const operator = plainName(namesOf(name)) ?? ''
  if (OPERATORS.has(operator)) return operator
  throw context.state.fail(`the operator ${namesOf(name)?.join('.') ?? ''} is not allowed`, location)
}

function pair({ lexpr, rexpr }: A_Expr): readonly Node[] {
  return [lexpr, rexpr].filter((node) => node !== undefined)
}

function plain(node: A_Expr, context: Context): Sql {
  const operator = nameOf(node, context)
  const { lexpr, rexpr, location } = node
  if (lexpr && REGULAR.includes(operator)) checkPattern(rexpr, context, location)
  if ('*/%'.includes(operator)) countProduct(context, location)
  const left: Metered = lexpr ? metered(lexpr, context) : { sql: '', gathered: false }
  const right = metered(rexpr, context)
  if (PAIRWISE.includes(operator) && lexpr) {
    const isLong = (left.gathered || right.gathered) && !isConstant(lexpr) && !isConstant(rexpr)
    if (isLong) {
      throw context.state.fail(
        `one side of ${operator} is gathered from rows, so the other must be a constant`,
        location,
      )
    }
  }
  if (operator === '^') return marked(location, inFloat(left.sql, right.sql))
  return ['(', left.sql, marked(location, ` ${operator} `), right.sql, ')']
}

interface Metered {
  readonly sql: Sql
  readonly gathered: boolean
}

function metered(node: Node | undefined, context: Context): Metered {
  const meter: Meter = { weight: 0, gathered: false }
  const sql = writeExpression(node, { ...context, meter })
  weigh(context, meter.weight)
  if (meter.gathered) context.meter.gathered = true
  return { sql, gathered: meter.gathered }
}

// An exact power takes minutes for a few thousand digits.
function inFloat(left: Sql, right: Sql): Sql {
  const base: Sql = ['(', left, ')::pg_catalog.float8, ']
  return ['(pg_catalog.power(', base, '(', right, ')::pg_catalog.float8)::pg_catalog.numeric)']
}

// PostgreSQL multiplies the longest numbers in a tenth of a second each, and cannot be stopped between the products
// of one row.
function countProduct(context: Context, location: number | undefined): void {
  context.state.products += 1
  if (context.state.products <= MAX_PRODUCTS) return
  throw context.state.fail(`a query may multiply and divide at most ${MAX_PRODUCTS} times`, location)
}

function between(node: A_Expr, sign: string, context: Context): Sql {
  const [left, right] = pair(node).map((side) => writeExpression(side, context))
  return ['(', left ?? '', marked(node.location, sign), right ?? '', ')']
}

function quantified(node: A_Expr, quantifier: string, context: Context): Sql {
  const operator = nameOf(node, context)
  if (!/^[=<>!]|^!?~~\*?$/.test(operator)) {
    throw context.state.fail('only comparisons are allowed before ANY and ALL', node.location)
  }
  const [left, right] = pair(node).map((side) => writeExpression(side, context))
  return ['(', left ?? '', marked(node.location, ` ${operator} ${quantifier} (`), right ?? '', '))']
}

function membership(node: A_Expr, context: Context): Sql {
  const operator = nameOf(node, context)
  const items = node.rexpr && 'List' in node.rexpr ? (node.rexpr.List.items ?? []) : []
  if (items.length === 0) throw context.state.fail('IN needs a list', node.location)
  const left = aside(node.lexpr, context)
  const list = items.map((item) => aside(item, context))
  const sign = operator === '<>' ? ' not in (' : ' in ('
  return ['(', left, marked(node.location, sign), joined(list, ', '), '))']
}

// LIKE … ESCAPE reaches the parser's tree as a call of like_escape.
function like(node: A_Expr, sign: string, context: Context): Sql {
  const [pattern, escaping] = escaped(node.rexpr, 'like_escape', context)
  const left = writeExpression(node.lexpr, context)
  const end = escaping ? [' escape ', writeExpression(escaping, context)] : ''
  return ['(', left, marked(node.location, sign), writeExpression(pattern, context), end, ')']
}

function similar(node: A_Expr, context: Context): Sql {
  const [pattern, escaping] = escaped(node.rexpr, 'similar_to_escape', context)
  if (escaping) throw context.state.fail('SIMILAR TO takes no ESCAPE here', node.location)
  checkPattern(pattern, context, node.location)
  const sign = nameOf(node, context) === '!~' ? ' not similar to ' : ' similar to '
  const left = writeExpression(node.lexpr, context)
  return ['(', left, marked(node.location, sign), writeExpression(pattern, context), ')']
}

function escaped(node: Node | undefined, name: string, context: Context): readonly (Node | undefined)[] {
  const call = node && 'FuncCall' in node ? node.FuncCall : undefined
  if (!call || namesOf(call.funcname)?.join('.') !== `pg_catalog.${name}`) return [node]
  knownFields(call, ['funcname', 'args', 'funcformat', 'location'], 'a pattern', context)
  return call.args ?? []
}

const RANGES: Readonly<Record<string, string>> = {
  AEXPR_BETWEEN: ' between ',
  AEXPR_NOT_BETWEEN: ' not between ',
  AEXPR_BETWEEN_SYM: ' between symmetric ',
  AEXPR_NOT_BETWEEN_SYM: ' not between symmetric ',
}

function range(node: A_Expr, context: Context): Sql {
  const sign = RANGES[node.kind ?? '']
  const bounds = node.rexpr && 'List' in node.rexpr ? (node.rexpr.List.items ?? []) : []
  if (!sign || bounds.length !== 2) throw context.state.fail('this operator is not allowed', node.location)
  const value = writeExpression(node.lexpr, context)
  const [low, high] = bounds.map((bound) => writeExpression(bound, context))
  return ['(', value, marked(node.location, sign), joined([low ?? '', high ?? ''], ' and '), ')']
}
