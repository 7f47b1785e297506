// The types of PostgreSQL that columns have: what is the same of all data types that are stored as one of them.

/** ValueKind is how a value looks in JSON. */
export type ValueKind = 'text' | 'integer' | 'number' | 'boolean' | 'json'

interface FamilyFacts {
  readonly kind: ValueKind
  /** expected stands behind the name of a column. */
  readonly expected: string
  /** schema is what the JSON Schema of a value says beside its type. */
  readonly schema?: Readonly<Record<string, unknown>>
  /** checkedByPostgres is true where the server sees no more than the form of a value. */
  readonly checkedByPostgres?: true
}

const GROUPS = {
  text: { kind: 'text', expected: 'must be a text' },
  integer: { kind: 'integer', expected: 'must be a whole number' },
  number: { kind: 'number', expected: 'must be a number', checkedByPostgres: true },
  boolean: { kind: 'boolean', expected: 'must be true or false' },
  temporal: { kind: 'text', expected: 'must be a date or time', checkedByPostgres: true },
  uuid: { kind: 'text', expected: 'must be a UUID', schema: { format: 'uuid' } },
  json: { kind: 'json', expected: 'must be JSON', checkedByPostgres: true },
  bytes: {
    kind: 'text',
    expected: 'must be hexadecimal digits that begin with \\x',
    schema: { pattern: '^\\\\x(?:[0-9a-f]{2})*$' },
  },
  inet: { kind: 'text', expected: 'must be an IP address such as 192.0.2.10', checkedByPostgres: true },
} as const satisfies Readonly<Record<string, FamilyFacts>>

/** Family is how values of a type look in JSON and in filters. */
export type Family = keyof typeof GROUPS

/** FAMILIES has an entry for each. */
export const FAMILIES: Readonly<Record<Family, FamilyFacts>> = GROUPS

/** Comparability groups the types that conditions compare with each other. */
export type Comparability =
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

/** BaseTypeFacts is what the engine knows of a type of PostgreSQL. */
export interface BaseTypeFacts {
  readonly family: Family
  readonly comparability: Comparability
  /** sql is what the catalog calls the type. */
  readonly sql: string
  /** castName is its name in pg_catalog; an enum is a type of its column's own, which has none there. */
  readonly castName?: string
  /** range bounds integers. */
  readonly range?: readonly [bigint, bigint]
  /** exact is true of numbers that can have more digits than a double. */
  readonly exact?: true
  /** shown writes a value as the text that answers show, where a cast to text gives another one. */
  readonly shown?: (value: string) => string
}

const INT2: readonly [bigint, bigint] = [-(2n ** 15n), 2n ** 15n - 1n]
const INT4: readonly [bigint, bigint] = [-(2n ** 31n), 2n ** 31n - 1n]
const INT8: readonly [bigint, bigint] = [-(2n ** 63n), 2n ** 63n - 1n]

const asJson = (value: string) => `(to_json(${value}) #>> '{}')`

const number = { family: 'number', comparability: 'number' } as const
const integer = { family: 'integer', comparability: 'number' } as const
const text = { family: 'text', comparability: 'text' } as const
const temporal = { family: 'temporal' } as const
const json = { family: 'json', comparability: 'json' } as const

const TYPES = {
  bool: { family: 'boolean', comparability: 'bool', sql: 'boolean', castName: 'bool' },
  int2: { ...integer, sql: 'smallint', castName: 'int2', range: INT2 },
  int4: { ...integer, sql: 'integer', castName: 'int4', range: INT4 },
  int8: { ...integer, sql: 'bigint', castName: 'int8', range: INT8, exact: true },
  numeric: { ...number, sql: 'numeric', castName: 'numeric', exact: true },
  float8: { ...number, sql: 'double precision', castName: 'float8' },
  text: { ...text, sql: 'text', castName: 'text' },
  enum: { ...text, sql: 'text' },
  char: { ...text, sql: 'character', castName: 'bpchar', shown: asJson },
  uuid: { family: 'uuid', comparability: 'uuid', sql: 'uuid', castName: 'uuid' },
  date: { ...temporal, comparability: 'date', sql: 'date', castName: 'date' },
  time: { ...temporal, comparability: 'time', sql: 'time without time zone', castName: 'time' },
  timestamptz: {
    ...temporal,
    comparability: 'moment',
    sql: 'timestamp with time zone',
    castName: 'timestamptz',
    shown: asJson,
  },
  interval: { ...temporal, comparability: 'interval', sql: 'interval', castName: 'interval' },
  json: { ...json, sql: 'json', castName: 'json' },
  jsonb: { ...json, sql: 'jsonb', castName: 'jsonb' },
  bytea: { family: 'bytes', comparability: 'bytea', sql: 'bytea', castName: 'bytea' },
  inet: {
    family: 'inet',
    comparability: 'inet',
    sql: 'inet',
    castName: 'inet',
    shown: (value) => `abbrev(${value})`,
  },
} as const satisfies Readonly<Record<string, BaseTypeFacts>>

/** BaseType is a type as conditions tell them apart: mostly PostgreSQL's own, with `text` for all unbounded text. */
export type BaseType = keyof typeof TYPES

/** BASE_TYPES has an entry for each. */
export const BASE_TYPES: Readonly<Record<BaseType, BaseTypeFacts>> = TYPES
