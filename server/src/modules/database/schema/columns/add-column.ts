// POST /tables/{tableID}/columns.
import type { z } from 'zod'
import { columnClause, enumStatement, indexStatements } from '#engine/ddl/ddl-column.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { columnCreate } from '#modules/database/schema/change/columns.schema.ts'
import { readColumn } from '#modules/database/schema/change/names.ts'
import {
  type ChangeScope,
  changeSchema,
  readNumber,
  run,
  type SchemaChange,
} from '#modules/database/schema/change/schema-change.service.ts'
import type { Table } from '#modules/database/schema/change/structure.store.ts'
import { getColumn, getOwnTable, getTable, presentColumn } from '#modules/database/schema/change/structure.ts'
import { MAX_COLUMNS } from '#modules/database/schema/change/tables.schema.ts'
import { refuseOwnerChange } from '#modules/database/schema/structure/dependants.ts'
import { insertColumns, touchTable } from '#modules/database/schema/structure/tables.store.ts'
import { alreadyExists, conflict } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { checkDefault, prepareDefaults } from './defaults.ts'
import { linkFiles } from './file-columns.ts'

/** addColumn adds a column; existing rows get its default. Throws a 409 if they need one and there is none. */
export async function addColumn(
  platform: Platform,
  scope: ChangeScope,
  tableKey: string,
  input: z.output<typeof columnCreate>,
) {
  const { definition, description, at } = readColumn(input)
  await prepareDefaults(platform, scope.project, [{ definition, at }])
  return changeSchema(platform, scope, async (change) => {
    const { project } = change
    const table = await getOwnTable(change.client, project.id, tableKey)
    change.note({ kind: 'column.create', table: table.slug, input })
    refuseTaken(table, definition.name)
    await refuseOwnerChange(change, table, [...table.columns.map(({ name }) => name), definition.name])
    await checkDefault(change, table.slug, definition)
    const relation = quoteIdentifier(table.slug)
    await run(change, [`lock table ${relation} in access exclusive mode`])
    const filled = definition.default !== undefined || definition.data_type === 'serial'
    if (definition.required && !filled) await refuseRows(change, table, definition.name)
    await run(change, [
      ...(definition.data_type === 'enum' ? [enumStatement(table.slug, definition)] : []),
      `alter table ${relation} add column ${columnClause(table.slug, definition)}`,
      ...indexStatements(table.slug, definition),
    ])
    await insertColumns(change, table.id, [{ ...definition, description, is_system: false }])
    await linkFiles(change, table.slug, [definition])
    await touchTable(change, table.id)
    return presentColumn(getColumn(await getTable(change.client, project.id, table.id), definition.name))
  })
}

function refuseTaken(table: Table, name: string): void {
  if (table.columns.some((column) => column.name === name)) {
    throw alreadyExists('name', `The table ${table.slug} already has a column ${name}.`)
  }
  if (table.columns.filter((column) => !column.is_system).length >= MAX_COLUMNS) {
    throw conflict('limit_reached', `A table can have at most ${MAX_COLUMNS} columns.`)
  }
}

async function refuseRows(change: SchemaChange, table: Table, name: string): Promise<void> {
  const rows = await readNumber(change, `select count(*) from ${quoteIdentifier(table.slug)}`)
  if (rows === 0) return
  throw conflict(
    'values_in_the_way',
    `${rows} ${rows === 1 ? 'row' : 'rows'} of ${table.slug} (deleted ones included) would have no value in ${name}. Send a default_value, or add the column without required.`,
    { rows },
  )
}
