// The check of operators: comparisons, IN, BETWEEN, LIKE, arithmetic, || and those of json.

import type {
  Checked,
  ComparisonOperator,
  Like,
  OperatorExpression,
} from '#engine/conditions/syntax/checked.ts'
import { namesOf } from '#engine/conditions/syntax/tree.ts'
import { classOf, type SqlType, typeLabel } from '#engine/conditions/syntax/types.ts'
import { endsInHalfEscape } from '#engine/conditions/values/like.ts'
import type { A_Expr, Node } from '#engine/parser/syntax-tree.ts'
import { memberOf, membership } from './check-choices.ts'
import type { CheckContext } from './check-context.ts'
import { asText, checkFields, checkPart, compare } from './check-parts.ts'
import { coerce } from './literals.ts'
import { ARITHMETIC, arithmeticType, COMPARISONS, JSON_OPERATORS } from './operators.ts'

/** checkOperator checks every expression that the parser calls an operator's. */
export function checkOperator(node: A_Expr, context: CheckContext): Checked {
  checkFields(
    node,
    ['kind', 'name', 'lexpr', 'rexpr', 'location', 'rexpr_list_start', 'rexpr_list_end'],
    'an operator',
    context,
  )
  const names = namesOf(node.name) ?? []
  const operator = names.at(-1) ?? ''
  if (names.length !== 1) {
    throw context.error(`write the operator ${operator} plainly, without a schema`, node.location)
  }
  switch (node.kind) {
    case 'AEXPR_OP':
      return checkPlain(operator, node, context)
    case 'AEXPR_IN':
      return memberOf(node, operator === '<>', context)
    case 'AEXPR_OP_ANY':
    case 'AEXPR_OP_ALL':
      return checkQuantified(operator, node, context)
    case 'AEXPR_DISTINCT':
    case 'AEXPR_NOT_DISTINCT':
      return checkDistinct(node, context)
    case 'AEXPR_NULLIF':
      return checkNullif(node, context)
    case 'AEXPR_LIKE':
    case 'AEXPR_ILIKE':
      return checkLike(operator, node, context)
    case 'AEXPR_BETWEEN':
    case 'AEXPR_NOT_BETWEEN':
      return checkBetween(node, context)
    default:
      throw context.error(
        `${SPOKEN[node.kind ?? ''] ?? operator} is not allowed in a condition`,
        node.location,
      )
  }
}

const SPOKEN: Readonly<Record<string, string>> = {
  AEXPR_SIMILAR: 'SIMILAR TO',
  AEXPR_BETWEEN_SYM: 'BETWEEN SYMMETRIC',
  AEXPR_NOT_BETWEEN_SYM: 'BETWEEN SYMMETRIC',
}

function checkPlain(operator: string, node: A_Expr, context: CheckContext): Checked {
  if (!node.lexpr) return checkSign(operator, node, context)
  const left = checkPart(node.lexpr, context)
  const right = checkPart(node.rexpr, context)
  if (COMPARISONS.includes(operator)) {
    return compare(operator as ComparisonOperator, left, right, context, node.location)
  }
  if (ARITHMETIC.includes(operator)) return checkArithmetic(operator, left, right, context, node.location)
  if (operator === '||') return checkConcatenation(left, right, context, node.location)
  if (JSON_OPERATORS.has(operator)) return checkJson(operator, left, right, context, node.location)
  throw context.error(`operator ${operator} is not allowed in a condition`, node.location)
}

function checkSign(operator: string, node: A_Expr, context: CheckContext): OperatorExpression {
  if (operator !== '-' && operator !== '+') {
    throw context.error(`operator ${operator} is not allowed in a condition`, node.location)
  }
  const right = coerce(checkPart(node.rexpr, context), 'numeric', context, undefined, true)
  const family = classOf(right.type)
  if (family !== 'number' && !(family === 'interval' && operator === '-')) {
    throw noOperator(operator, [right.type], context, node.location)
  }
  return { kind: 'operation', operator, left: undefined, right, type: right.type }
}

function checkArithmetic(
  operator: string,
  first: Checked,
  second: Checked,
  context: CheckContext,
  location: number | undefined,
): OperatorExpression {
  const left = coerce(first, numberBeside(second), context)
  const right = coerce(second, numberBeside(first), context)
  const type = arithmeticType(operator, left.type, right.type)
  if (!type) throw noOperator(operator, [left.type, right.type], context, location)
  return { kind: 'operation', operator, left, right, type }
}

// A quoted number beside a number is that number. Beside a time it could be a time or an interval: the writer must say.
function numberBeside(partner: Checked): SqlType {
  return classOf(partner.type) === 'number' ? partner.type : 'unknown'
}

