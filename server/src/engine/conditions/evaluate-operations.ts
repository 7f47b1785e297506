// Arithmetic on exact numbers, || and the operators of json in JavaScript.
import type { Checked, CheckedOf } from './checked.ts'
import { inRange } from './evaluate-casts.ts'
import { add, divideWhole, type Exact, type ExactOperation, multiply, remainder, subtract } from './exact.ts'
import { familyOf, isInteger, type SqlType } from './types.ts'
import { undecidable } from './undecidable.ts'
import type { Closure, Json, Value } from './values.ts'

type Build = (checked: Checked) => Closure
type Operation = (left: NonNullable<Value>, right: NonNullable<Value>) => Value

/** buildOperation builds the closure of an operator. */
export function buildOperation(
  { operator, left, right, type }: CheckedOf<'operation'>,
  build: Build,
): Closure {
  const operation = operationOf(operator, left?.type ?? 'int4', right.type, type)
  const first: Closure = left ? build(left) : () => 0
  const second = build(right)
  return (row, actor) => {
    const a = first(row, actor)
    const b = second(row, actor)
    return a === null || b === null ? null : operation(a, b)
  }
}

const EXACT: Readonly<Record<string, ExactOperation>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '%': remainder,
}

function operationOf(operator: string, left: SqlType, right: SqlType, type: SqlType): Operation {
  if (operator === '||') return concatenation(left, right)
  if (operator === '->' || operator === '->>') return jsonAccess(operator, right)
  if (operator === '?') return (value, key) => hasKey((value as Json).json, key as string)
  const exact = operator === '/' && isInteger(type) ? divideWhole : EXACT[operator]
  const isNumeric = familyOf(left) === 'number' && familyOf(right) === 'number' && type !== 'float8'
  if (!exact || !isNumeric) return undecidable()
  if (!isInteger(type)) return (a, b) => exact(a as Exact, b as Exact)
  return (a, b) => inRange(exact(a as Exact, b as Exact), type)
}

function concatenation(left: SqlType, right: SqlType): Operation {
  const isText = (type: SqlType) => ['text', 'uuid', 'bool'].includes(type) || isInteger(type)
  return isText(left) && isText(right) ? (a, b) => String(a) + String(b) : undecidable()
}

function jsonAccess(operator: string, right: SqlType): Operation {
  const member = isInteger(right) ? elementAt : memberAt
  return (value, key) => {
    const found = member((value as Json).json, key)
    if (found === undefined) return null
    return operator === '->' ? { json: found } : textOf(found)
  }
}

function elementAt(value: unknown, index: NonNullable<Value>): unknown {
  return Array.isArray(value) ? value.at(Number(index)) : undefined
}

function memberAt(value: unknown, key: NonNullable<Value>): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.hasOwn(value, key as string)
    ? (value as Record<string, unknown>)[key as string]
    : undefined
}

// A number may have been written 1.0 or 1e2, and an object with its keys in any order: their text is lost here.
// PostgreSQL cannot give out a text with NUL or half a character at all.
function textOf(value: unknown): string | null {
  if (value === null) return null
  if (typeof value === 'boolean') return String(value)
  const isText = typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
  return isText ? value : undecidable()
}

function hasKey(value: unknown, key: string): boolean {
  if (value === null) return undecidable()
  if (Array.isArray(value)) return value.includes(key)
  return typeof value === 'object' ? Object.hasOwn(value, key) : value === key
}
