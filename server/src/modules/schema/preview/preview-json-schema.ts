// The JSON Schema 2020-12 of a table's rows, as the data API returns and accepts them (spec 2.2, 2.14).

import { MAX_FILE } from '#engine/ddl/ddl-column.ts'
import {
  type DataType,
  type Family,
  MAX_EMAIL,
  PHONE_PATTERN,
  TYPE_FACTS,
} from '#engine/shapes/data-types.ts'
import type { Column, Table } from '#schema/change/structure.store.ts'
import { presentDefault } from '#schema/change/structure.ts'

type Schema = Record<string, unknown>

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
const SERVER_FILLED: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'deleted_at'])

/** rowSchema returns the schema of a row as it is read. */
export function rowSchema(table: Table): Schema {
  return {
    $schema: DIALECT,
    title: table.name,
    ...describe(table.description),
    type: 'object',
    properties: Object.fromEntries(table.columns.map((column) => [column.name, property(column)])),
    required: table.columns.map((column) => column.name),
    additionalProperties: false,
  }
}

/** insertSchema returns the schema of an insert's body, without the columns that the server fills in. */
export function insertSchema(table: Table): Schema {
  const columns = table.columns.filter((column) => !SERVER_FILLED.has(column.name))
  return {
    $schema: DIALECT,
    title: `New row of ${table.name}`,
    type: 'object',
    properties: Object.fromEntries(columns.map((column) => [column.name, withDefault(column)])),
    required: columns.filter((column) => column.required && !isFilled(column)).map((column) => column.name),
    additionalProperties: false,
  }
}

function isFilled(column: Column): boolean {
  return column.default !== undefined || column.data_type === 'serial'
}

function withDefault(column: Column): Schema {
  const constant = column.default?.kind === 'constant'
  return constant
    ? { ...property(column), default: presentDefault(column.data_type, column.default) }
    : property(column)
}

function property(column: Column): Schema {
  const schema = { ...valueSchema(column), ...describe(column.description) }
  if (column.required || schema.type === undefined) return schema
  const labels = 'enum' in schema ? { enum: [...(schema.enum as unknown[]), null] } : {}
  return { ...schema, ...labels, type: [schema.type, 'null'] }
}

function describe(description: string | null): Schema {
  return description === null ? {} : { description }
}

const FAMILIES: Readonly<Record<Family, Schema>> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  temporal: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  json: {},
  bytes: { type: 'string', pattern: '^\\\\x(?:[0-9a-f]{2})*$' },
  inet: { type: 'string' },
}

const TYPES: Readonly<Partial<Record<DataType, Schema>>> = {
  date: { format: 'date' },
  timestamp: { format: 'date-time' },
  email: { format: 'email', maxLength: MAX_EMAIL },
  phone: { pattern: PHONE_PATTERN },
  file: { maxLength: MAX_FILE },
}

function valueSchema({ data_type, char_length, enum_values }: Column): Schema {
  const { family, range } = TYPE_FACTS[data_type]
  // A larger bound would lose digits as a double.
  const bounded = range !== undefined && range[1] <= BigInt(Number.MAX_SAFE_INTEGER)
  return {
    ...FAMILIES[family],
    ...TYPES[data_type],
    ...(bounded ? { minimum: Number(range[0]), maximum: Number(range[1]) } : {}),
    ...(char_length === null ? {} : { maxLength: char_length }),
    ...(enum_values === null ? {} : { enum: enum_values }),
  }
}
