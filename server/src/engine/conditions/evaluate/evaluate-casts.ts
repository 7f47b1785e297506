// The casts that JavaScript can mirror: where a text is not surely of the type, PostgreSQL decides.

import { fitsInteger } from '#engine/conditions/check/literals.ts'
import type { Checked, CheckedOf } from '#engine/conditions/syntax/checked.ts'
import { classOf, isInteger, type SqlType } from '#engine/conditions/syntax/types.ts'
import { type Exact, parseExact, toFloat, toWhole } from '#engine/conditions/values/exact.ts'
import { validDate } from '#engine/conditions/values/moments.ts'
import { undecidable } from '#engine/conditions/values/undecidable.ts'
import { isUuid } from '#engine/shapes/uuid.ts'
import type { Closure, Value } from './values.ts'

type Conversion = (value: NonNullable<Value>) => Value

const WHOLE = /^[+-]?\d{1,19}$/
const DECIMAL = /^[+-]?(\d+(\.\d+)?|\.\d+)$/
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['t', true],
  ['false', false],
  ['f', false],
])

/** buildCast builds the closure of a cast that is written out. */
export function buildCast(
  { arg, type, hasModifiers }: CheckedOf<'cast'>,
  build: (checked: Checked) => Closure,
): Closure {
  if (hasModifiers) return undecidable()
  return applied(build(arg), conversionOf(arg.type, type))
}

/** brought is an expression with the type that it takes beside others: in CASE, in a list, compared with a float. */
export function brought(checked: Checked, to: SqlType): Checked {
  if (checked.type === to || checked.type === 'unknown') return checked
  return { kind: 'cast', arg: checked, name: '', hasModifiers: false, type: to }
}

function applied(closure: Closure, conversion: Conversion): Closure {
  return (row, actor, work) => {
    const value = closure(row, actor, work)
    return value === null ? null : conversion(value)
  }
}

function conversionOf(from: SqlType, to: SqlType): Conversion {
  if (from === to && classOf(from) !== 'json') return (value) => value
  if (to === 'float8' && classOf(from) === 'number') return (value) => toFloat(value as Exact)
  if (isInteger(from)) return fromInteger(to)
  // A padded text has lost its padding when it was read.
  if (from === 'text' || from === 'enum' || from === 'char') return fromText(to)
  if (from === 'bool' && to === 'text') return String
  if (from === 'bool' && to === 'int4') return Number
  return from === 'uuid' && to === 'text' ? (value) => value : undecidable()
}

function fromInteger(to: SqlType): Conversion {
  if (to === 'numeric') return (value) => value
  if (to === 'text') return String
  return isInteger(to) ? (value) => inRange(value as Exact, to) : undecidable()
}

function fromText(to: SqlType): Conversion {
  if (to === 'text') return (value) => value
  if (to === 'uuid') return short((text) => (isUuid(text) ? text.toLowerCase() : undecidable()))
  if (to === 'date') return short((text) => (validDate(text) ? text : undecidable()))
  if (to === 'bool') return short((text) => BOOLEANS.get(text) ?? undecidable())
  if (to === 'numeric') return short((text) => matching(DECIMAL, text))
  return isInteger(to) ? short((text) => inRange(matching(WHOLE, text), to)) : undecidable()
}

// A text that is longer is hardly a value of these types.
const MAX_LENGTH = 300

function short(conversion: (text: string) => Value): Conversion {
  return (value) => ((value as string).length > MAX_LENGTH ? undecidable() : conversion(value as string))
}

function matching(form: RegExp, text: string): Exact {
  return form.test(text) ? parseExact(text) : undecidable()
}

/** inRange returns back a whole number that an integer type holds; beyond it lies PostgreSQL's error. */
export function inRange(value: Exact, type: SqlType): Exact {
  const whole = toWhole(value)
  return whole !== undefined && fitsInteger(whole, type) ? value : undecidable()
}
