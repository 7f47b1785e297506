// A new table, with its columns, relationships and indexes, and with what another module adds to it, all in one change.
import type { z } from 'zod'
import { indexStatement } from '#engine/ddl/ddl-index.ts'
import { idDefault, protectionStatements, SYSTEM_COLUMNS, tableStatements } from '#engine/ddl/ddl-table.ts'
import { slugify } from '#engine/shapes/identifiers.ts'
import { readColumns, slugOf } from '#modules/database/schema/change/names.ts'
import {
  type ChangeScope,
  changeSchema,
  readNumber,
  run,
  type SchemaChange,
} from '#modules/database/schema/change/schema-change.service.ts'
import { getTable, presentTable } from '#modules/database/schema/change/structure.ts'
import { MAX_TABLES, table } from '#modules/database/schema/change/tables.schema.ts'
import { checkDefault, prepareDefaults } from '#modules/database/schema/columns/defaults.ts'
import { linkFiles } from '#modules/database/schema/columns/file-columns.ts'
import { addRelationship } from '#modules/database/schema/relationships/relationships.service.ts'
import * as store from '#modules/database/schema/structure/tables.store.ts'
import { conflict } from '#platform/errors/app-error.ts'
import { below } from '#platform/errors/below.ts'
import type { Platform } from '#platform/platform.ts'
import { readIndexes } from './new-indexes.ts'
import { newTable } from './new-table.schema.ts'
import { refuseTaken } from './tables.service.ts'

/** NewTable is a new table without its policies. */
export type NewTable = z.output<typeof newTable>

/** newTableFields are the fields of NewTable in a request, and madeTable is the table in the answer. */
export const newTableFields = newTable
export const madeTable = table

/**
 * createTable creates a table with row-level security enabled and forced. `finish` adds to it before it is committed. The history
 * keeps `input` as a whole.
 */
export async function createTable(
  platform: Platform,
  scope: ChangeScope,
  input: NewTable,
  finish: (change: SchemaChange, slug: string) => Promise<void>,
) {
  const slug = slugOf(input.name)
  const columns = readColumns(input.columns)
  const definition = { slug, columns: columns.map((column) => column.definition) }
  const indexes = readIndexes(input.indexes ?? [], definition.columns)
  await prepareDefaults(platform, scope.project, columns)
  return changeSchema(platform, scope, async (change) => {
    change.note({ kind: 'table.create', input })
    await refuseTaken(change, slug, 'name')
    if ((await store.countTables(change)) >= MAX_TABLES) {
      throw conflict('limit_reached', `A project can have at most ${MAX_TABLES} tables.`)
    }
    for (const column of columns) await checkDefault(change, slug, column.definition, column.at)
    const version = await readNumber(change, `current_setting('server_version_num')`)
    await run(change, [
      ...tableStatements(definition, idDefault(version)),
      ...indexes.map((index) => indexStatement(slug, index)),
      ...protectionStatements(slug, change.names.data),
    ])
    const { name, description = null } = input
    const id = await store.insertTable(change, { slug, name, description })
    await store.insertColumns(change, id, [
      ...Object.entries(SYSTEM_COLUMNS).map(([system, data_type]) => ({
        name: system,
        data_type,
        description: null,
        is_system: true,
      })),
      ...columns.map((column) => ({
        ...column.definition,
        description: column.description,
        is_system: false,
      })),
    ])
    await linkFiles(change, slug, definition.columns)
    await relate(change, slug, input.relationships ?? [])
    await finish(change, slug)
    return presentTable(await getTable(change.client, change.project.id, id))
  })
}

async function relate(
  change: SchemaChange,
  slug: string,
  relationships: NonNullable<NewTable['relationships']>,
): Promise<void> {
  for (const [index, { to_table = slug, from_column, ...link }] of relationships.entries()) {
    const input = { ...link, from_table: slug, from_column: slugify(from_column), to_table }
    await below(`relationships.${index}`, () => addRelationship(change, input))
  }
}
