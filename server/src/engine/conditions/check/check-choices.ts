// The check of lists and choices: arrays, IN, = ANY, CASE, COALESCE, GREATEST and LEAST.

import type { ArrayList, Checked, Choice, Membership } from '#engine/conditions/syntax/checked.ts'
import { arrayOf, elementType, isComparable, typeLabel } from '#engine/conditions/syntax/types.ts'
import type {
  A_ArrayExpr,
  A_Expr,
  CaseExpr,
  CoalesceExpr,
  MinMaxExpr,
  Node,
} from '#engine/parser/syntax-tree.ts'
import type { BaseType } from '#engine/shapes/base-types.ts'
import type { CheckContext } from './check-context.ts'
import { asText, checkBoolean, checkPart, compare, unify } from './check-parts.ts'
import { coerce } from './literals.ts'

/** checkArray checks array[…]; its literals wait for a type when there is nothing else in it. */
export function checkArray({ elements = [], location }: A_ArrayExpr, context: CheckContext): Checked {
  if (elements.length === 0) throw context.error('an empty array has no type: write null instead', location)
  return listOf(elements, context, location)
}

function listOf(nodes: readonly Node[], context: CheckContext, location: number | undefined): ArrayList {
  const elements = nodes.map((node) => context.check(node, context))
  if (elements.some(({ type }) => elementType(type)))
    throw context.error('arrays of arrays are not allowed', location)
  return arrayList(elements, context, location)
}

// Literals among themselves stay untyped, so that the other side of a comparison or a cast can still decide.
function arrayList(
  elements: readonly Checked[],
  context: CheckContext,
  location: number | undefined,
): ArrayList {
  const { type, values } = unify(elements, context, 'the list', location)
  const isUntyped = elements.every((element) => element.type === 'unknown')
  const element = type as BaseType
  return { kind: 'array', element, elements: isUntyped ? elements : values, type: arrayOf(element) }
}

/** settleArray returns an array's waiting literals their element type, or that of a `partner` value. */
export function settleArray(
  array: Checked,
  type: BaseType,
  context: CheckContext,
  partner?: Checked,
): Checked {
  if (array.kind !== 'array' || array.elements.some((element) => element.type !== 'unknown')) return array
  const elements = array.elements.map((element) => coerce(element, type, context, partner))
  return { ...array, element: type, elements, type: arrayOf(type) }
}

/** memberOf checks x [NOT] IN (…), which becomes = ANY (array[…]). */
export function memberOf(node: A_Expr, negated: boolean, context: CheckContext): Membership {
  const left = checkPart(node.lexpr, context)
  const items = node.rexpr && 'List' in node.rexpr ? (node.rexpr.List.items ?? []) : []
  if (items.length === 0) throw context.error('IN needs a list', node.location)
  const elements = items.map((item) => coerce(context.check(item, context), left.type, context, left))
  if (elements.some(({ type }) => elementType(type)))
    throw context.error('IN takes no arrays: write = ANY', node.location)
  return membership(left, arrayList(elements, context, node.location), negated, context, node.location)
}

/** membership builds x = ANY (array) or, negated, x <> ALL (array). */
export function membership(
  first: Checked,
  second: Checked,
  negated: boolean,
  context: CheckContext,
  location: number | undefined,
): Membership {
  if (!elementType(second.type)) {
    throw context.error('= ANY takes an array, like array[1, 2], or a subquery', location)
  }
  const wanted = first.type === 'unknown' ? elementType(second.type) : first.type
  const array = settleArray(second, wanted as BaseType, context, first)
  const element = elementType(array.type) ?? 'text'
  const coerced = coerce(first, element, context)
  const left = coerced.type === element ? coerced : asText(coerced)
  if (!isComparable(left.type, element) || elementType(left.type)) {
    throw context.error(
      `cannot compare ${typeLabel(left.type)} with ${typeLabel(element)}: cast one of them`,
      location,
    )
  }
  return { kind: 'membership', negated, left, array, type: 'bool' }
}

/** checkCase checks both forms of CASE and brings them into the one with conditions. */
export function checkCase({ arg, args = [], defresult, location }: CaseExpr, context: CheckContext): Checked {
  const subject = arg && checkPart(arg, context)
  const conditions: Checked[] = []
  const results: Checked[] = []
  for (const branch of args) {
    if (!('CaseWhen' in branch)) throw context.error('CASE without WHEN', location)
    const { expr, result } = branch.CaseWhen
    conditions.push(
      subject
        ? compare('=', subject, checkPart(expr, context), context, branch.CaseWhen.location)
        : checkBoolean(expr, context, 'what WHEN tests'),
    )
    results.push(checkPart(result, context))
  }
  if (defresult) results.push(checkPart(defresult, context))
  const { type, values } = unify(results, context, 'CASE', location)
  const branches = conditions.flatMap((when, index) => {
    const result = values[index]
    return result ? [{ when, result }] : []
  })
  return { kind: 'case', branches, otherwise: values[conditions.length], type }
}

/** checkCoalesce checks COALESCE. */
export function checkCoalesce({ args = [], location }: CoalesceExpr, context: CheckContext): Choice {
  return choice('COALESCE', args, context, location)
}

/** checkExtreme checks GREATEST and LEAST. */
export function checkExtreme({ op, args = [], location }: MinMaxExpr, context: CheckContext): Choice {
  const which = op === 'IS_LEAST' ? 'LEAST' : 'GREATEST'
  const extreme = choice(which, args, context, location)
  if (isComparable(extreme.type, extreme.type)) return extreme
  throw context.error(`${which} cannot order ${typeLabel(extreme.type)}`, location)
}

function choice(
  which: Choice['which'],
  args: readonly Node[],
  context: CheckContext,
  location: number | undefined,
): Choice {
  const checked = args.map((arg) => context.check(arg, context))
  const { type, values } = unify(checked, context, which, location)
  return { kind: 'choice', which, args: values, type }
}
