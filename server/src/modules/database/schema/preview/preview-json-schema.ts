// The JSON Schema 2020-12 of a table's rows, as the data API returns and accepts them.

import { valueSchema } from '#engine/ddl/value-schema.ts'
import { whyUnwritable } from '#engine/shapes/written-columns.ts'
import type { Column, Table } from '#modules/database/schema/change/structure.store.ts'
import { presentDefault } from '#modules/database/schema/change/structure.ts'

type Schema = Record<string, unknown>

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

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
  const columns = table.columns.filter(
    ({ name, generated }) => whyUnwritable({ name, is_generated: generated !== undefined }) === undefined,
  )
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
  const { data_type, char_length, enum_values } = column
  const type = { data_type, max_length: char_length ?? undefined, enum_values: enum_values ?? [] }
  const schema: Schema = { ...valueSchema(type), ...describe(column.description) }
  if (column.required || schema.type === undefined) return schema
  const labels = 'enum' in schema ? { enum: [...(schema.enum as unknown[]), null] } : {}
  return { ...schema, ...labels, type: [schema.type, 'null'] }
}

function describe(description: string | null): Schema {
  return description === null ? {} : { description }
}
