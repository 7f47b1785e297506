// The metadata of tables alone, whether or not PostgreSQL still has them.
import type { DataType } from '#engine/shapes/data-types.ts'
import type { SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'

/** KnownColumn is a column as the metadata has it. */
export interface KnownColumn {
  readonly id: string
  readonly name: string
  readonly data_type: DataType
  readonly description: string | null
  readonly is_system: boolean
}

/** KnownTable is a table as the metadata has it. */
export interface KnownTable {
  readonly id: string
  readonly slug: string
  readonly read_only: boolean
  readonly columns: readonly KnownColumn[]
}

/** listKnownTables returns the tables that the metadata has. */
export async function listKnownTables({ client, project }: SchemaChange): Promise<KnownTable[]> {
  const { rows } = await client.query<KnownTable>(
    `select t.id, t.slug, t.read_only, coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name,
       'data_type', c.data_type, 'description', c.description, 'is_system', c.is_system))
       from msingi.columns c where c.table_id = t.id), '[]') as columns
     from msingi.tables t where t.project_id = $1 and t.kind = 'table' order by t.slug`,
    [project.id],
  )
  return rows
}
