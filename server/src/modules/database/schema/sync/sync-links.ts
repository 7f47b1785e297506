// Updates relationships after statements that create, change or drop foreign keys.
import { dropFileCheckStatements, isFileLink } from '#engine/ddl/ddl-file.ts'
import {
  dropParentCheckStatements,
  dropSoftDeleteStatements,
  foreignKeyName,
  type RelationshipDefinition,
} from '#engine/ddl/ddl-relationship.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { freeName } from '#modules/database/schema/relationships/add-link.ts'
import { checkRows } from '#modules/database/schema/relationships/relationship-checks.ts'
import type { KnownTable } from '#modules/database/schema/structure/known-tables.store.ts'
import { guardLinks, guardTargets } from '#modules/database/schema/structure/relationship-links.ts'
import * as store from '#modules/database/schema/structure/relationships.store.ts'
import { type ForeignKey, readForeignKeys } from '#modules/database/schema/structure/schema-state.store.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

type Relationship = store.Relationship

/** syncLinks updates relationships; `before` are those before the statement, `tables` the tables after it. */
export async function syncLinks(
  change: SchemaChange,
  before: readonly Relationship[],
  tables: readonly KnownTable[],
): Promise<void> {
  const keys = await readForeignKeys(change)
  refuseDuplicate(keys)
  const known = await store.listRelationships(change.client, change.project.id)
  for (const link of known) {
    const key = keys.find((one) => isOf(one, link))
    if (key === undefined) await store.deleteRelationship(change, link.id)
    else await updateLink(change, link, key)
  }
  const left = await store.listRelationships(change.client, change.project.id)
  const gone = before.filter(({ id }) => !left.some((link) => link.id === id))
  await dropTriggers(change, gone, tables)
  for (const key of keys.filter((one) => !left.some((link) => isOf(one, link)))) {
    await adopt(change, key, tables, left)
  }
}

function isOf(key: ForeignKey, link: RelationshipDefinition): boolean {
  return (
    key.from_table === link.from_table &&
    key.from_column === link.from_column &&
    key.to_table === link.to_table &&
    key.to_column === link.to_column
  )
}

function refuseDuplicate(keys: readonly ForeignKey[]): void {
  const names = keys.map(({ from_table, from_column }) => `${from_table}.${from_column}`)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw invalidInput(`The column ${twice} can have only one foreign key.`)
}

async function updateLink(change: SchemaChange, link: Relationship, key: ForeignKey): Promise<void> {
  await nameKey(change, key)
  if (key.on_delete === link.on_delete) return
  await store.updateRelationship(change, link.id, { name: link.name, on_delete: key.on_delete })
  await guardTargets(change, [link])
}

async function nameKey(change: SchemaChange, key: ForeignKey): Promise<void> {
  const name = foreignKeyName(key)
  if (key.name === name) return
  const table = quoteIdentifier(key.from_table)
  await run(change, [
    `alter table ${table} rename constraint ${quoteIdentifier(key.name)} to ${quoteIdentifier(name)}`,
  ])
}

async function dropTriggers(
  change: SchemaChange,
  gone: readonly Relationship[],
  tables: readonly KnownTable[],
): Promise<void> {
  const { schema } = change.names
  for (const link of gone) {
    await run(change, dropParentCheckStatements(schema, link))
    if (isFileLink(link)) await run(change, dropFileCheckStatements(schema, link))
    if (tables.some(({ slug }) => slug === link.to_table)) await guardTargets(change, [link])
    else await run(change, dropSoftDeleteStatements(schema, link.to_table))
  }
}

async function adopt(
  change: SchemaChange,
  key: ForeignKey,
  tables: readonly KnownTable[],
  links: readonly Relationship[],
): Promise<void> {
  const ends = {
    from: idsOf(tables, key.from_table, key.from_column),
    to: idsOf(tables, key.to_table, key.to_column),
  }
  const target = tables.find(({ slug }) => slug === key.to_table)
  await checkRows(change, key, target?.columns.some(({ name }) => name === 'deleted_at') ?? false)
  await nameKey(change, key)
  const name = freeName(links, key.from_table, key.from_column)
  const id = await store.insertRelationship(change, { name, ...ends, on_delete: key.on_delete })
  const made = await store.findRelationship(change, id)
  if (made !== undefined) await guardLinks(change, [made])
}

function idsOf(tables: readonly KnownTable[], slug: string, name: string): [string, string] {
  const table = tables.find((one) => one.slug === slug)
  const column = table?.columns.find((one) => one.name === name)
  if (table === undefined || column === undefined)
    throw invalidInput(`A foreign key refers to ${slug}.${name}, which is not a column of this project.`)
  return [table.id, column.id]
}
