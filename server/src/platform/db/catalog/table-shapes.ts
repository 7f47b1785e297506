// Metadata of tables, per project: loaded when first needed, evicted when not, forgotten when the project's
// schema changes. Nothing here ever reads more than one project.

import { LRUCache } from 'lru-cache'
import { builtInTable } from '#engine/built-in/built-in-tables.ts'
import type { CallerKind } from '#engine/conditions/sql/caller-sql.ts'
import type { DataType } from '#engine/shapes/data-types.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import { type LinkShape, relationsOf, type SchemaShape } from '#engine/shapes/relations.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { isUuid } from '#engine/shapes/uuid.ts'
import { digest } from '#platform/crypto/tokens.ts'
import type { Invalidations } from '#platform/db/caches/invalidations.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import type { Clusters } from '#platform/db/clusters/clusters.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { AppError, notFound } from '#platform/errors/app-error.ts'
import { bounded, MOST } from './bounded-rows.ts'
import { type Catalog, catalogOf, relationOf } from './catalog-of.ts'
import { listedFor } from './listed-names.ts'

/** TABLES_CHANGED is about projects whose tables were changed. */
export const TABLES_CHANGED = topic('tables')

/** ProjectTables are the shapes of one project's tables by slug. */
export type ProjectTables = ReadonlyMap<string, TableShape>

/** OWNER_COLUMNS are the names that make a column say whose row it is; the first that a table has counts. */
export const OWNER_COLUMNS: readonly string[] = ['user_id', 'owner_id', 'created_by']

// One row per column, the tables' order irrelevant. What PostgreSQL's catalog knows comes from there.
const load = (catalog: Catalog) => `
select t.id, t.schema_name, t.slug, t.read_only, t.kind = 'view' as is_view,
  p.open_to_keys, p.open_to_users, c.name, c.data_type,
  a.attnotnull as required,
  (a.atthasdef or a.attidentity <> '') as has_default, a.attgenerated <> '' as is_generated,
  case when c.data_type = 'enum'
    then array(select e.enumlabel::text from ${catalog}.pg_enum e where e.enumtypid = a.atttypid
      order by e.enumsortorder limit ${MOST.labels + 1})
  end as enum_values,
  case when c.data_type in ('string', 'char') and a.atttypmod > 4 then a.atttypmod - 4 end as max_length,
  a.attnum || ':' || a.atttypid || ':' || a.atttypmod as type
from msingi.tables t
join msingi.columns c on c.table_id = t.id
${relationOf(catalog, 'r')}
join ${catalog}.pg_attribute a on a.attrelid = r.oid and a.attname = c.name and not a.attisdropped
left join (select table_id, bool_or(subject in ('public', 'api_key')) as open_to_keys,
    bool_or(subject <> 'api_key') as open_to_users
  from msingi.policies where effect = 'allow'
    and table_id in (select id from msingi.tables where project_id = $1) group by table_id) p on p.table_id = t.id
where t.project_id = $1
order by t.slug, a.attnum limit ${MOST.columns + 1}`

// What refers is single where an index keeps its column unique, at least among live rows.
const LOAD_LINKS = `
select r.name, ft.slug as from_table, fc.name as from_column, tt.slug as to_table, tc.name as to_column,
  exists (select from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attname = fc.name
    where c.relname = ft.slug and c.relnamespace = to_regnamespace(ft.schema_name::text)
      and i.indisunique and i.indisvalid and i.indnkeyatts = 1 and i.indkey[0] = a.attnum
      and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(deleted_at IS NULL)')) as single
from msingi.relationships r
join msingi.tables ft on ft.id = r.from_table
join msingi.tables tt on tt.id = r.to_table
join msingi.columns fc on fc.id = r.from_column
join msingi.columns tc on tc.id = r.to_column
where r.project_id = $1 and ft.project_id = $1 and tt.project_id = $1
order by ft.slug, fc.name, r.id limit ${MOST.relationships + 1}`

interface ShapeRow {
  id: string
  schema_name: string
  slug: string
  read_only: boolean
  is_view: boolean
  open_to_keys: boolean | null
  open_to_users: boolean | null
  name: string
  data_type: DataType
  required: boolean
  has_default: boolean
  is_generated: boolean
  enum_values: string[] | null
  max_length: number | null
  type: string
}

// Of all projects together; what is larger by itself is read anew each time.
const MAX_BYTES = 256 * 1024 * 1024

// Estimates of what a table, a column or a relation costs, and a label.
const COLUMN_BYTES = 400
const LABEL_BYTES = 100

interface Kept {
  readonly schema: Promise<SchemaShape>
  readonly bytes: number
}

