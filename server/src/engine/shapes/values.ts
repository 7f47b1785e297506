// From JSON and from query strings to PostgreSQL's text form of a value, checked against the column's type.

import { FAMILIES, type Family } from './base-types.ts'
import { meets, TYPE_FACTS } from './data-types.ts'
import { isMoment } from './moments.ts'
import { isRawJson } from './raw-json.ts'
import type { ColumnShape } from './shape.ts'
import { isUuid } from './uuid.ts'
import { wrongForm } from './wrong-values.ts'

/** Problem says in one sentence, without the column's name, why a value does not fit. */
export interface Problem {
  readonly problem: string
}

/** Parameter is a value as PostgreSQL takes it, or the reason why there is none. */
export type Parameter = string | null | Problem

/** isProblem reports whether a result is a refusal. */
export function isProblem(parameter: Parameter): parameter is Problem {
  return typeof parameter === 'object' && parameter !== null
}

const INTEGER = /^[+-]?\d{1,40}$/
// PostgreSQL writes a decimal out in full, so the exponent is bounded: six bytes would fill 100 kB.
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/
/** MAX_NUMBER is how many characters a number may be written with: three times what the largest double takes. */
export const MAX_NUMBER = 1000
/** MAX_MOMENT is how many characters a date or a time may be written with; PostgreSQL reads no more either. */
export const MAX_MOMENT = 128
/** MAX_ADDRESS is how many characters an IP address may be written with. */
export const MAX_ADDRESS = 64
// How many values of an enum a refusal lists.
const SHOWN_VALUES = 50
const NOT_FINITE = /^(?:NaN|[+-]?Infinity)$/i
const HEX_BYTES = /^\\x[0-9a-f]*$/i
// numeric(19,4) leaves 15 digits before the point.
const MONEY_BOUND = 1e15

/** fromJson turns a JSON value into a parameter for the column. */
export function fromJson(column: ColumnShape, value: unknown): Parameter {
  if (value === null || value === undefined) return column.required ? { problem: 'is required' } : null
  const { family, example } = TYPE_FACTS[column.data_type]
  if (family === 'json') return json(value)
  if (typeof value === 'string') return fromString(column, value)
  if (family === 'temporal') return { problem: `must be a text such as ${example}` }
  if (typeof value === 'boolean') return family === 'boolean' ? String(value) : expected(family)
  const digits = typeof value === 'number' ? String(value) : rawDigits(value)
  if (digits === undefined) return expected(family)
  return family === 'integer' || family === 'number' ? number(column, digits) : expected(family)
}

/** fromText turns a value of a filter, which is always text, into a parameter for the column. */
export function fromText(column: ColumnShape, text: string): Parameter {
  const { family } = TYPE_FACTS[column.data_type]
  if (text.includes('\0')) return { problem: 'must not contain NUL characters' }
  if (family === 'boolean') return /^(?:true|false)$/.test(text) ? text : expected(family)
  if (family === 'integer' || family === 'number') return number(column, text)
  if (family === 'json') return validJson(text) ? text : { problem: 'must be JSON' }
  if (column.data_type === 'enum') return enumValue(column, text)
  // A filter may look for a text that the column could never hold: it just finds nothing.
  return family === 'text' ? text : fromString(column, text)
}

function fromString(column: ColumnShape, text: string): Parameter {
  const { family } = TYPE_FACTS[column.data_type]
  if (text.includes('\0')) return { problem: 'must not contain NUL characters' }
  switch (family) {
    case 'text':
      return textValue(column, text)
    case 'uuid':
      return isUuid(text) ? text.toLowerCase() : { problem: 'must be a UUID' }
    case 'bytes':
      return text.length % 2 === 0 && HEX_BYTES.test(text)
        ? text
        : { problem: 'must be hexadecimal digits that begin with \\x' }
    case 'temporal':
      return temporal(column, text)
    case 'inet':
      return text.length > MAX_ADDRESS ? expected(family) : text
    case 'number':
    case 'integer':
      return number(column, text)
    default:
      return expected(family)
  }
}

function temporal({ data_type }: ColumnShape, text: string): Parameter {
  if (text.length > MAX_MOMENT) return { problem: `must have at most ${MAX_MOMENT} characters` }
  return isMoment(data_type, text) ? text : { problem: wrongForm(data_type, text) }
}

function textValue(column: ColumnShape, text: string): Parameter {
  if (column.max_length !== undefined && codePoints(text) > column.max_length) {
    return { problem: `must have at most ${column.max_length} characters` }
  }
  if (column.data_type === 'enum') return enumValue(column, text)
  const { rule } = TYPE_FACTS[column.data_type]
  return rule === undefined || meets(text, rule) ? text : { problem: rule.problem }
}

function enumValue(column: ColumnShape, text: string): Parameter {
  if (column.enum_values.includes(text)) return text
  const shown = column.enum_values.slice(0, SHOWN_VALUES).join(', ')
  const more = column.enum_values.length - SHOWN_VALUES
  return { problem: `must be one of ${shown}${more > 0 ? ` and ${more} more` : ''}` }
}

function number(column: ColumnShape, digits: string): Parameter {
  const { family, range } = TYPE_FACTS[column.data_type]
  if (digits.length > MAX_NUMBER) return { problem: `must be a number of at most ${MAX_NUMBER} characters` }
  if (family === 'number') {
    if (!NUMBER.test(digits))
      return column.data_type === 'float' && NOT_FINITE.test(digits) ? digits : expected(family)
    const overflows = column.data_type === 'money' && Math.abs(wholePart(digits)) >= MONEY_BOUND
    return overflows ? { problem: 'must have at most 15 digits before the point' } : digits
  }
  if (!INTEGER.test(digits)) return expected(family)
  const [least, most] = range as readonly [bigint, bigint]
  const value = BigInt(digits.replace('+', ''))
  return value >= least && value <= most ? String(value) : { problem: `must be between ${least} and ${most}` }
}

// Without its fraction a number below the bound is exact.
function wholePart(digits: string): number {
  const [whole = ''] = /[eE]/.test(digits) ? [digits] : digits.split('.', 1)
  return Number(whole === '' ? '0' : whole)
}

function json(value: unknown): Parameter {
  const text = JSON.stringify(value)
  return text.includes('\\u0000') && holdsNul(value) ? { problem: 'must not contain NUL characters' } : text
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, child]) => key.includes('\0') || holdsNul(child))
}

function validJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function expected(family: Family): Problem {
  return { problem: FAMILIES[family].expected }
}

function rawDigits(value: unknown): string | undefined {
  return isRawJson(value) ? value.rawJSON : undefined
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
