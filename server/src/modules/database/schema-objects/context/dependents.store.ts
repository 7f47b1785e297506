// What depends on a view or a function, read from PostgreSQL's catalogs.
import { type Catalog, catalogOf } from '#platform/db/catalog/catalog-of.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** Dependent is an object that depends on another. */
export interface Dependent {
  readonly kind: string
  readonly name: string
}

// Follows pg_depend recursively. A view depends on other objects through its rule, a column through its default, an
// index or a constraint through its expression.
const select = (catalog: Catalog) => `
with recursive found(classid, objid, objsubid) as (
  select $1::regclass::oid, $2::oid, 0
  union
  select n.classid, n.objid, n.objsubid from found f
  join ${catalog}.pg_depend d on d.refclassid = f.classid and d.refobjid = f.objid and d.deptype in ('n', 'a')
  cross join lateral (
    select case when d.classid = 'pg_rewrite'::regclass then 'pg_class'::regclass::oid else d.classid end as classid,
      case when d.classid = 'pg_rewrite'::regclass
        then (select ev_class from ${catalog}.pg_rewrite where oid = d.objid) else d.objid end as objid,
      case when d.classid = 'pg_class'::regclass then d.objsubid else 0 end as objsubid
  ) n
)
select distinct case when c.relkind = 'v' then 'view' when c.relkind = 'i' then 'index' when a.oid is not null then 'column'
    when t.oid is not null then 'trigger' when p.oid is not null then 'policy' when k.oid is not null then 'constraint'
    when f.classid = 'pg_proc'::regclass then 'function' when f.objsubid > 0 then 'column' else 'table' end as kind,
  case when a.oid is not null then (select relname || '.' || attname from ${catalog}.pg_attribute
      join ${catalog}.pg_class r on r.oid = attrelid where attrelid = a.adrelid and attnum = a.adnum)
    when t.oid is not null then (select relname from ${catalog}.pg_class where oid = t.tgrelid) || '.' || t.tgname
    when p.oid is not null then (select relname from ${catalog}.pg_class where oid = p.polrelid) || '.' || p.polname
    when k.oid is not null then coalesce((select relname || '.' from ${catalog}.pg_class where oid = k.conrelid), '') || k.conname
    when f.classid = 'pg_proc'::regclass then (select proname::text from ${catalog}.pg_proc where oid = f.objid)
    when f.objsubid > 0 then c.relname || '.' ||
      (select attname from ${catalog}.pg_attribute where attrelid = f.objid and attnum = f.objsubid)
    else c.relname::text end as name
from found f
left join ${catalog}.pg_class c on f.classid = 'pg_class'::regclass and c.oid = f.objid
left join ${catalog}.pg_attrdef a on f.classid = 'pg_attrdef'::regclass and a.oid = f.objid
left join ${catalog}.pg_trigger t on f.classid = 'pg_trigger'::regclass and t.oid = f.objid
left join ${catalog}.pg_policy p on f.classid = 'pg_policy'::regclass and p.oid = f.objid
left join ${catalog}.pg_constraint k on f.classid = 'pg_constraint'::regclass and k.oid = f.objid
where (f.classid, f.objid) <> ($1::regclass::oid, $2::oid) and f.classid <> 'pg_type'::regclass
order by 1, 2`

/** listDependents returns all direct and indirect dependents of an object. */
export async function listDependents(
  db: Queryable,
  kind: 'pg_class' | 'pg_proc',
  oid: string,
): Promise<Dependent[]> {
  const query: (sql: string, values: unknown[]) => Promise<{ rows: Dependent[] }> = db.query.bind(db)
  return (await query(select(catalogOf(db)), [kind, oid])).rows
}
