// The SQL of descriptions: what views read.

import { bounded, MOST } from '#platform/db/catalog/bounded-rows.ts'
import { catalogOf, relationOf } from '#platform/db/catalog/catalog-of.ts'
import type { Queryable } from '#platform/db/transaction.ts'

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
     ${relationOf(catalog, 'c')} and c.relkind = 'v'
     where t.project_id = $1 and t.kind = 'view' limit ${MOST.objects + 1}`,
    [projectId],
  )
  return new Map(bounded(rows, MOST.objects, 'views').map(({ slug, sources }) => [slug, sources]))
}
