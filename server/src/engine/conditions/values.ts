// The values that a condition's closures pass on, and where they come from: the row, the caller, the condition itself.
import type { CheckedOf } from './checked.ts'
import { type Decimal, parseExact, readExact, toFloat } from './exact.ts'
import { validDate } from './moments.ts'
import { type BaseType, familyOf, type SqlType } from './types.ts'
import { undecidable } from './undecidable.ts'

/** ConditionActor is who asks: what auth.uid(), auth.email() and auth.claim() say. */
export interface ConditionActor {
  readonly uid: string | null
  readonly email: string | null
  readonly claims: Readonly<Record<string, unknown>>
}

/** Row is a row as JSON gives it. */
export type Row = Readonly<Record<string, unknown>>

/** Json boxes a json value, because its null is not SQL's. */
export interface Json {
  readonly json: unknown
}

/** Value is SQL's value: dates and times are texts of one spelling, so that they compare as texts. */
export type Value = null | boolean | number | bigint | string | Decimal | Json

/** Closure computes one part of a condition for a row and a caller. */
export type Closure = (row: Row, actor: ConditionActor) => Value

/** AMBIGUOUS is a json column that JSON gives as null: it may hold SQL's null or json's. */
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
  float8: (value) => (Number.isFinite(value) ? (value as number) : undecidable()),
  text: readText,
  enum: readText,
  uuid: (value) => (typeof value === 'string' && value.length === 36 ? value : undecidable()),
  date: (value) => (typeof value === 'string' && validDate(value) ? value : undecidable()),
  time: (value) =>
    spell(TIME.exec(String(value)), ([, time = '', fraction = '']) => `${time}.${fraction.padEnd(6, '0')}`),
  timestamptz: readMoment,
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
  if (familyOf(type) === 'json') return (row) => readJson(row[name])
  const read = READERS[type as BaseType] ?? undecidable()
  return (row) => {
    const value = row[name]
    return value === null ? null : read(value)
  }
}

function readJson(value: unknown): Json {
  if (value === undefined) return undecidable()
  return value === null ? AMBIGUOUS : { json: value }
}

/** columnIsNull tests a column of any type, even one whose values only PostgreSQL understands. */
export function columnIsNull({ column, type }: CheckedOf<'column'>): (row: Row) => boolean {
  const { name } = column
  const isJson = familyOf(type) === 'json'
  return (row) => {
    const value = row[name]
    if (value === undefined || (isJson && value === null)) return undecidable()
    return value === null
  }
}

/** constantOf gives a literal's value. */
export function constantOf({ form, value, type }: CheckedOf<'literal'>): Value {
  if (form === 'null') return null
  if (type === 'float8') return toFloat(parseExact(value))
  switch (familyOf(type)) {
    case 'bool':
      return value === 'true'
    case 'number':
      return parseExact(value)
    case 'text':
    case 'unknown':
      return isReadable(type) ? value : undecidable()
    case 'uuid':
    case 'date':
    case 'time':
    case 'moment':
      return value
    default:
      return undecidable()
  }
}

function isReadable(type: SqlType): boolean {
  return type !== 'char'
}

/** actorValue reads what the caller's credential says. */
export function actorValue({ which, claim }: CheckedOf<'auth'>): Closure {
  if (which === 'uid') return (_, { uid }) => (uid === null ? null : readUid(uid))
  if (which === 'email') return (_, { email }) => (email === null ? null : readText(email))
  return (_, { claims }) => (Object.hasOwn(claims, claim) ? claimText(claims[claim]) : null)
}

function readUid(uid: string): Value {
  return uid.length === 36 ? uid.toLowerCase() : undecidable()
}

// How json spells a large number, an array or an object is PostgreSQL's to say.
function claimText(value: unknown): Value {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value)
  return undecidable()
}
