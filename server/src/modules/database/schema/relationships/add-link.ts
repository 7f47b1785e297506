// Adds and changes relationships in PostgreSQL and in the metadata, once it is known that they are possible.
import { indexStatements } from '#engine/ddl/ddl-column.ts'
import { dropForeignKeyStatement, foreignKeyStatement, type OnDelete } from '#engine/ddl/ddl-relationship.ts'
import { run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import type { Column, Table } from '#modules/database/schema/change/structure.store.ts'
import { definitionOf } from '#modules/database/schema/change/structure.ts'
import { guardLinks, guardTargets } from '#modules/database/schema/structure/relationship-links.ts'
import * as store from '#modules/database/schema/structure/relationships.store.ts'
import { checkRows } from './relationship-checks.ts'

/** End is one side of a relationship. */
export interface End {
  readonly table: Table
  readonly column: Column
}

/** LinkFields are what a project chooses of a relationship. */
export interface LinkFields {
  readonly name: string
  readonly on_delete: OnDelete
}

/** shortName is the name of a relationship where none is sent: that of its column, without `_id`. */
export function shortName(column: string): string {
  return column.replace(/_id$/, '') || column
}

/** freeName returns the short name, or the column's where another relationship of the table has that. */
export function freeName(links: readonly store.Relationship[], table: string, column: string): string {
  const short = shortName(column)
  return links.some((link) => link.from_table === table && link.name === short) ? column : short
}

/** addLink adds a foreign key with its index and its triggers. Throws a 409 if existing rows violate it. */
export async function addLink(
  change: SchemaChange,
  from: End,
  to: End,
  { name, on_delete }: LinkFields,
): Promise<store.Relationship> {
  const link = { ...slugs(from, 'from'), ...slugs(to, 'to'), on_delete }
  await checkRows(
    change,
    link,
    to.table.columns.some((column) => column.name === 'deleted_at'),
  )
  await run(change, [
    foreignKeyStatement(link),
    ...indexStatements(from.table.slug, missingIndex(from.column)),
  ])
  const id = await store.insertRelationship(change, { name, from: ids(from), to: ids(to), on_delete })
  const made = await store.findRelationship(change, id)
  if (made === undefined) throw new Error(`the relationship ${id} was not stored`)
  await guardLinks(change, [made])
  return made
}

/** changeLink changes a relationship's name or its rule. */
export async function changeLink(
  change: SchemaChange,
  link: store.Relationship,
  { name, on_delete }: LinkFields,
): Promise<void> {
  if (on_delete !== link.on_delete)
    await run(change, [dropForeignKeyStatement(link), foreignKeyStatement({ ...link, on_delete })])
  await store.updateRelationship(change, link.id, { name, on_delete })
  await guardTargets(change, [link])
}

// Without an index, every deletion of a target row would scan the referring table.
function missingIndex(column: Column) {
  return { ...definitionOf(column), unique: false, indexed: !column.indexed && column.name !== 'id' }
}

function slugs<Side extends 'from' | 'to'>({ table, column }: End, side: Side) {
  return { [`${side}_table`]: table.slug, [`${side}_column`]: column.name } as Record<
    `${Side}_table` | `${Side}_column`,
    string
  >
}

function ids({ table, column }: End): [string, string] {
  return [table.id, column.id]
}
