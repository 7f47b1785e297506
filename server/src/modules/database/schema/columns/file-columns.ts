// Columns of type `file`: each has a relationship to the project's files, made and removed with it.
import type { ColumnDefinition } from '#engine/ddl/ddl-column.ts'
import { FILES, isFileLink } from '#engine/ddl/ddl-file.ts'
import type { SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import type { Column, Table } from '#modules/database/schema/change/structure.store.ts'
import { getColumn, getTable } from '#modules/database/schema/change/structure.ts'
import { addLink, changeLink, freeName } from '#modules/database/schema/relationships/add-link.ts'
import { linksOf, removeLinks } from '#modules/database/schema/structure/relationship-links.ts'
import {
  listRelationships,
  type Relationship,
} from '#modules/database/schema/structure/relationships.store.ts'

/** linkFiles adds the relationships of those columns that are of type `file`; the columns themselves exist. */
export async function linkFiles(
  change: SchemaChange,
  slug: string,
  columns: readonly ColumnDefinition[],
): Promise<void> {
  const { client, project } = change
  const files = columns.filter(({ data_type }) => data_type === 'file')
  if (files.length === 0) return
  const to = await getTable(client, project.id, FILES)
  const table = await getTable(client, project.id, slug)
  for (const { name, on_delete = 'set_null' } of files) {
    const links = await listRelationships(client, project.id, table.id)
    const from = { table, column: getColumn(table, name) }
    const fields = { name: freeName(links, slug, name), on_delete }
    await addLink(change, from, { table: to, column: getColumn(to, 'id') }, fields)
  }
}

/** unlinkFile removes the relationship of a `file` column, before the column is dropped or gets another type. */
export async function unlinkFile(change: SchemaChange, table: Table, column: Column): Promise<void> {
  const link = await fileLinkOf(change, table, column)
  if (link !== undefined) await removeLinks(change, [link])
}

/** changeFileRule changes what happens to rows of a `file` column when their file is deleted. */
export async function changeFileRule(
  change: SchemaChange,
  table: Table,
  column: Column,
  { on_delete }: ColumnDefinition,
): Promise<void> {
  if (on_delete === undefined || on_delete === column.on_delete) return
  const link = await fileLinkOf(change, table, column)
  if (link !== undefined) await changeLink(change, link, { name: link.name, on_delete })
}

async function fileLinkOf(
  change: SchemaChange,
  table: Table,
  column: Column,
): Promise<Relationship | undefined> {
  const links = await linksOf(change, table.id)
  return links.find(
    (link) => link.from_table === table.slug && link.from_column === column.name && isFileLink(link),
  )
}
