// Finds tables and columns by the id or name in a URL, and represents them for the API.

import type { ColumnDefinition } from '#engine/ddl/ddl-column.ts'
import type { ColumnDefault } from '#engine/ddl/ddl-default.ts'
import { type DataType, TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import { isUuid } from '#engine/shapes/uuid.ts'
import { unknownTable } from '#platform/db/catalog/table-shapes.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { AppError, invalidInput, notFound } from '#platform/errors/app-error.ts'
import { parseJsonBody } from '#platform/http/bodies/json-body.ts'
import { type Column, findTable, isView, listSlugs, type Table } from './structure.store.ts'

const SLUG = /^[^\0]{1,63}$/

/** getTable returns a table of a project by its id or its slug, or throws 404. */
export async function getTable(db: Queryable, projectId: string, key: string): Promise<Table> {
  const by = isUuid(key) ? { id: key.toLowerCase() } : { slug: key }
  const table = SLUG.test(key) ? await findTable(db, projectId, by) : undefined
  if (table !== undefined) return table
  if (SLUG.test(key) && (await isView(db, projectId, key)))
    throw new AppError('not_found', `${key} is a view, not a table: use the routes below /schema/views.`)
  throw unknownTable(key, await listSlugs(db, projectId))
}

/** getColumn returns a column of a table by its id or its name, or throws 404. */
export function getColumn(table: Table, key: string): Column {
  const id = key.toLowerCase()
  const column = table.columns.find((candidate) => candidate.id === id || candidate.name === key)
  if (column !== undefined) return column
  const { message } = notFound(`The column ${key.slice(0, 63)} of ${table.slug}`)
  const names = table.columns.map(({ name }) => name)
  throw new AppError('not_found', `${message}${isUuid(key) ? '' : suggestion(key, names)}`)
}

/** getOwnTable returns a table that the project is allowed to change, or throws a 400: `users` is not. */
export async function getOwnTable(db: Queryable, projectId: string, key: string): Promise<Table> {
  const table = await getTable(db, projectId, key)
  if (table.read_only)
    throw invalidInput(`The table ${table.slug} is managed by the server and cannot be changed.`)
  return table
}

/** getOwnColumn returns a column that the project is allowed to change, or throws a 400. */
export function getOwnColumn(table: Table, key: string): Column {
  const column = getColumn(table, key)
  if (column.is_system)
    throw invalidInput(`The column ${column.name} is managed by the server and cannot be changed.`)
  return column
}

/** definitionOf returns a column's definition for the SQL generator. */
export function definitionOf(column: Column): ColumnDefinition {
  return {
    ...column,
    char_length: column.char_length ?? undefined,
    enum_values: column.enum_values ?? [],
  }
}

/** presentTable returns the API's representation of a table. */
export function presentTable({ columns, ...table }: Table) {
  return { ...table, columns: columns.map(presentColumn) }
}

/** presentColumn returns the API's representation of a column. */
export function presentColumn(column: Column) {
  return {
    id: column.id,
    name: column.name,
    data_type: column.data_type,
    char_length: column.char_length,
    required: column.required,
    unique: column.unique,
    indexed: column.indexed,
    description: column.description,
    default_value: presentDefault(column.data_type, column.default),
    enum_values: column.enum_values,
    is_system: column.is_system,
    ...(column.generated === undefined ? {} : { generated: column.generated }),
    ...(column.on_delete === undefined ? {} : { on_delete: column.on_delete }),
  }
}

/** presentDefault returns a default as the JSON value that was sent when the column was created. */
export function presentDefault(type: DataType, value: ColumnDefault | undefined): unknown {
  if (value === undefined) return null
  if (value.kind === 'expression') return value.sql
  const { family } = TYPE_FACTS[type]
  if (family === 'boolean') return value.text === 'true' || value.text === 't'
  const json = family === 'integer' || family === 'number' || family === 'json'
  // NaN and Infinity are numbers to PostgreSQL but not to JSON.
  if (!json || /^[+-]?(?:nan|inf)/i.test(value.text)) return value.text
  return parseJsonBody(Buffer.from(value.text))
}
