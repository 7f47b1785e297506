// The 24 data types of the specification (2.14) and what each is in PostgreSQL and in JSON.

/** DATA_TYPES lists every value that a column's `data_type` may have. */
export const DATA_TYPES = [
  'string',
  'text',
  'integer',
  'smallint',
  'bigint',
  'serial',
  'decimal',
  'float',
  'boolean',
  'date',
  'timestamp',
  'time',
  'interval',
  'uuid',
  'json',
  'jsonb',
  'enum',
  'email',
  'phone',
  'money',
  'file',
  'char',
  'bytea',
  'inet',
] as const

/** DataType is one of the 24 types of the specification. */
export type DataType = (typeof DATA_TYPES)[number]

/** Family is how values of a type look in JSON and in filters. */
export type Family =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'temporal'
  | 'uuid'
  | 'json'
  | 'bytes'
  | 'inet'

/** TypeFacts is what the engine knows of a type. */
export interface TypeFacts {
  readonly family: Family
  /** sql is the PostgreSQL type; `string` and `char` take a length, `enum` is a type of the column's own. */
  readonly sql: string
  /** range bounds integers. */
  readonly range?: readonly [bigint, bigint]
}

const INT2: readonly [bigint, bigint] = [-(2n ** 15n), 2n ** 15n - 1n]
const INT4: readonly [bigint, bigint] = [-(2n ** 31n), 2n ** 31n - 1n]
const INT8: readonly [bigint, bigint] = [-(2n ** 63n), 2n ** 63n - 1n]

/** TYPE_FACTS has an entry for each data type. Timestamps carry a time zone and are given in UTC. */
export const TYPE_FACTS: Readonly<Record<DataType, TypeFacts>> = {
  string: { family: 'text', sql: 'character varying' },
  text: { family: 'text', sql: 'text' },
  integer: { family: 'integer', sql: 'integer', range: INT4 },
  smallint: { family: 'integer', sql: 'smallint', range: INT2 },
  bigint: { family: 'integer', sql: 'bigint', range: INT8 },
  serial: { family: 'integer', sql: 'integer', range: INT4 },
  decimal: { family: 'number', sql: 'numeric' },
  float: { family: 'number', sql: 'double precision' },
  boolean: { family: 'boolean', sql: 'boolean' },
  date: { family: 'temporal', sql: 'date' },
  timestamp: { family: 'temporal', sql: 'timestamp with time zone' },
  time: { family: 'temporal', sql: 'time without time zone' },
  interval: { family: 'temporal', sql: 'interval' },
  uuid: { family: 'uuid', sql: 'uuid' },
  json: { family: 'json', sql: 'json' },
  jsonb: { family: 'json', sql: 'jsonb' },
  enum: { family: 'text', sql: 'text' },
  email: { family: 'text', sql: 'text' },
  phone: { family: 'text', sql: 'text' },
  // Four decimals hold every currency and the rates between them; a float would lose shillings.
  money: { family: 'number', sql: 'numeric(19,4)' },
  // The id of a stored object: a relationship to storage_objects.
  file: { family: 'uuid', sql: 'uuid' },
  char: { family: 'text', sql: 'character' },
  bytea: { family: 'bytes', sql: 'bytea' },
  inet: { family: 'inet', sql: 'inet' },
}

/** DEFAULT_LENGTH is what `string` and `char` hold where no `char_length` is given. */
export const DEFAULT_LENGTH = { string: 255, char: 1 } as const

// Both patterns mean the same to JavaScript and to PostgreSQL, so that the same rule stands in both places.
/** EMAIL_PATTERN is what an `email` column takes: one `@`, no blanks, a dot in the domain, at most 254 characters. */
export const EMAIL_PATTERN = '^[^@[:space:]]{1,64}@[^@[:space:].]+([.][^@[:space:].]+)+$'

/** PHONE_PATTERN is what a `phone` column takes: `+`, a country code, 7 to 15 digits in all (E.164). */
export const PHONE_PATTERN = '^[+][1-9][0-9]{6,14}$'

/** MAX_EMAIL is how many characters an e-mail address may have. */
export const MAX_EMAIL = 254

const email = new RegExp(EMAIL_PATTERN.replaceAll('[:space:]', '\\s'), 'u')
const phone = new RegExp(PHONE_PATTERN)

/** isEmail reports whether a text may stand in an `email` column. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && email.test(text)
}

/** isPhone reports whether a text may stand in a `phone` column. */
export function isPhone(text: string): boolean {
  return phone.test(text)
}
