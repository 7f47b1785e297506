// Views, read from the metadata and from PostgreSQL's catalogs.
import type { DataType } from '#engine/shapes/data-types.ts'
import { type Dependent, listDependents } from '#modules/database/schema-objects/context/dependents.store.ts'
import { bounded, MOST } from '#platform/db/catalog/bounded-rows.ts'
import { type Catalog, catalogOf, relationOf } from '#platform/db/catalog/catalog-of.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** ViewDefinition is a view as the metadata and the catalogs describe it. */
export interface ViewDefinition {
  readonly id: string
  readonly name: string
  readonly oid: string
  readonly definition: string
  readonly columns: readonly { readonly name: string; readonly data_type: DataType }[]
  readonly depends_on: readonly string[]
  readonly created_at: Date
  readonly updated_at: Date
}

/** View is a view with what depends on it. */
export interface View extends ViewDefinition {
  readonly dependents: readonly Dependent[]
}

type ViewRow = ViewDefinition & { readonly schema_name: string }

// pg_get_viewdef only prints the stored definition; it runs nothing that a project wrote.
const select = (catalog: Catalog) => `
select t.id, t.slug as name, c.oid::text, t.schema_name, ${catalog}.pg_get_viewdef(c.oid, true) as definition,
  (select jsonb_agg(jsonb_build_object('name', m.name, 'data_type', m.data_type) order by a.attnum)
    from msingi.columns m join ${catalog}.pg_attribute a on a.attrelid = c.oid and a.attname = m.name
    where m.table_id = t.id) as columns,
  array(select distinct r.relname::text from ${catalog}.pg_rewrite w
    join ${catalog}.pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid and d.refclassid = 'pg_class'::regclass
    join ${catalog}.pg_class r on r.oid = d.refobjid
    where w.ev_class = c.oid and r.oid <> c.oid order by 1) as depends_on,
  t.created_at, t.updated_at
from msingi.tables t
${relationOf(catalog, 'c')} and c.relkind = 'v'
where t.project_id = $1 and t.kind = 'view' and ($2::text is null or t.id::text = $2 or t.slug = $2)
order by t.slug
limit ${MOST.objects + 1}`

/** listDefinitions returns the views of a project ordered by name, or only the one with the given name or id. */
export async function listDefinitions(
  db: Queryable,
  projectId: string,
  key?: string,
): Promise<ViewDefinition[]> {
  const query: (sql: string, values: unknown[]) => Promise<{ rows: ViewRow[] }> = db.query.bind(db)
  const { rows } = await query(select(catalogOf(db)), [projectId, key ?? null])
  return bounded(rows, MOST.objects, 'views').map(({ schema_name, definition, ...row }) => ({
    ...row,
    definition: definition.trim().replaceAll(`${schema_name}.`, ''),
  }))
}

/** listViews is listDefinitions with what depends on each view. */
export async function listViews(db: Queryable, projectId: string, key?: string): Promise<View[]> {
  const views: View[] = []
  for (const view of await listDefinitions(db, projectId, key))
    views.push({ ...view, dependents: await listDependents(db, 'pg_class', view.oid) })
  return views
}
