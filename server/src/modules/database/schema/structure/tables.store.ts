// The SQL of the metadata of tables and columns: `msingi.tables` and `msingi.columns`, always within a change.
import type { DataType } from '#engine/shapes/data-types.ts'
import type { SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'

/** NewColumnRow is the metadata of a column: what PostgreSQL's catalog does not contain. */
export interface NewColumnRow {
  readonly name: string
  readonly data_type: DataType
  readonly description: string | null
  readonly is_system: boolean
}

/** countTables counts the project's tables, without those of the server. */
export async function countTables({ client, project }: SchemaChange): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from msingi.tables where project_id = $1 and not read_only',
    [project.id],
  )
  return rows[0]?.n ?? 0
}

/** isTable reports whether the project has a table of that slug. */
export async function isTable({ client, project }: SchemaChange, slug: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from msingi.tables where project_id = $1 and slug = $2 and kind = 'table'`,
    [project.id, slug],
  )
  return rowCount === 1
}

/** insertTable stores a new table and returns its id. */
export async function insertTable(
  { client, project, names }: SchemaChange,
  table: { slug: string; name: string; description: string | null },
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into msingi.tables (project_id, schema_name, slug, name, description)
     values ($1, $2, $3, $4, $5) returning id`,
    [project.id, names.schema, table.slug, table.name, table.description],
  )
  return rows[0]?.id ?? ''
}

export async function updateTable(
  { client }: SchemaChange,
  id: string,
  table: { slug: string; name: string; description: string | null },
): Promise<void> {
  await client.query(
    'update msingi.tables set slug = $2, name = $3, description = $4, updated_at = now() where id = $1',
    [id, table.slug, table.name, table.description],
  )
}

/** touchTable sets updated_at. */
export async function touchTable({ client }: SchemaChange, id: string): Promise<void> {
  await client.query('update msingi.tables set updated_at = now() where id = $1', [id])
}

/** deleteTable deletes the metadata of a table with its columns, policies and relationships. */
export async function deleteTable({ client }: SchemaChange, id: string): Promise<void> {
  await client.query('select msingi.delete_from_tables($1)', [id])
}

export async function insertColumns(
  { client }: SchemaChange,
  tableId: string,
  columns: readonly NewColumnRow[],
): Promise<void> {
  await client.query(
    `insert into msingi.columns (table_id, name, data_type, description, is_system)
     select $1, c.* from unnest($2::name[], $3::text[], $4::text[], $5::boolean[]) as c`,
    [
      tableId,
      columns.map(({ name }) => name),
      columns.map(({ data_type }) => data_type),
      columns.map(({ description }) => description),
      columns.map(({ is_system }) => is_system),
    ],
  )
}

export async function updateColumn(
  { client }: SchemaChange,
  id: string,
  column: { name: string; data_type: DataType; description: string | null },
): Promise<void> {
  await client.query(
    'update msingi.columns set name = $2, data_type = $3, description = $4, updated_at = now() where id = $1',
    [id, column.name, column.data_type, column.description],
  )
}

export async function deleteColumn({ client }: SchemaChange, id: string): Promise<void> {
  await client.query('select msingi.delete_from_columns($1)', [id])
}
