// The structure of tables, read from PostgreSQL's catalog; names, types and descriptions come from the metadata.
import type { GeneratedColumn } from '#engine/ddl/ddl-column.ts'
import { type ColumnDefault, readDefault } from '#engine/ddl/ddl-default.ts'
import type { OnDelete } from '#engine/ddl/ddl-relationship.ts'
import type { DataType } from '#engine/shapes/data-types.ts'
import { bounded, MOST } from '#platform/db/catalog/bounded-rows.ts'
import { type Catalog, catalogOf, relationOf } from '#platform/db/catalog/catalog-of.ts'
import type { Queryable } from '#platform/db/transaction.ts'

export interface Column {
  readonly id: string
  readonly name: string
  /** attnum is PostgreSQL's number of the column, which a rename does not change. */
  readonly attnum: number
  readonly data_type: DataType
  readonly char_length: number | null
  readonly required: boolean
  readonly unique: boolean
  readonly indexed: boolean
  readonly description: string | null
  readonly default: ColumnDefault | undefined
  readonly generated: GeneratedColumn | undefined
  readonly enum_values: readonly string[] | null
  readonly is_system: boolean
  /** on_delete is the rule of the relationship of a `file` column. */
  readonly on_delete: OnDelete | undefined
}

export interface Table {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly description: string | null
  readonly read_only: boolean
  readonly created_at: Date
  readonly updated_at: Date
  readonly columns: readonly Column[]
}

// Only single-column indexes make a column unique or indexed. pg_get_expr only prints what is stored: it runs no code of
// the project.
const select = (catalog: Catalog) => `
select t.id, t.name, t.slug, t.description, t.read_only, t.created_at, t.updated_at,
  c.id as column_id, c.name as column_name, c.data_type, c.description as column_description, c.is_system,
  a.attnum, a.attnotnull as required, a.attgenerated as generated, ${catalog}.pg_get_expr(d.adbin, d.adrelid) as default_sql,
  case when c.data_type in ('string', 'char') and a.atttypmod > 4 then a.atttypmod - 4 end as char_length,
  case when c.data_type = 'enum'
    then array(select e.enumlabel::text from ${catalog}.pg_enum e where e.enumtypid = a.atttypid
      order by e.enumsortorder limit ${MOST.labels + 1})
  end as enum_values,
  exists (select from ${catalog}.pg_index i where i.indrelid = r.oid and i.indnatts = 1 and i.indkey[0] = a.attnum
    and i.indisunique) as is_unique,
  exists (select from ${catalog}.pg_index i where i.indrelid = r.oid and i.indnatts = 1 and i.indkey[0] = a.attnum
    and not i.indisunique and i.indpred is null) as indexed,
  case when c.data_type = 'file'
    then (select l.on_delete from msingi.relationships l where l.from_column = c.id limit 1) end as on_delete
from msingi.tables t
join msingi.columns c on c.table_id = t.id
${relationOf(catalog, 'r')}
join ${catalog}.pg_attribute a on a.attrelid = r.oid and a.attname = c.name and not a.attisdropped
left join ${catalog}.pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
where t.project_id = $1 and t.kind = 'table' and ($2::uuid is null or t.id = $2) and ($3::name is null or t.slug = $3)
order by t.slug, a.attnum limit ${MOST.columns + 1}`

interface StructureRow {
  id: string
  name: string
  slug: string
  description: string | null
  read_only: boolean
  created_at: Date
  updated_at: Date
  column_id: string
  column_name: string
  data_type: DataType
  column_description: string | null
  is_system: boolean
  attnum: number
  required: boolean
  /** generated is PostgreSQL's letter: s stored, v virtual, empty for a column that is neither. */
  generated: string
  /** default_sql is a default, or how a generated column is computed. */
  default_sql: string | null
  char_length: number | null
  enum_values: string[] | null
  is_unique: boolean
  indexed: boolean
  on_delete: OnDelete | null
}

/** listTables returns all tables of a project, ordered by slug. */
export async function listTables(db: Queryable, projectId: string): Promise<Table[]> {
  return readTables(db, projectId, null, null)
}

export async function findTable(
  db: Queryable,
  projectId: string,
  key: { readonly id: string } | { readonly slug: string },
): Promise<Table | undefined> {
  const [id, slug] = 'id' in key ? [key.id, null] : [null, key.slug]
  return (await readTables(db, projectId, id, slug))[0]
}

/** isView reports whether a slug or an id is that of a view. */
export async function isView(db: Queryable, projectId: string, key: string): Promise<boolean> {
  const query: (sql: string, values: unknown[]) => Promise<{ rows: unknown[] }> = db.query.bind(db)
  const { rows } = await query(
    `select from msingi.tables where project_id = $1 and kind = 'view' and (slug = $2 or id::text = lower($2))`,
    [projectId, key],
  )
  return rows.length > 0
}

/** listSlugs returns the slugs of a project's tables, for a refusal that suggests some. */
export async function listSlugs(db: Queryable, projectId: string): Promise<string[]> {
  const query: (sql: string, values: unknown[]) => Promise<{ rows: { slug: string }[] }> = db.query.bind(db)
  const { rows } = await query(
    `select slug from msingi.tables where project_id = $1 and kind <> 'view' order by slug limit 1000`,
    [projectId],
  )
  return rows.map(({ slug }) => slug)
}

async function readTables(
  db: Queryable,
  projectId: string,
  id: string | null,
  slug: string | null,
): Promise<Table[]> {
  const query: (sql: string, values: unknown[]) => Promise<{ rows: StructureRow[] }> = db.query.bind(db)
  const { rows } = await query(select(catalogOf(db)), [projectId, id, slug])
  return [...Map.groupBy(bounded(rows, MOST.columns, 'columns'), (row) => row.id).values()].map(assemble)
}

function assemble(rows: StructureRow[]): Table {
  const [first] = rows as [StructureRow]
  const { id, name, slug, description, read_only, created_at, updated_at } = first
  return { id, name, slug, description, read_only, created_at, updated_at, columns: rows.map(toColumn) }
}

function toColumn(row: StructureRow): Column {
  const { attnum, data_type, required, indexed, char_length, enum_values, is_system, default_sql } = row
  const generated = generatedOf(row)
  return {
    id: row.column_id,
    name: row.column_name,
    attnum,
    data_type,
    char_length,
    required,
    unique: row.is_unique,
    indexed,
    description: row.column_description,
    default: default_sql === null || generated !== undefined ? undefined : readDefault(default_sql),
    generated,
    enum_values: enum_values && bounded(enum_values, MOST.labels, `labels of ${row.column_name}`),
    is_system,
    on_delete: row.on_delete ?? undefined,
  }
}

function generatedOf({ generated, default_sql }: StructureRow): GeneratedColumn | undefined {
  if (generated === '' || default_sql === null) return undefined
  return { expression: default_sql, kind: generated === 'v' ? 'virtual' : 'stored' }
}
