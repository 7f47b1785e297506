// Comparing in JavaScript exactly as PostgreSQL compares, or not at all.
import type { Checked, CheckedOf, ComparisonOperator } from '#engine/conditions/syntax/checked.ts'
import { classOf, type SqlType } from '#engine/conditions/syntax/types.ts'
import { compareExact, type Exact } from '#engine/conditions/values/exact.ts'
import { undecidable } from '#engine/conditions/values/undecidable.ts'
import type { Work } from '#engine/conditions/values/work.ts'
import { brought } from './evaluate-casts.ts'
import type { Closure, Value } from './values.ts'

type Order = (a: NonNullable<Value>, b: NonNullable<Value>, work: Work) => number
type Equal = (a: NonNullable<Value>, b: NonNullable<Value>, work: Work) => boolean
type Build = (checked: Checked) => Closure

/** orderOf returns how values of two types are ordered. */
export function orderOf(left: SqlType, right: SqlType): Order {
  const family = classOf(left)
  if (left === 'float8' && right === 'float8') return (a, b) => (a as number) - (b as number)
  if (family === 'number' && classOf(right) === 'number') {
    const isFloat = left === 'float8' || right === 'float8'
    return isFloat ? undecidable() : (a, b) => compareExact(a as Exact, b as Exact)
  }
  if (left !== right) return undecidable()
  if (left === 'text') return (a, b, work) => compareCodePoints(a as string, b as string, work)
  // Their texts have one spelling of one length in ASCII, so that the order of the texts is theirs.
  const isOrdered = ['bool', 'uuid', 'date', 'time', 'moment'].includes(family)
  return isOrdered ? (a, b) => (a < b ? -1 : a > b ? 1 : 0) : undecidable()
}

/** equalityOf returns when values of two types are equal. */
export function equalityOf(left: SqlType, right: SqlType): Equal {
  if (isTextual(left) && isTextual(right)) return sameText
  if (left === right && ['bool', 'uuid', 'date', 'time', 'moment'].includes(classOf(left)))
    return (a, b) => a === b
  const order = orderOf(left, right)
  return (a, b, work) => order(a, b, work) === 0
}

// Texts of different lengths differ without a comparison.
const sameText: Equal = (a, b, work) => {
  const { length } = a as string
  if (length !== (b as string).length) return false
  work.scan(length)
  return a === b
}

function isTextual(type: SqlType): boolean {
  return type === 'text' || type === 'enum' || type === 'char'
}

// UTF-16 puts the characters beyond the first 65,536 before U+E000; UTF-8, and so PostgreSQL, puts them after.
function compareCodePoints(a: string, b: string, work: Work): number {
  const length = Math.min(a.length, b.length)
  work.spend(length)
  for (let index = 0; index < length; index += 1) {
    const [x, y] = [a.charCodeAt(index), b.charCodeAt(index)]
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

// Beside a float every number becomes one.
function besideFloat(checked: Checked, other: SqlType): Checked {
  return other === 'float8' && classOf(checked.type) === 'number' ? brought(checked, 'float8') : checked
}

/** buildComparison builds a comparison's closure. */
export function buildComparison(comparison: CheckedOf<'comparison'>, build: Build): Closure {
  const { operator } = comparison
  const left = besideFloat(comparison.left, comparison.right.type)
  const right = besideFloat(comparison.right, comparison.left.type)
  const test = testOf(operator, left.type, right.type)
  const [first, second] = [build(left), build(right)]
  return (row, actor, work) => {
    const a = first(row, actor, work)
    const b = second(row, actor, work)
    return a === null || b === null ? null : test(a, b, work)
  }
}

function testOf(operator: ComparisonOperator, left: SqlType, right: SqlType): Equal {
  if (operator === '=') return equalityOf(left, right)
  if (operator === '<>') {
    const equal = equalityOf(left, right)
    return (a, b, work) => !equal(a, b, work)
  }
  const order = orderOf(left, right)
  if (operator === '<') return (a, b, work) => order(a, b, work) < 0
  if (operator === '<=') return (a, b, work) => order(a, b, work) <= 0
  if (operator === '>') return (a, b, work) => order(a, b, work) > 0
  return (a, b, work) => order(a, b, work) >= 0
}

/** buildDistinct builds IS [NOT] DISTINCT FROM. */
export function buildDistinct({ negated, equality }: CheckedOf<'distinct'>, build: Build): Closure {
  const left = besideFloat(equality.left, equality.right.type)
  const right = besideFloat(equality.right, equality.left.type)
  const equal = equalityOf(left.type, right.type)
  const [first, second] = [build(left), build(right)]
  return (row, actor, work) => {
    const a = first(row, actor, work)
    const b = second(row, actor, work)
    const same = a === null || b === null ? a === b : equal(a, b, work)
    return same === negated
  }
}

/** buildMembership builds = ANY (array[…]) and <> ALL (array[…]). */
export function buildMembership(membership: CheckedOf<'membership'>, build: Build): Closure {
  const { negated, array } = membership
  if (array.kind !== 'array') return undecidable()
  const left = besideFloat(membership.left, array.element)
  const members = array.elements.map((element) => besideFloat(brought(element, array.element), left.type))
  const equal = equalityOf(left.type, left.type === 'float8' ? 'float8' : array.element)
  const first = build(left)
  const elements = members.map(build)
  const constants = constantSet(left, array)
  if (constants) {
    return (row, actor, work) => {
      const value = first(row, actor, work)
      if (value === null) return null
      work.scan((value as string).length)
      return constants.has(value) !== negated
    }
  }
  return (row, actor, work) => {
    const value = first(row, actor, work)
    const list = elements.map((element) => element(row, actor, work))
    const found = memberOf(value, list, (a, b) => equal(a, b, work))
    return found === null ? null : found !== negated
  }
}

function memberOf(
  value: Value,
  elements: readonly Value[],
  equal: (a: NonNullable<Value>, b: NonNullable<Value>) => boolean,
): boolean | null {
  if (elements.length === 0) return false
  if (value === null) return null
  if (elements.some((element) => element !== null && equal(element, value))) return true
  return elements.includes(null) ? null : false
}

function constantSet(left: Checked, array: CheckedOf<'array'>): ReadonlySet<Value> | undefined {
  const isText = isTextual(left.type) || left.type === 'uuid'
  const isConstant = array.elements.every(
    (element) => element.kind === 'literal' && element.form === 'string',
  )
  if (!isText || !isConstant || array.elements.length === 0) return undefined
  return new Set(array.elements.map((element) => (element.kind === 'literal' ? element.value : null)))
}
