// The SQL of the metadata of views: rows of `msingi.tables` of kind `view`, which the data plane reads like tables.
import type { DataType } from '#engine/shapes/data-types.ts'
import type { SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'

/** KnownView is a view as the metadata has it. */
export interface KnownView {
  readonly id: string
  readonly slug: string
  readonly columns: readonly { readonly name: string; readonly data_type: DataType }[]
}

export async function listKnownViews({ client, project }: SchemaChange): Promise<KnownView[]> {
  const { rows } = await client.query<KnownView>(
    `select t.id, t.slug, coalesce((select jsonb_agg(jsonb_build_object('name', c.name, 'data_type', c.data_type)
       order by c.name collate "C") from msingi.columns c where c.table_id = t.id), '[]') as columns
     from msingi.tables t where t.project_id = $1 and t.kind = 'view'`,
    [project.id],
  )
  return rows
}

/** insertView stores a new view and returns its id. */
export async function insertView({ client, project, names }: SchemaChange, slug: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into msingi.tables (project_id, schema_name, slug, name, read_only, kind)
     values ($1, $2, $3::text, $3::text, true, 'view') returning id`,
    [project.id, names.schema, slug],
  )
  return rows[0]?.id ?? ''
}

/** replaceViewColumns replaces the stored columns of a view. */
export async function replaceViewColumns(
  { client }: SchemaChange,
  id: string,
  columns: KnownView['columns'],
): Promise<void> {
  await client.query('select msingi.delete_from_columns(id) from msingi.columns where table_id = $1', [id])
  await client.query(
    `insert into msingi.columns (table_id, name, data_type)
     select $1, c.* from unnest($2::name[], $3::text[]) as c`,
    [id, columns.map(({ name }) => name), columns.map(({ data_type }) => data_type)],
  )
  await client.query('update msingi.tables set updated_at = now() where id = $1', [id])
}
