// Arithmetic on exact numbers, || and the operators of json in JavaScript.
import type { Checked, CheckedOf } from '#engine/conditions/syntax/checked.ts'
import { classOf, isInteger, type SqlType } from '#engine/conditions/syntax/types.ts'
import {
  add,
  divideWhole,
  type Exact,
  type ExactOperation,
  multiply,
  remainder,
  subtract,
} from '#engine/conditions/values/exact.ts'
import { undecidable } from '#engine/conditions/values/undecidable.ts'
import type { Work } from '#engine/conditions/values/work.ts'
import { inRange } from './evaluate-casts.ts'
import { AMBIGUOUS, type Closure, type Json, jsonText, type Value } from './values.ts'

type Build = (checked: Checked) => Closure
type OperatorFunction = (left: NonNullable<Value>, right: NonNullable<Value>, work: Work) => Value

/** buildOperation builds the closure of an operator. */
export function buildOperation(
  { operator, left, right, type }: CheckedOf<'operation'>,
  build: Build,
): Closure {
  const operation = operationOf(operator, left?.type ?? 'int4', right.type, type)
  const first: Closure = left ? build(left) : () => 0
  const second = build(right)
  return (row, actor, work) => {
    const a = first(row, actor, work)
    const b = second(row, actor, work)
    return a === null || b === null ? null : operation(a, b, work)
  }
}

const EXACT: Readonly<Record<string, ExactOperation>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '%': remainder,
}

function operationOf(operator: string, left: SqlType, right: SqlType, type: SqlType): OperatorFunction {
  if (operator === '||') return concatenation(left, right)
  if (operator === '->' || operator === '->>') return jsonAccess(operator, left, right)
  if (operator === '?') return (value, key, work) => hasKey((value as Json).json, key as string, work)
  const exact = operator === '/' && isInteger(type) ? divideWhole : EXACT[operator]
  const isNumeric = classOf(left) === 'number' && classOf(right) === 'number' && type !== 'float8'
  if (!exact || !isNumeric) return undecidable()
  if (!isInteger(type)) return (a, b) => exact(a as Exact, b as Exact)
  return (a, b) => inRange(exact(a as Exact, b as Exact), type)
}

function concatenation(left: SqlType, right: SqlType): OperatorFunction {
  const isText = (type: SqlType) => ['text', 'uuid', 'bool'].includes(type) || isInteger(type)
  if (!isText(left) || !isText(right)) return undecidable()
  return (a, b, work) => {
    const [first, second] = [String(a), String(b)]
    work.make(first.length + second.length)
    return first + second
  }
}

function jsonAccess(operator: string, left: SqlType, right: SqlType): OperatorFunction {
  const member = isInteger(right) ? (left === 'jsonb' ? binaryElementAt : elementAt) : memberAt
  return (value, key, work) => {
    const found = member((value as Json).json, key)
    if (found === undefined) return null
    if (typeof found === 'string') work.scan(found.length)
    if (operator === '->>') return jsonText(found)
    return value === AMBIGUOUS ? AMBIGUOUS : { json: found }
  }
}

function elementAt(value: unknown, index: NonNullable<Value>): unknown {
  return Array.isArray(value) ? value.at(Number(index)) : undefined
}

// To jsonb a text, number, boolean or null by itself is an array of one.
function binaryElementAt(value: unknown, index: NonNullable<Value>): unknown {
  const isObject = typeof value === 'object' && value !== null
  return elementAt(isObject ? value : [value], index)
}

function memberAt(value: unknown, key: NonNullable<Value>): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.hasOwn(value, key as string)
    ? (value as Record<string, unknown>)[key as string]
    : undefined
}

function hasKey(value: unknown, key: string, work: Work): boolean {
  if (value === null) return undecidable()
  if (Array.isArray(value)) {
    work.spend(value.length)
    return value.includes(key)
  }
  return typeof value === 'object' ? Object.hasOwn(value, key) : value === key
}
