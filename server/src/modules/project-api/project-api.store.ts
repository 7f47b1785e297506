// The SQL of descriptions: what people have written about tables and columns, and what views read.

import { bounded, MOST } from '#platform/db/catalog/bounded-rows.ts'
import { catalogOf } from '#platform/db/catalog/catalog-of.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** Comments are descriptions of tables and of their columns. */
export interface Comments {
  ofTable(tableId: string): string | undefined
  ofColumn(tableId: string, column: string): string | undefined
}

interface CommentRow {
  readonly table_id: string
  readonly column: string | null
  readonly description: string
}

/** listComments reads the descriptions of a project. */
export async function listComments(db: Queryable, projectId: string): Promise<Comments> {
  const { rows } = await db.query<CommentRow>(
    `select t.id as table_id, null as column, left(t.description, 1000) as description
     from msingi.tables t where t.project_id = $1 and t.description is not null
     union all
     select t.id, c.name, left(c.description, 1000) from msingi.tables t join msingi.columns c on c.table_id = t.id
     where t.project_id = $1 and c.description is not null limit ${MOST.columns + 1}`,
    [projectId],
  )
  const known = new Map(
    bounded(rows, MOST.columns, 'descriptions').map((row) => [
      `${row.table_id} ${row.column ?? ''}`,
      row.description,
    ]),
  )
  return {
    ofTable: (id) => known.get(`${id} `),
    ofColumn: (id, column) => known.get(`${id} ${column}`),
  }
}

/** listViewSources returns for each view of a project, by its slug, the tables and views that it reads. */
export async function listViewSources(
  db: Queryable,
  projectId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const catalog = catalogOf(db)
  const { rows } = await db.query<{ slug: string; sources: string[] }>(
    `select t.slug, array(select distinct r.relname::text from ${catalog}.pg_rewrite w
       join ${catalog}.pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
         and d.refclassid = 'pg_class'::regclass
       join ${catalog}.pg_class r on r.oid = d.refobjid
       where w.ev_class = c.oid and r.oid <> c.oid) as sources
     from msingi.tables t
     join ${catalog}.pg_namespace n on n.nspname = t.schema_name
     join ${catalog}.pg_class c on c.relnamespace = n.oid and c.relname = t.slug and c.relkind = 'v'
     where t.project_id = $1 and t.kind = 'view' limit ${MOST.objects + 1}`,
    [projectId],
  )
  return new Map(bounded(rows, MOST.objects, 'views').map(({ slug, sources }) => [slug, sources]))
}
