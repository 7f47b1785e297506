// The types that expressions of a condition have: what each column type counts as, and what may be cast to.
import type { DataType } from '#engine/shapes/data-types.ts'

/** BaseType is a type as conditions tell them apart: mostly PostgreSQL's own, with `text` for all unbounded text. */
export type BaseType =
  | 'bool'
  | 'int2'
  | 'int4'
  | 'int8'
  | 'numeric'
  | 'float8'
  | 'text'
  | 'enum'
  | 'char'
  | 'uuid'
  | 'date'
  | 'time'
  | 'timestamptz'
  | 'interval'
  | 'json'
  | 'jsonb'
  | 'bytea'
  | 'inet'

/** SqlType is a base type, an array of one, or `unknown` for a literal whose neighbours decide. */
export type SqlType = BaseType | `${BaseType}[]` | 'unknown'

/** Family groups the types that compare with each other. */
export type Family =
  | 'bool'
  | 'number'
  | 'text'
  | 'uuid'
  | 'date'
  | 'time'
  | 'moment'
  | 'interval'
  | 'json'
  | 'bytea'
  | 'inet'
  | 'array'
  | 'unknown'

/** COLUMN_TYPES says what a column of each data type counts as. */
export const COLUMN_TYPES: Readonly<Record<DataType, BaseType>> = {
  string: 'text',
  text: 'text',
  email: 'text',
  phone: 'text',
  char: 'char',
  enum: 'enum',
  integer: 'int4',
  serial: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  decimal: 'numeric',
  float: 'float8',
  money: 'numeric',
  boolean: 'bool',
  date: 'date',
  time: 'time',
  timestamp: 'timestamptz',
  interval: 'interval',
  uuid: 'uuid',
  json: 'json',
  jsonb: 'jsonb',
  file: 'uuid',
  bytea: 'bytea',
  inet: 'inet',
}

const FAMILIES: Readonly<Record<BaseType, Family>> = {
  bool: 'bool',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float8: 'number',
  text: 'text',
  enum: 'text',
  char: 'text',
  uuid: 'uuid',
  date: 'date',
  time: 'time',
  timestamptz: 'moment',
  interval: 'interval',
  json: 'json',
  jsonb: 'json',
  bytea: 'bytea',
  inet: 'inet',
}

// An enum is a type of its column's own: a literal beside it stays bare, and is read as that type.
const EMITTED_NAMES: Readonly<Partial<Record<BaseType, string>>> = {
  bool: 'bool',
  int2: 'int2',
  int4: 'int4',
  int8: 'int8',
  numeric: 'numeric',
  float8: 'float8',
  text: 'text',
  char: 'bpchar',
  uuid: 'uuid',
  date: 'date',
  time: 'time',
  timestamptz: 'timestamptz',
  interval: 'interval',
  json: 'json',
  jsonb: 'jsonb',
  bytea: 'bytea',
  inet: 'inet',
}

/** CAST_TARGETS maps each name that may follow `::` (as the parser hands it on) to its type. */
export const CAST_TARGETS: ReadonlyMap<string, BaseType> = new Map<string, BaseType>([
  ['string', 'text'],
  ['text', 'text'],
  ['varchar', 'text'],
  ['email', 'text'],
  ['phone', 'text'],
  ['enum', 'text'],
  ['file', 'uuid'],
  ['bpchar', 'char'],
  ['integer', 'int4'],
  ['int', 'int4'],
  ['int4', 'int4'],
  ['serial', 'int4'],
  ['smallint', 'int2'],
  ['int2', 'int2'],
  ['bigint', 'int8'],
  ['int8', 'int8'],
  ['decimal', 'numeric'],
  ['numeric', 'numeric'],
  ['money', 'numeric'],
  ['float', 'float8'],
  ['float8', 'float8'],
  ['boolean', 'bool'],
  ['bool', 'bool'],
  ['date', 'date'],
  ['time', 'time'],
  ['timestamp', 'timestamptz'],
  ['timestamptz', 'timestamptz'],
  ['interval', 'interval'],
  ['uuid', 'uuid'],
  ['json', 'json'],
  ['jsonb', 'jsonb'],
  ['bytea', 'bytea'],
  ['inet', 'inet'],
])

const NUMBER_RANK: Readonly<Partial<Record<SqlType, number>>> = {
  int2: 1,
  int4: 2,
  int8: 3,
  numeric: 4,
  float8: 5,
}

/** elementType returns the type of an array's elements, or undefined when the type is not an array. */
export function elementType(type: SqlType): BaseType | undefined {
  return type.endsWith('[]') ? (type.slice(0, -2) as BaseType) : undefined
}

/** arrayOf returns the array type of a base type. */
export function arrayOf(type: BaseType): SqlType {
  return `${type}[]`
}

/** familyOf returns the group of types that a type compares with. */
export function familyOf(type: SqlType): Family {
  if (type === 'unknown') return 'unknown'
  return elementType(type) === undefined ? FAMILIES[type as BaseType] : 'array'
}

/** isInteger is true for the three integer types. */
export function isInteger(type: SqlType): boolean {
  return type === 'int2' || type === 'int4' || type === 'int8'
}

/** isComparable is true where PostgreSQL has comparison operators between the two types. */
export function isComparable(left: SqlType, right: SqlType): boolean {
  const [a, b] = [familyOf(left), familyOf(right)]
  if (left === 'json' || right === 'json') return false
  if (a === 'unknown' || b === 'unknown') return true
  if (a === 'array' || b === 'array') return left === right
  return a === b || (a === 'date' && b === 'moment') || (a === 'moment' && b === 'date')
}

/** commonType returns the type that both values take side by side in CASE, COALESCE or an array. */
export function commonType(left: SqlType, right: SqlType): SqlType | undefined {
  if (left === right || right === 'unknown') return left
  if (left === 'unknown') return right
  const [a, b] = [familyOf(left), familyOf(right)]
  if (a === 'number' && b === 'number') return widest(left, right)
  if (a === 'text' && b === 'text') return 'text'
  return (a === 'date' && b === 'moment') || (a === 'moment' && b === 'date') ? 'timestamptz' : undefined
}

/** widest returns the number type that holds the values of both. */
export function widest(left: SqlType, right: SqlType): SqlType {
  return (NUMBER_RANK[left] ?? 0) >= (NUMBER_RANK[right] ?? 0) ? left : right
}

/** emittedName returns the type's full name for a cast, or undefined where none may be written. */
export function emittedName(type: SqlType): string | undefined {
  if (type === 'unknown') return undefined
  const element = elementType(type)
  const name = EMITTED_NAMES[element ?? (type as BaseType)]
  return name && `pg_catalog.${name}${element ? '[]' : ''}`
}

const SPOKEN: Readonly<Partial<Record<SqlType, string>>> = {
  bool: 'boolean',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  numeric: 'decimal',
  float8: 'float',
  timestamptz: 'timestamp',
  unknown: 'a literal',
}

/** typeLabel names a type for a message, in the words of the specification. */
export function typeLabel(type: SqlType): string {
  const element = elementType(type)
  return element ? `array of ${typeLabel(element)}` : (SPOKEN[type] ?? type)
}
