// The foreign keys and triggers behind relationships, put up and taken down with them (spec 2.2, 4.13).
import {
  dropForeignKeyStatement,
  dropParentCheckStatements,
  dropSoftDeleteStatements,
  parentCheckStatements,
  softDeleteStatements,
} from '#engine/ddl/ddl-relationship.ts'
import { run, type SchemaChange } from '#schema/change/schema-change.service.ts'
import { deleteRelationship, listRelationships, type Relationship } from './relationships.store.ts'

/** linksOf gives the relationships of a table, in either direction. */
export function linksOf(change: SchemaChange, tableId: string): Promise<Relationship[]> {
  return listRelationships(change.client, change.project.id, tableId)
}

/** guardLinks puts soft deletes under the rules of relationships; a target without soft deletes needs nothing. */
export async function guardLinks(change: SchemaChange, links: readonly Relationship[]): Promise<void> {
  const soft = links.filter((link) => link.to_soft_delete)
  await run(
    change,
    soft.flatMap((link) => parentCheckStatements(change.names.schema, link)),
  )
  await guardTargets(change, soft)
}

/** guardTargets puts the targets of these relationships under the rules of all that point to them. */
export async function guardTargets(change: SchemaChange, links: readonly Relationship[]): Promise<void> {
  const { schema } = change.names
  const all = await listRelationships(change.client, change.project.id)
  const statements = softTargets(links).flatMap((slug) => {
    const pointing = all.filter((link) => link.to_table === slug)
    return pointing.length === 0
      ? dropSoftDeleteStatements(schema, slug)
      : softDeleteStatements(schema, slug, pointing)
  })
  await run(change, statements)
}

/** unguardLinks takes down all that guardLinks put up: the functions hold names, which are about to change. */
export async function unguardLinks(change: SchemaChange, links: readonly Relationship[]): Promise<void> {
  const { schema } = change.names
  await run(change, [
    ...links.flatMap((link) => dropParentCheckStatements(schema, link)),
    ...softTargets(links).flatMap((slug) => dropSoftDeleteStatements(schema, slug)),
  ])
}

/** removeLinks deletes relationships with their foreign keys and triggers. */
export async function removeLinks(change: SchemaChange, links: readonly Relationship[]): Promise<void> {
  await unguardLinks(change, links)
  await run(change, links.map(dropForeignKeyStatement))
  for (const link of links) await deleteRelationship(change, link.id)
  await guardTargets(change, links)
}

function softTargets(links: readonly Relationship[]): string[] {
  return [...new Set(links.filter((link) => link.to_soft_delete).map((link) => link.to_table))]
}
