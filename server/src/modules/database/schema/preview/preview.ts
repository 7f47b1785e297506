// The preview of a table: its SQL, its JSON Schema and its endpoints.
import { objectName } from '#engine/ddl/ddl-names.ts'
import { foreignKeyStatement } from '#engine/ddl/ddl-relationship.ts'
import { tableStatements } from '#engine/ddl/ddl-table.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { Table } from '#modules/database/schema/change/structure.store.ts'
import { definitionOf, getTable } from '#modules/database/schema/change/structure.ts'
import { listRelationships } from '#modules/database/schema/structure/relationships.store.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { listIndexDefinitions } from './preview.store.ts'
import { insertSchema, rowSchema } from './preview-json-schema.ts'

/** previewTable returns the statements that create a table, the JSON Schema of its rows, and their endpoints. */
export async function previewTable(platform: Platform, project: ProjectRecord, key: string) {
  const { admin } = platform.clusters.of(project)
  const table = await getTable(admin, project.id, key)
  const links = await listRelationships(admin, project.id, table.id)
  const outgoing = links.filter((link) => link.from_table === table.slug)
  const made = createStatements(table)
  const statements = [
    ...made,
    ...(await otherIndexes(admin, table, made)),
    ...outgoing.map(foreignKeyStatement),
  ]
  return {
    sql: statements.map((statement) => `${statement};\n`).join('\n'),
    json_schema: { row: rowSchema(table), insert: insertSchema(table) },
    endpoints: endpointsOf(table),
  }
}

function createStatements({ slug, columns, read_only }: Table): string[] {
  if (read_only) return [`-- The table ${slug} exists in every project`]
  const id = columns.find((column) => column.name === 'id')?.default
  const own = columns.filter((column) => !column.is_system).map(definitionOf)
  return tableStatements({ slug, columns: own }, id?.kind === 'expression' ? id.sql : 'gen_random_uuid()')
}

function otherIndexes(db: Queryable, { id, slug, columns, read_only }: Table, made: readonly string[]) {
  if (read_only) return []
  const known = columns.flatMap(({ name }) => [objectName('key', slug, name), objectName('idx', slug, name)])
  const text = made.join('\n')
  const without = known.filter((name) => text.includes(` index ${quoteIdentifier(name)} `))
  return listIndexDefinitions(db, id, [objectName('live', slug), ...without])
}

function endpointsOf({ slug, read_only }: Table) {
  const rows = `/api/v1/data/${slug}`
  const row = `${rows}/{id}`
  const reads = [
    { method: 'GET', path: rows, description: `List rows of ${slug}, with filters, order and pages.` },
    { method: 'GET', path: row, description: `Get one row of ${slug}.` },
  ]
  if (read_only) return reads
  return [
    ...reads,
    { method: 'POST', path: rows, description: `Insert a row into ${slug}.` },
    { method: 'PATCH', path: row, description: `Update a row of ${slug}.` },
    { method: 'DELETE', path: row, description: `Delete a row of ${slug} (a soft delete: the row is kept).` },
  ]
}
