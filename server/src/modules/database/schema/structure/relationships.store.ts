// The SQL of the metadata of relationships: table `msingi.relationships`.
import { FILES } from '#engine/ddl/ddl-file.ts'
import type { OnDelete, RelationshipDefinition } from '#engine/ddl/ddl-relationship.ts'
import type { SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { bounded, MOST } from '#platform/db/catalog/bounded-rows.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** Relationship is a stored relationship, with the current slugs of its tables and names of its columns. */
export interface Relationship extends RelationshipDefinition {
  readonly id: string
  readonly name: string
  readonly created_at: Date
  readonly updated_at: Date
  /** to_soft_delete is true if the target has soft deletes; `users` has not. */
  readonly to_soft_delete: boolean
}

const SELECT = `
select r.id, r.name, ft.slug as from_table, fc.name as from_column, tt.slug as to_table, tc.name as to_column,
  r.on_delete, r.created_at, r.updated_at,
  exists (select from msingi.columns d where d.table_id = tt.id and d.name = 'deleted_at') as to_soft_delete
from msingi.relationships r
join msingi.tables ft on ft.id = r.from_table
join msingi.tables tt on tt.id = r.to_table
join msingi.columns fc on fc.id = r.from_column
join msingi.columns tc on tc.id = r.to_column
where r.project_id = $1`

/** listRelationships returns all relationships of a project, or those of one table in either direction. */
export async function listRelationships(
  db: Queryable,
  projectId: string,
  tableId?: string,
): Promise<Relationship[]> {
  const query: (sql: string, values: unknown[]) => Promise<{ rows: Relationship[] }> = db.query.bind(db)
  const { rows } = await query(
    `${SELECT} and ($2::uuid is null or r.from_table = $2 or r.to_table = $2) order by ft.slug, fc.name, r.id
     limit ${MOST.relationships + 1}`,
    [projectId, tableId ?? null],
  )
  return bounded(rows, MOST.relationships, 'relationships')
}

export async function findRelationship(
  { client, project }: SchemaChange,
  id: string,
): Promise<Relationship | undefined> {
  const { rows } = await client.query<Relationship>(`${SELECT} and r.id = $2`, [project.id, id])
  return rows[0]
}

/** insertRelationship stores a new relationship and returns its id. A column that refers to a file is of type `file`. */
export async function insertRelationship(
  { client, project }: SchemaChange,
  link: { name: string; from: [string, string]; to: [string, string]; on_delete: OnDelete },
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into msingi.relationships (project_id, name, from_table, from_column, to_table, to_column, on_delete)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [project.id, link.name, ...link.from, ...link.to, link.on_delete],
  )
  await client.query(
    `update msingi.columns set data_type = 'file' where id = $1
       and exists (select from msingi.tables where id = $2 and slug = $3 and read_only)`,
    [link.from[1], link.to[0], FILES],
  )
  return rows[0]?.id ?? ''
}

export async function updateRelationship(
  { client }: SchemaChange,
  id: string,
  link: { name: string; on_delete: OnDelete },
): Promise<void> {
  await client.query(
    'update msingi.relationships set name = $2, on_delete = $3, updated_at = now() where id = $1',
    [id, link.name, link.on_delete],
  )
}

/** deleteRelationship deletes a relationship. A column that refers to no file any more is of type `uuid`. */
export async function deleteRelationship({ client }: SchemaChange, id: string): Promise<void> {
  await client.query(
    `update msingi.columns set data_type = 'uuid' where data_type = 'file'
       and id = (select from_column from msingi.relationships where id = $1)`,
    [id],
  )
  await client.query('select msingi.delete_from_relationships($1)', [id])
}
