// DELETE /tables/{tableID}/columns/{columnID}.
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import {
  type ChangeScope,
  changeSchema,
  run,
  type SchemaChange,
} from '#modules/database/schema/change/schema-change.service.ts'
import type { Column, Table } from '#modules/database/schema/change/structure.store.ts'
import { getOwnColumn, getOwnTable } from '#modules/database/schema/change/structure.ts'
import { refuseOwnerChange, refusePolicies } from '#modules/database/schema/structure/dependants.ts'
import { dropEnumTypes } from '#modules/database/schema/structure/derived-objects.ts'
import { linksOf, removeLinks } from '#modules/database/schema/structure/relationship-links.ts'
import type { Relationship } from '#modules/database/schema/structure/relationships.store.ts'
import { deleteColumn, touchTable } from '#modules/database/schema/structure/tables.store.ts'
import { conflict } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { unlinkFile } from './file-columns.ts'

/** removeColumn drops a column; with `cascade`, also its relationships. */
export async function removeColumn(
  platform: Platform,
  scope: ChangeScope,
  tableKey: string,
  columnKey: string,
  cascade: boolean,
): Promise<void> {
  await changeSchema(platform, scope, async (change) => {
    const table = await getOwnTable(change.client, change.project.id, tableKey)
    const column = getOwnColumn(table, columnKey)
    change.note({ kind: 'column.remove', table: table.slug, column: column.name, cascade })
    const names = table.columns.map(({ name }) => name).filter((name) => name !== column.name)
    await refuseOwnerChange(change, table, names)
    await refusePolicies(change, table, column)
    if (column.data_type === 'file') await unlinkFile(change, table, column)
    const links = await linksOfColumn(change, table, column)
    if (links.length > 0 && !cascade) throw stillLinked(column, links)
    await removeLinks(change, links)
    await run(change, [
      `alter table ${quoteIdentifier(table.slug)} drop column ${quoteIdentifier(column.name)}`,
    ])
    await dropEnumTypes(change, table.slug, [column])
    await deleteColumn(change, column.id)
    await touchTable(change, table.id)
  })
}

/** linksOfColumn returns the relationships from or to a column. */
export async function linksOfColumn(
  change: SchemaChange,
  table: Table,
  column: Column,
): Promise<Relationship[]> {
  const links = await linksOf(change, table.id)
  return links.filter(
    (link) =>
      (link.from_table === table.slug && link.from_column === column.name) ||
      (link.to_table === table.slug && link.to_column === column.name),
  )
}

function stillLinked(column: Column, links: readonly Relationship[]) {
  const names = links.map((link) => link.name)
  return conflict(
    'in_use',
    `The column ${column.name} is used by the relationships ${names.join(', ')}. Add ?cascade=true to remove them as well.`,
    { relationships: links.map(({ id, name }) => ({ id, name })) },
  )
}
