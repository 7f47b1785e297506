// The data types of columns, in one table. What a type is to filters, conditions, casts, GraphQL, OpenAPI and the types that are
// written for clients follows from its row, and from that of its base type.
import { BASE_TYPES, type BaseType, type BaseTypeFacts } from './base-types.ts'

/** TextRule is a pattern that means the same to JavaScript and to PostgreSQL; `most` is how many characters a value may have. */
export interface TextRule {
  readonly pattern: string
  readonly most?: number
  readonly problem: string
}

interface DataTypeRow {
  readonly base: BaseType
  /** sql is the PostgreSQL type where it is not that of the base; `string` and `char` take a length. */
  readonly sql?: string
  /** example is a value, written as in a filter. It fits each column of the type. */
  readonly example: string
  /** what names a value in a message that shows the example; unset where the form is plain from the type's name. */
  readonly what?: string
  /** rule is what values meet beyond what their PostgreSQL type says. */
  readonly rule?: TextRule
  /** schema is what the JSON Schema of a value says beside that of its family. */
  readonly schema?: Readonly<Record<string, unknown>>
}

// One `@`, no blanks, a dot in the domain.
const EMAIL_PATTERN = '^[^@[:space:]]{1,64}@[^@[:space:].]+([.][^@[:space:].]+)+$'

// E.164: a country code, 7 to 15 digits in all.
const PHONE_PATTERN = '^[+][1-9][0-9]{6,14}$'

/** MAX_EMAIL is how many characters an e-mail address may have. */
export const MAX_EMAIL = 254

const UUID = '01920000-0000-7000-8000-000000000001'

// In the order in which the API lists them. Of several types that are the same in the catalog, a column made by SQL gets the first.
const ROWS = {
  string: { base: 'text', sql: 'character varying', example: 'Chai' },
  text: { base: 'text', example: 'Chai' },
  integer: { base: 'int4', example: '-2147483648' },
  smallint: { base: 'int2', example: '32767' },
  bigint: { base: 'int8', example: '9007199254740993' },
  serial: { base: 'int4', example: '7' },
  decimal: { base: 'numeric', example: '12345678901234567890.125' },
  float: { base: 'float8', example: '0.5' },
  boolean: { base: 'bool', example: 'true' },
  date: { base: 'date', example: '2026-01-31', what: 'a date', schema: { format: 'date' } },
  timestamp: {
    base: 'timestamptz',
    example: '2026-01-31T14:30:00Z',
    what: 'a date and time',
    schema: { format: 'date-time' },
  },
  time: { base: 'time', example: '14:30:00', what: 'a time of day' },
  interval: { base: 'interval', example: '3 days 04:30:00', what: 'a span of time' },
  uuid: { base: 'uuid', example: UUID },
  json: { base: 'json', example: '{"a":[1,null]}' },
  jsonb: { base: 'jsonb', example: '{"a": [1, null]}' },
  // Its labels are values, each column its own.
  enum: { base: 'enum', example: '' },
  email: {
    base: 'text',
    example: 'amina@example.com',
    rule: { pattern: EMAIL_PATTERN, most: MAX_EMAIL, problem: 'must be an e-mail address' },
    schema: { format: 'email', maxLength: MAX_EMAIL },
  },
  phone: {
    base: 'text',
    example: '+255712345678',
    rule: {
      pattern: PHONE_PATTERN,
      problem: 'must be a phone number with its country code, such as +255712345678',
    },
    schema: { pattern: PHONE_PATTERN },
  },
  // Four decimals hold every currency and the rates between them; a float would lose shillings.
  money: { base: 'numeric', sql: 'numeric(19,4)', example: '1500.5000' },
  // The id of a stored object: a relationship to storage_objects.
  file: { base: 'uuid', example: UUID },
  char: { base: 'char', example: 'x' },
  bytea: { base: 'bytea', example: '\\x00ff' },
  inet: { base: 'inet', example: '192.0.2.10', what: 'an IP address' },
} as const satisfies Readonly<Record<string, DataTypeRow>>

/** DataType is the `data_type` of a column. */
export type DataType = keyof typeof ROWS

/** DATA_TYPES lists them. */
export const DATA_TYPES = Object.keys(ROWS) as [DataType, ...DataType[]]

/** TypeFacts is what the engine knows of a type. */
export type TypeFacts = BaseTypeFacts & DataTypeRow & { readonly sql: string }

/** TYPE_FACTS has an entry for each data type. */
export const TYPE_FACTS = Object.fromEntries(
  Object.entries<DataTypeRow>(ROWS).map(([type, row]) => [type, { ...BASE_TYPES[row.base], ...row }]),
) as Readonly<Record<DataType, TypeFacts>>

/** DEFAULT_LENGTH is what `string` and `char` hold where no `char_length` is given. */
export const DEFAULT_LENGTH = { string: 255, char: 1 } as const

const PATTERNS = new Map(
  Object.values(TYPE_FACTS).flatMap(({ rule }) =>
    rule === undefined ? [] : [[rule, new RegExp(rule.pattern.replaceAll('[:space:]', '\\s'), 'u')]],
  ),
)

/** meets reports whether a text meets a rule. */
export function meets(text: string, rule: TextRule): boolean {
  return text.length <= (rule.most ?? Number.POSITIVE_INFINITY) && PATTERNS.get(rule)?.test(text) === true
}

/** isEmail reports whether a text may stand in an `email` column. */
export function isEmail(text: string): boolean {
  return meets(text, ROWS.email.rule)
}

/** isPhone reports whether a text may stand in a `phone` column. */
export function isPhone(text: string): boolean {
  return meets(text, ROWS.phone.rule)
}
