// Updates the metadata of columns after a statement.
import { columnSlug } from '#engine/ddl/ddl-names.ts'
import { SYSTEM_COLUMNS } from '#engine/ddl/ddl-table.ts'
import { dataTypeOf, isStillOf, typeProblem } from '#engine/ddl/ddl-type.ts'
import type { SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { MAX_COLUMNS } from '#modules/database/schema/change/tables.schema.ts'
import type { CatalogColumn, CatalogRelation } from '#modules/database/schema/structure/catalog.store.ts'
import { refuseOwnerChange } from '#modules/database/schema/structure/dependants.ts'
import type { KnownTable } from '#modules/database/schema/structure/known-tables.store.ts'
import {
  deleteColumn,
  insertColumns,
  touchTable,
  updateColumn,
} from '#modules/database/schema/structure/tables.store.ts'
import { conflict, invalidInput } from '#platform/errors/app-error.ts'

/** syncColumns updates the metadata of one table's columns. */
export async function syncColumns(
  change: SchemaChange,
  known: KnownTable,
  before: CatalogRelation | undefined,
  after: CatalogRelation,
): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  checkSystemColumns(known.slug, after)
  await refuseOwnerChange(
    change,
    known,
    after.columns.map(({ name }) => name),
  )
  for (const column of known.columns) {
    const present = after.columns.find(({ name }) => name === column.name)
    if (present === undefined) {
      refuseRenamed(known.slug, column.name, before, after)
      await deleteColumn(change, column.id)
    } else if (!isStillOf(column.data_type, present)) {
      const { name, description } = column
      await updateColumn(change, column.id, { name, description, data_type: typeOf(known.slug, present) })
    }
  }
  await adoptColumns(change, known, after.columns)
  await touchTable(change, known.id)
}

/** adoptColumns stores columns that are not in the metadata yet. */
export async function adoptColumns(
  change: SchemaChange,
  table: Pick<KnownTable, 'id' | 'slug'> & { columns: readonly { name: string }[] },
  columns: readonly CatalogColumn[],
): Promise<void> {
  if (columns.filter(({ name }) => !isSystem(name)).length > MAX_COLUMNS)
    throw conflict('limit_reached', `A table can have at most ${MAX_COLUMNS} columns.`)
  const fresh = columns.filter(({ name }) => !table.columns.some((known) => known.name === name))
  await insertColumns(
    change,
    table.id,
    fresh.map((column) => ({
      name: nameOf(table.slug, column),
      data_type: typeOf(table.slug, column),
      description: null,
      is_system: isSystem(column.name),
    })),
  )
}

function isSystem(name: string): boolean {
  return Object.hasOwn(SYSTEM_COLUMNS, name)
}

function nameOf(table: string, { name }: CatalogColumn): string {
  if (isSystem(name)) return name
  const slug = columnSlug(name)
  if (typeof slug !== 'string') throw invalidInput(`The column ${name} of ${table}: ${slug.problem}.`)
  if (slug !== name) throw invalidInput(`The column ${name} of ${table} needs another name, such as ${slug}.`)
  return name
}

function typeOf(table: string, column: CatalogColumn) {
  const data_type = dataTypeOf(column)
  if (data_type !== undefined) return data_type
  throw invalidInput(`The column ${column.name} of ${table}: ${typeProblem(column)}.`)
}

const SYSTEM_TYPES: Readonly<Record<string, string>> = {
  id: 'uuid',
  created_at: 'timestamp with time zone',
  updated_at: 'timestamp with time zone',
  deleted_at: 'timestamp with time zone',
}

function checkSystemColumns(table: string, { columns, primary_key }: CatalogRelation): void {
  for (const [name, sql] of Object.entries(SYSTEM_TYPES)) {
    const column = columns.find((one) => one.name === name)
    const filled = name === 'deleted_at' ? column?.required === false : column?.required && column.has_default
    if (column?.sql === sql && filled) continue
    throw invalidInput(`The column ${name} of ${table} is managed by the server and cannot be changed.`)
  }
  if (primary_key.join() !== 'id') throw invalidInput(`The primary key of ${table} must be its id.`)
}

function refuseRenamed(
  table: string,
  name: string,
  before: CatalogRelation | undefined,
  after: CatalogRelation,
): void {
  const attnum = before?.columns.find((column) => column.name === name)?.attnum
  const renamed = after.columns.find((column) => column.attnum === attnum)
  if (renamed === undefined) return
  throw invalidInput(`The column ${name} of ${table} was renamed by a function; rename it in a statement.`)
}
