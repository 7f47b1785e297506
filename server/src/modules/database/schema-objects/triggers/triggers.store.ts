// A project's triggers, read from PostgreSQL's catalog.

import { bounded, MOST } from '#platform/db/catalog/bounded-rows.ts'
import { type Catalog, catalogOf } from '#platform/db/catalog/catalog-of.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** Trigger is a trigger as the catalogs describe it. */
export interface Trigger {
  readonly id: string
  readonly name: string
  readonly table: string
  readonly timing: string
  readonly events: readonly string[]
  readonly columns: readonly string[]
  readonly level: string
  readonly condition: string | null
  readonly function: string
}

// The bits of tgtype are PostgreSQL's. PostgreSQL prints a condition only as part of the whole definition.
const select = (catalog: Catalog) => `
select c.relname || '.' || t.tgname as id, t.tgname as name, c.relname as table,
  case when t.tgtype & 2 <> 0 then 'before' when t.tgtype & 64 <> 0 then 'instead of' else 'after' end as timing,
  array_remove(array[case when t.tgtype & 4 <> 0 then 'insert' end, case when t.tgtype & 16 <> 0 then 'update' end,
    case when t.tgtype & 8 <> 0 then 'delete' end, case when t.tgtype & 32 <> 0 then 'truncate' end], null) as events,
  array(select a.attname::text from unnest(t.tgattr::int2[]) with ordinality k(attnum, place)
    join ${catalog}.pg_attribute a on a.attrelid = t.tgrelid and a.attnum = k.attnum order by k.place) as columns,
  case when t.tgtype & 1 <> 0 then 'row' else 'statement' end as level,
  case when t.tgqual is not null
    then replace(substring(${catalog}.pg_get_triggerdef(t.oid, true) from ' WHEN \\((.*)\\) EXECUTE FUNCTION '), n.nspname || '.', '')
  end as condition,
  coalesce(p.proname::text, t.tgfoid::regproc::text) as function
from ${catalog}.pg_trigger t
join ${catalog}.pg_class c on c.oid = t.tgrelid
join ${catalog}.pg_namespace n on n.oid = c.relnamespace
left join ${catalog}.pg_proc p on p.oid = t.tgfoid
where n.nspname = $1 and not t.tgisinternal and strpos(t.tgname, '$') = 0
  and ($2::text is null or c.relname || '.' || t.tgname = $2)
order by 1
limit ${MOST.objects + 1}`

/** listTriggers returns the triggers of a schema, or the one with an id; triggers of relationships are left out. */
export async function listTriggers(db: Queryable, schema: string, id?: string): Promise<Trigger[]> {
  const query: (sql: string, values: unknown[]) => Promise<{ rows: Trigger[] }> = db.query.bind(db)
  const { rows } = await query(select(catalogOf(db)), [schema, id ?? null])
  return bounded(rows, MOST.objects, 'triggers')
}
