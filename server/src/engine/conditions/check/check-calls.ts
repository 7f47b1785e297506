// The check of function calls: the three of auth, the aggregates of a subquery, and the allow-list.

import type { AuthValue, Call, Checked } from '#engine/conditions/syntax/checked.ts'
import { namesOf, plainName } from '#engine/conditions/syntax/tree.ts'
import { isInteger, type SqlType, typeLabel, widest } from '#engine/conditions/syntax/types.ts'
import type { FuncCall, Node } from '#engine/parser/syntax-tree.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { CheckContext } from './check-context.ts'
import { pastPolicies } from './check-from.ts'
import { asText, checkFields } from './check-parts.ts'
import {
  AGGREGATES,
  accepts,
  FIELDS,
  FUNCTIONS,
  type FunctionRule,
  literalType,
  type Parameter,
  UNITS,
} from './functions.ts'
import { coerce } from './literals.ts'

const MAX_ARGUMENTS = 20
const MAX_REPLACEMENT = 32
const MAX_CLAIM = 200

/** checkCall checks one function call. */
export function checkCall(node: FuncCall, context: CheckContext): Checked {
  const names = namesOf(node.funcname) ?? []
  const spoken = names.join('.')
  checkFields(
    node,
    ['funcname', 'args', 'agg_star', 'funcformat', 'location'],
    `the call of ${spoken}`,
    context,
  )
  if (names.length === 2 && names[0] === 'auth') return checkAuth(names[1] ?? '', node, context)
  const name = plainName(names) ?? ''
  if (AGGREGATES.has(name)) return checkAggregate(name, node, context)
  const rules = FUNCTIONS.get(name)
  if (!rules) {
    const near = names.length === 1 ? suggestion(name, FUNCTIONS.keys()) : ''
    const isOfProject = near === '' && [...context.findings.tableNames()].length > 0
    const hint = isOfProject ? ` ${pastPolicies('a table')}` : near
    throw context.error(
      `function ${spoken} is not allowed in a condition${hint && `.${hint}`}`,
      node.location,
    )
  }
  if (node.agg_star) throw context.error(`${name} takes no *`, node.location)
  return checkAllowed(name, rules, node, context)
}

function checkAuth(name: string, node: FuncCall, context: CheckContext): AuthValue {
  const args = node.args ?? []
  if (node.agg_star) throw context.error('* stands only in count(*)', node.location)
  if ((name === 'uid' || name === 'email') && args.length === 0) {
    return { kind: 'auth', which: name, claim: '', type: name === 'uid' ? 'uuid' : 'text' }
  }
  const claim = args[0] && constantText(args[0])
  if (name === 'claim' && args.length === 1 && claim !== undefined && claim.length <= MAX_CLAIM) {
    return { kind: 'auth', which: 'claim', claim, type: 'text' }
  }
  const known = "there are auth.uid(), auth.email() and auth.claim('name')"
  throw context.error(`function auth.${name} is not allowed in this form; ${known}`, node.location)
}

function constantText(node: Node): string | undefined {
  return 'A_Const' in node && node.A_Const.sval ? (node.A_Const.sval.sval ?? '') : undefined
}

function checkAggregate(name: string, node: FuncCall, context: CheckContext): Call {
  if (!context.aggregates)
    throw context.error(`${name} is allowed only in a subquery's output`, node.location)
  const [arg, ...more] = node.args ?? []
  if (node.agg_star && name === 'count') return { kind: 'call', name, args: [], star: true, type: 'int8' }
  if (!arg || more.length > 0 || node.agg_star)
    throw context.error(`${name} takes one argument`, node.location)
  const checked = coerce(
    context.check(arg, { ...context, aggregates: false }),
    'text',
    context,
    undefined,
    true,
  )
  const type = AGGREGATES.get(name)?.(checked.type)
  if (!type) throw context.error(`there is no ${name} of ${typeLabel(checked.type)}`, node.location)
  return { kind: 'call', name, args: [checked], star: false, type }
}

function checkAllowed(
  name: string,
  rules: readonly FunctionRule[],
  node: FuncCall,
  context: CheckContext,
): Call {
  // Each replace can make its text longer by the length of the replacement: one within another would multiply.
  if (name === 'replace' && context.replacing) {
    throw context.error('replace within replace is not allowed in a condition', node.location)
  }
  const inner = name === 'replace' ? { ...context, replacing: true } : context
  const values = (node.args ?? []).map((arg) => context.check(arg, inner))
  const rule = rules.find((candidate) => matches(candidate, values))
  if (!rule) {
    const given = values.map(({ type }) => typeLabel(type)).join(', ')
    throw context.error(`function ${name} does not take (${given}) in a condition`, node.location)
  }
  const args = values.map((value, index) => {
    const parameter = parameterAt(rule, index)
    checkConstant(parameter, value, context, node.location)
    const coerced = coerce(value, literalType(parameter), context, undefined, true)
    return parameter === 'any' ? coerced : asText(coerced)
  })
  return { kind: 'call', name, args, star: false, type: resultOf(rule, args) }
}

function parameterAt({ parameters }: FunctionRule, index: number): Parameter {
  return parameters[Math.min(index, parameters.length - 1)] ?? 'any'
}

function matches(rule: FunctionRule, values: readonly Checked[]): boolean {
  const most = rule.variadic ? MAX_ARGUMENTS : rule.parameters.length
  const least = rule.variadic ? 1 : rule.parameters.length - (rule.optional ?? 0)
  if (values.length > most || values.length < least) return false
  return values.every(({ type }, index) => type === 'unknown' || accepts(parameterAt(rule, index), type))
}

function checkConstant(
  parameter: Parameter,
  value: Checked,
  context: CheckContext,
  location: number | undefined,
): void {
  if (parameter !== 'field' && parameter !== 'unit' && parameter !== 'short') return
  if (value.kind !== 'literal' || value.form !== 'string') {
    throw context.error('this argument must be a constant text', location)
  }
  if (parameter === 'short') {
    if (value.value.length <= MAX_REPLACEMENT) return
    throw context.error(`replace takes a replacement of at most ${MAX_REPLACEMENT} characters`, location)
  }
  const known = parameter === 'field' ? FIELDS : UNITS
  if (!known.includes(value.value)) {
    throw context.error(`${value.value.slice(0, 30)} is not one of ${known.join(', ')}`, location)
  }
}

function resultOf(rule: FunctionRule, args: readonly Checked[]): SqlType {
  const types = args.map(({ type }) => type)
  const [first = 'text'] = types
  if (rule.result === 'same') return types.reduce(widest, first)
  if (rule.result !== 'rounded') return rule.result
  return isInteger(first) ? 'float8' : first
}
