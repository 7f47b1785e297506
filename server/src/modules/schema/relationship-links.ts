// The foreign keys and triggers behind relationships, put up and taken down with them (spec 2.2, 4.13).
import {
  dropForeignKeyStatement,
  dropParentCheckStatements,
  dropSoftDeleteStatement,
  parentCheckStatements,
  softDeleteStatements,
} from '#engine/ddl-relationship.ts'
import { deleteRelationship, listRelationships, type Relationship } from './relationships.store.ts'
import { run, type SchemaChange } from './schema-change.service.ts'

/** linksOf gives the relationships of a table, in either direction. */
export function linksOf(change: SchemaChange, tableId: string): Promise<Relationship[]> {
  return listRelationships(change.client, change.project.id, tableId)
}

/** guardLinks puts soft deletes under the rules of relationships; a target without soft deletes needs nothing. */
export async function guardLinks(change: SchemaChange, links: readonly Relationship[]): Promise<void> {
  const { schema } = change.names
  const soft = links.filter((link) => link.to_soft_delete)
  await run(
    change,
    soft.flatMap((link) => [
      ...parentCheckStatements(schema, link),
      ...softDeleteStatements(schema, link.to_table),
    ]),
  )
}

/** unguardLinks takes the checks of the referring side down, whose functions hold names. */
export async function unguardLinks(change: SchemaChange, links: readonly Relationship[]): Promise<void> {
  await run(
    change,
    links.flatMap((link) => dropParentCheckStatements(change.names.schema, link)),
  )
}

/** removeLinks deletes relationships with their foreign keys and triggers. */
export async function removeLinks(change: SchemaChange, links: readonly Relationship[]): Promise<void> {
  await unguardLinks(change, links)
  await run(change, links.map(dropForeignKeyStatement))
  for (const link of links) await deleteRelationship(change, link.id)
  const left = await listRelationships(change.client, change.project.id)
  const targets = new Set(links.filter((link) => link.to_soft_delete).map((link) => link.to_table))
  const unused = [...targets].filter((slug) => left.every((link) => link.to_table !== slug))
  await run(
    change,
    unused.map((slug) => dropSoftDeleteStatement(change.names.schema, slug)),
  )
}
