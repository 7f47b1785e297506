// The allow-list of operators, as data. Comparisons, LIKE and || have rules of their own in the checks; what stands in
// neither place is refused.
import { classOf, type SqlType, widest } from '#engine/conditions/syntax/types.ts'
import type { BaseType } from '#engine/shapes/base-types.ts'

/** COMPARISONS are the six comparison operators. */
export const COMPARISONS: readonly string[] = ['=', '<>', '<', '<=', '>', '>=']

/** ARITHMETIC are the operators of numbers and times. */
export const ARITHMETIC: readonly string[] = ['+', '-', '*', '/', '%']

type Signature = readonly [operator: string, left: BaseType, right: BaseType | 'number', result: BaseType]

const TIME_ARITHMETIC: readonly Signature[] = [
  ['+', 'timestamptz', 'interval', 'timestamptz'],
  ['-', 'timestamptz', 'interval', 'timestamptz'],
  ['-', 'timestamptz', 'timestamptz', 'interval'],
  ['+', 'interval', 'timestamptz', 'timestamptz'],
  ['+', 'date', 'interval', 'timestamptz'],
  ['-', 'date', 'interval', 'timestamptz'],
  ['+', 'interval', 'date', 'timestamptz'],
  ['+', 'date', 'int4', 'date'],
  ['-', 'date', 'int4', 'date'],
  ['-', 'date', 'date', 'int4'],
  ['+', 'time', 'interval', 'time'],
  ['-', 'time', 'interval', 'time'],
  ['-', 'time', 'time', 'interval'],
  ['+', 'interval', 'interval', 'interval'],
  ['-', 'interval', 'interval', 'interval'],
  ['*', 'interval', 'number', 'interval'],
  ['/', 'interval', 'number', 'interval'],
]

/** arithmeticType returns the result's type of `left operator right`, or undefined where there is no such operator. */
export function arithmeticType(operator: string, left: SqlType, right: SqlType): SqlType | undefined {
  const [a, b] = [classOf(left), classOf(right)]
  if (a === 'number' && b === 'number') {
    const type = widest(left, right)
    return operator === '%' && type === 'float8' ? undefined : type
  }
  const row = TIME_ARITHMETIC.find(
    ([sign, first, second]) => sign === operator && first === left && isTaken(second, right),
  )
  return row?.[3]
}

function isTaken(wanted: Signature[2], type: SqlType): boolean {
  if (wanted === 'number') return classOf(type) === 'number'
  return wanted === type || (wanted === 'int4' && type === 'int2')
}

/** JsonOperator says what an operator of json takes on its right and gives. */
export interface JsonOperator {
  readonly left: readonly SqlType[]
  readonly right: readonly SqlType[]
  readonly result: 'same' | SqlType
}

/** JSON_OPERATORS are the operators of json and jsonb; the first right type is what a plain literal becomes. */
export const JSON_OPERATORS: ReadonlyMap<string, JsonOperator> = new Map<string, JsonOperator>([
  ['->', { left: ['json', 'jsonb'], right: ['text', 'int4', 'int2'], result: 'same' }],
  ['->>', { left: ['json', 'jsonb'], right: ['text', 'int4', 'int2'], result: 'text' }],
  ['#>', { left: ['json', 'jsonb'], right: ['text[]'], result: 'same' }],
  ['#>>', { left: ['json', 'jsonb'], right: ['text[]'], result: 'text' }],
  ['@>', { left: ['jsonb'], right: ['jsonb'], result: 'bool' }],
  ['<@', { left: ['jsonb'], right: ['jsonb'], result: 'bool' }],
  ['?', { left: ['jsonb'], right: ['text'], result: 'bool' }],
  ['?|', { left: ['jsonb'], right: ['text[]'], result: 'bool' }],
  ['?&', { left: ['jsonb'], right: ['text[]'], result: 'bool' }],
])