/** TableShapes holds the metadata of projects' tables. */
export class TableShapes {
  readonly #clusters: Clusters
  readonly #cache = new LRUCache<string, Kept>({
    max: 10_000,
    maxSize: MAX_BYTES,
    sizeCalculation: (kept) => kept.bytes,
  })

  constructor(clusters: Clusters, invalidations: Invalidations) {
    this.#clusters = clusters
    invalidations.on(TABLES_CHANGED, (id) =>
      id === undefined ? this.#cache.clear() : this.#cache.delete(id),
    )
  }

  /** schema returns all tables of a project and how they are linked, to a kind of caller with the names that it may learn. */
  async schema(
    project: { readonly id: string; readonly cluster: string },
    kind?: CallerKind,
  ): Promise<SchemaShape> {
    return listedFor(await this.#schema(project), kind)
  }

  #schema(project: { readonly id: string; readonly cluster: string }): Promise<SchemaShape> {
    const known = this.#cache.get(project.id)
    if (known !== undefined) return known.schema
    const loading = this.#load(project)
    const kept = { schema: loading, bytes: 1 }
    this.#cache.set(project.id, kept)
    loading.then(
      (schema) => {
        // Unless it was invalidated meanwhile.
        if (this.#cache.peek(project.id) === kept)
          this.#cache.set(project.id, { schema: loading, bytes: bytesOf(schema) })
      },
      () => this.#cache.delete(project.id),
    )
    return loading
  }

  /** of returns all tables of a project. */
  async of(
    project: { readonly id: string; readonly cluster: string },
    kind?: CallerKind,
  ): Promise<ProjectTables> {
    return (await this.schema(project, kind)).tables
  }

  /** get returns one table of a project by its slug, or throws 404. */
  async get(
    project: { readonly id: string; readonly cluster: string },
    slug: string,
    kind?: CallerKind,
  ): Promise<TableShape> {
    return tableOf(await this.schema(project, kind), slug)
  }

  async #load(project: { readonly id: string; readonly cluster: string }): Promise<SchemaShape> {
    const { admin } = this.#clusters.of(project)
    const [tables, links] = await Promise.all([
      readTables(admin, project.id),
      admin.query<LinkShape>(LOAD_LINKS, [project.id]),
    ])
    return { tables, relations: relationsOf(bounded(links.rows, MOST.relationships, 'relationships')) }
  }
}

/** readTables reads all tables of a project as they are right now; within a change, as that has made them. */
export async function readTables(db: Queryable, projectId: string): Promise<ProjectTables> {
  const { rows } = await db.query<ShapeRow>(load(catalogOf(db)), [projectId])
  const byTable = Map.groupBy(bounded(rows, MOST.columns, 'columns'), (row) => row.slug)
  return new Map([...byTable].map(([slug, columns]) => [slug, shape(columns)]))
}

/** findTable returns a table by its slug or its id. */
export function findTable(tables: ProjectTables, key: string): TableShape | undefined {
  const bySlug = tables.get(key)
  if (bySlug !== undefined || !isUuid(key)) return bySlug
  const id = key.toLowerCase()
  return tables.values().find((table) => table.id === id)
}

/** getTable returns a table by its slug or its id, or throws 404. */
export function getTable(tables: ProjectTables, key: string): TableShape {
  const table = findTable(tables, key)
  if (table === undefined) throw unknownTable(key, tables.keys())
  return table
}

/** unknownTable makes the 404 of a table that does not exist, with the names that are nearest. */
export function unknownTable(slug: string, slugs: Iterable<string>): AppError {
  const { message } = notFound(`The table ${slug.slice(0, 63)}`)
  return new AppError('not_found', `${message}${isUuid(slug) ? '' : suggestion(slug, slugs)}`)
}

/** tableOf returns a table by its slug, or throws 404. */
export function tableOf({ tables }: SchemaShape, slug: string): TableShape {
  const table = tables.get(slug)
  if (table === undefined) throw unknownTable(slug, tables.keys())
  return table
}

function shape(rows: ShapeRow[]): TableShape {
  const [first] = rows as [ShapeRow]
  const columns = new Map<string, ColumnShape>(
    rows.map(({ name, data_type, required, has_default, is_generated, enum_values, max_length }) => [
      name,
      {
        name,
        data_type,
        required,
        has_default,
        is_generated,
        enum_values: bounded(enum_values ?? [], MOST.labels, `labels of ${name}`),
        max_length: max_length ?? undefined,
      },
    ]),
  )
  const builtIn = first.read_only && !first.is_view ? builtInTable(first.slug) : undefined
  return {
    id: first.id,
    schema: first.schema_name,
    slug: first.slug,
    columns,
    version: digest(JSON.stringify(rows.map(({ name, type }) => [name, type]))).slice(0, 8),
    read_only: first.read_only,
    is_view: first.is_view,
    open_to: new Set([
      ...(first.open_to_keys ? ['publishable' as const] : []),
      ...(first.open_to_users ? ['user' as const] : []),
    ]),
    soft_delete: columns.has('deleted_at'),
    ...(builtIn?.has_url ? { has_url: true } : {}),
    owner_column: builtIn?.owner_column ?? OWNER_COLUMNS.find((name) => columns.has(name)),
  }
}

function bytesOf({ tables, relations }: SchemaShape): number {
  let bytes = COLUMN_BYTES
  for (const links of relations.values()) bytes += COLUMN_BYTES * links.length
  for (const { columns } of tables.values()) {
    bytes += COLUMN_BYTES * (1 + columns.size)
    for (const { enum_values } of columns.values()) bytes += LABEL_BYTES * enum_values.length
  }
  return bytes
}
