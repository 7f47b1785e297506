// The values that a condition's closures pass on, and where they come from: the row, the caller, the condition itself.

import { withoutPadding } from '#engine/conditions/check/literals.ts'
import type { CheckedOf } from '#engine/conditions/syntax/checked.ts'
import { classOf } from '#engine/conditions/syntax/types.ts'
import { type Decimal, parseExact, readExact, toFloat } from '#engine/conditions/values/exact.ts'
import { validDate } from '#engine/conditions/values/moments.ts'
import { undecidable } from '#engine/conditions/values/undecidable.ts'
import type { Work } from '#engine/conditions/values/work.ts'
import type { BaseType } from '#engine/shapes/base-types.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import { isRawJson } from '#engine/shapes/raw-json.ts'

/** ConditionActor is who asks, as the settings behind auth.uid(), auth.email() and auth.claim() say it. */
export interface ConditionActor {
  readonly uid: string | null
  readonly email: string | null
  /** claims is the whole object that auth.claim() reads, `email` included. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** Json boxes a json value, because its null is not SQL's. */
export interface Json {
  readonly json: unknown
}

/** Value is SQL's value: dates and times are texts of one spelling, so that they compare as texts. */
export type Value = null | boolean | number | bigint | string | Decimal | Json

/** Closure computes one part of a condition for a row and a caller, and counts its work. */
export type Closure = (row: JsonRow, actor: ConditionActor, work: Work) => Value

/** AMBIGUOUS is a json column that is null in JSON: it may hold SQL's null or json's. */
export const AMBIGUOUS: Json = { json: null }

const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:Z|\+00(?::?00)?)?$/
const TIME = /^(\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?$/

type Reader = (value: unknown) => Value

const READERS: Readonly<Partial<Record<BaseType, Reader>>> = {
  bool: (value) => (typeof value === 'boolean' ? value : undecidable()),
  int2: readExact,
  int4: readExact,
  int8: readExact,
  numeric: readExact,
  float8: readFloat,
  text: readText,
  enum: readText,
  char: (value) => (typeof value === 'string' ? withoutPadding(value) : undecidable()),
  uuid: (value) => (typeof value === 'string' && value.length === 36 ? value : undecidable()),
  date: (value) => (typeof value === 'string' && validDate(value) ? value : undecidable()),
  time: (value) =>
    spell(TIME.exec(String(value)), ([, time = '', fraction = '']) => `${time}.${fraction.padEnd(6, '0')}`),
  timestamptz: readMoment,
}

function readFloat(value: unknown): Value {
  const number = isRawJson(value) ? Number(value.rawJSON) : value
  return Number.isFinite(number) ? (number as number) : undecidable()
}

function readText(value: unknown): Value {
  return typeof value === 'string' ? value : undecidable()
}

function readMoment(value: unknown): Value {
  return spell(
    MOMENT.exec(String(value)),
    ([, date = '', time = '', fraction = '']) => `${date} ${time}.${fraction.padEnd(6, '0')}+00`,
  )
}

function spell(match: RegExpExecArray | null, spelling: (match: RegExpExecArray) => string): string {
  return match ? spelling(match) : undecidable()
}

/** columnValue reads a column of the row; a row that lacks it cannot be decided. */
export function columnValue({ column, type }: CheckedOf<'column'>): Closure {
  const { name } = column
  if (classOf(type) === 'json') return (row) => readJson(inRow(row, name))
  const read = READERS[type as BaseType] ?? undecidable()
  return (row) => {
    const value = inRow(row, name)
    return value === null ? null : read(value)
  }
}

// A column may bear the name of something that every object has.
function inRow(row: JsonRow, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined
}

function readJson(value: unknown): Json {
  if (value === undefined || isRawJson(value)) return undecidable()
  return value === null ? AMBIGUOUS : { json: value }
}

/** columnIsNull tests a column of any type, even one whose values only PostgreSQL understands. */
export function columnIsNull({ column, type }: CheckedOf<'column'>): (row: JsonRow) => boolean {
  const { name } = column
  const isJson = classOf(type) === 'json'
  return (row) => {
    const value = inRow(row, name)
    if (value === undefined || (isJson && value === null)) return undecidable()
    return value === null
  }
}

/** constantOf returns a literal's value. */
export function constantOf({ form, value, type }: CheckedOf<'literal'>): Value {
  if (form === 'null') return null
  if (type === 'float8') return toFloat(parseExact(value))
  switch (classOf(type)) {
    case 'bool':
      return value === 'true'
    case 'number':
      return parseExact(value)
    case 'text':
    case 'unknown':
    case 'uuid':
    case 'date':
    case 'time':
    case 'moment':
      return value
    default:
      return undecidable()
  }
}

/** actorValue reads what the caller's credential says. */
export function actorValue({
  which,
  claim,
}: CheckedOf<'auth'>): (row: JsonRow, actor: ConditionActor) => Value {
  if (which === 'uid') return (_, { uid }) => (uid === null ? null : readUid(uid))
  if (which === 'email') return (_, { email }) => (email === null ? null : readText(email))
  return (_, { claims }) => (Object.hasOwn(claims, claim) ? claimText(claims[claim]) : null)
}

function readUid(uid: string): Value {
  return uid.length === 36 ? uid.toLowerCase() : undecidable()
}

// Numbers come from JSON that JavaScript wrote, so they are still spelled as it spells them, but for exponents. Those with
// many digits are no numbers here, but objects, which are left to PostgreSQL.
function claimText(value: unknown): Value {
  if (typeof value !== 'number') return value === undefined ? null : jsonText(value)
  const text = String(value)
  return Number.isFinite(value) && !text.includes('e') ? text : undecidable()
}

/**
 * jsonText returns what ->> returns for a json value. A number may have been written 1.0 or 1e2, and an object with its
 * keys in any order: their text is lost in JavaScript. A text with NUL or half a character is PostgreSQL's error.
 */
export function jsonText(value: unknown): string | null {
  if (value === null) return null
  if (typeof value === 'boolean') return String(value)
  const isText = typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
  return isText ? value : undecidable()
}