function checkConcatenation(
  first: Checked,
  second: Checked,
  context: CheckContext,
  location: number | undefined,
): OperatorExpression {
  const isJson = first.type === 'jsonb' || second.type === 'jsonb'
  const type = isJson ? 'jsonb' : 'text'
  const left = asText(coerce(first, type, context, undefined, classOf(second.type) !== 'text'))
  const right = asText(coerce(second, type, context, undefined, classOf(first.type) !== 'text'))
  const families = [classOf(left.type), classOf(right.type)]
  const isText = families.includes('text') && !families.includes('json') && !families.includes('array')
  if (!isText && !(left.type === 'jsonb' && right.type === 'jsonb')) {
    throw noOperator('||', [left.type, right.type], context, location)
  }
  return { kind: 'operation', operator: '||', left, right, type: isText ? 'text' : 'jsonb' }
}

function checkJson(
  operator: string,
  first: Checked,
  second: Checked,
  context: CheckContext,
  location: number | undefined,
): OperatorExpression {
  const rule = JSON_OPERATORS.get(operator)
  const left = coerce(first, 'jsonb', context, undefined, true)
  const right = asText(coerce(second, rule?.right[0] ?? 'text', context, undefined, true))
  if (!rule?.left.includes(left.type) || !rule.right.includes(right.type)) {
    throw noOperator(operator, [left.type, right.type], context, location)
  }
  const type = rule.result === 'same' ? left.type : rule.result
  return { kind: 'operation', operator, left, right, type }
}

function checkQuantified(operator: string, node: A_Expr, context: CheckContext): Checked {
  const negated = operator === '<>' && node.kind === 'AEXPR_OP_ALL'
  if (!negated && !(operator === '=' && node.kind === 'AEXPR_OP_ANY')) {
    throw context.error('only = ANY (…) and <> ALL (…) are allowed in a condition', node.location)
  }
  const left = checkPart(node.lexpr, context)
  return membership(left, checkPart(node.rexpr, context), negated, context, node.location)
}

function checkDistinct(node: A_Expr, context: CheckContext): Checked {
  const left = checkPart(node.lexpr, context)
  const equality = compare('=', left, checkPart(node.rexpr, context), context, node.location)
  return { kind: 'distinct', negated: node.kind === 'AEXPR_NOT_DISTINCT', equality, type: 'bool' }
}

// PostgreSQL finds the = behind NULLIF by the search path, where a project could have put its own; CASE names it.
function checkNullif(node: A_Expr, context: CheckContext): Checked {
  const left = checkPart(node.lexpr, context)
  const equality = compare('=', left, checkPart(node.rexpr, context), context, node.location)
  const { type } = equality.left
  const nothing = {
    kind: 'literal',
    form: 'null',
    value: '',
    type,
    cast: true,
    location: undefined,
  } as const
  return { kind: 'case', branches: [{ when: equality, result: nothing }], otherwise: equality.left, type }
}

function checkLike(operator: string, node: A_Expr, context: CheckContext): Like {
  const call = node.rexpr && 'FuncCall' in node.rexpr ? namesOf(node.rexpr.FuncCall.funcname) : undefined
  if (call?.at(-1) === 'like_escape') {
    throw context.error('LIKE … ESCAPE is not allowed in a condition: escape with a backslash', node.location)
  }
  const text = asText(coerce(checkPart(node.lexpr, context), 'text', context))
  const pattern = asText(coerce(checkPart(node.rexpr, context), 'text', context))
  for (const { type } of [text, pattern]) {
    const family = classOf(type)
    if (family !== 'text') throw noOperator('LIKE', [text.type, pattern.type], context, node.location)
  }
  // PostgreSQL fails on such a pattern, though only on some rows.
  if (pattern.kind === 'literal' && endsInHalfEscape(pattern.value)) {
    throw context.error('a LIKE pattern must not end with a single backslash', node.location)
  }
  const caseless = node.kind === 'AEXPR_ILIKE'
  return { kind: 'like', negated: operator.startsWith('!'), caseless, text, pattern, type: 'bool' }
}

function checkBetween(node: A_Expr, context: CheckContext): Checked {
  const bounds: readonly Node[] = node.rexpr && 'List' in node.rexpr ? (node.rexpr.List.items ?? []) : []
  const value = checkPart(node.lexpr, context)
  const [low, high] = [checkPart(bounds[0], context), checkPart(bounds[1], context)]
  const args = [
    compare('>=', value, low, context, node.location),
    compare('<=', value, high, context, node.location),
  ]
  const inside = { kind: 'logic', operator: 'AND', args, type: 'bool' } as const
  return node.kind === 'AEXPR_BETWEEN'
    ? inside
    : { kind: 'logic', operator: 'NOT', args: [inside], type: 'bool' }
}

function noOperator(
  operator: string,
  types: readonly SqlType[],
  context: CheckContext,
  location?: number,
): Error {
  const hint = operator === '+' || operator === '-' ? " (an interval is written interval '1 day')" : ''
  return context.error(`there is no ${operator} for ${types.map(typeLabel).join(' and ')}${hint}`, location)
}
