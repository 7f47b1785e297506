// The triggers that enforce relationships also for soft deletes, created and dropped with them.
import { dropFileCheckStatements, fileCheckStatements, isFileLink } from '#engine/ddl/ddl-file.ts'
import {
  dropForeignKeyStatement,
  dropParentCheckStatements,
  dropSoftDeleteStatements,
  parentCheckStatements,
  softDeleteStatements,
} from '#engine/ddl/ddl-relationship.ts'
import { run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { deleteRelationship, listRelationships, type Relationship } from './relationships.store.ts'

/** linksOf returns the relationships of a table, in either direction. */
export function linksOf(change: SchemaChange, tableId: string): Promise<Relationship[]> {
  return listRelationships(change.client, change.project.id, tableId)
}

/** guardLinks creates the triggers of relationships; a target without soft deletes needs none. */
export async function guardLinks(change: SchemaChange, links: readonly Relationship[]): Promise<void> {
  const soft = links.filter((link) => link.to_soft_delete)
  await run(
    change,
    soft.flatMap((link) => parentCheckStatements(change.names.schema, link)),
  )
  await run(
    change,
    soft.filter(isFileLink).flatMap((link) => fileCheckStatements(change.names.schema, link)),
  )
  await guardTargets(change, soft)
}

/** guardTargets creates the triggers of the targets of these relationships again, for all relationships to them. */
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

/** unguardLinks drops all triggers that guardLinks has created: their functions contain names that are about to change. */
export async function unguardLinks(change: SchemaChange, links: readonly Relationship[]): Promise<void> {
  const { schema } = change.names
  await run(change, [
    ...links.flatMap((link) => dropParentCheckStatements(schema, link)),
    ...links.filter(isFileLink).flatMap((link) => dropFileCheckStatements(schema, link)),
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
