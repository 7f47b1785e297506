// What a statement that a client wrote must leave as it is: what protects a project's rows, and what stands behind its
// relationships. Code that the statement runs can reach it as well, so it is compared, not only parsed (spec 4.13).
import type { SchemaChange } from '#schema/change/schema-change.service.ts'

// One line a thing. The server's own functions and triggers hold a $ in their names. A trigger that waits until the
// commit would run when nobody looks any more. Those that begin with the $ come and go with live changes.
const GUARDED = `
select 'the function ' || p.proname as what, 'function ' || p.oid as key,
  md5(p.prosrc || p.prosecdef || p.proowner || coalesce(p.proconfig::text, '') || coalesce(p.proacl::text, '')) as value
from msingi_catalog.pg_proc p where p.pronamespace = $1::regnamespace and strpos(p.proname, '$') > 0
union all
select 'the trigger ' || t.tgname, 'trigger ' || t.oid, concat_ws(' ', t.tgenabled, t.tgfoid, t.tgtype, t.tgdeferrable)
from msingi_catalog.pg_trigger t join msingi_catalog.pg_class c on c.oid = t.tgrelid
where c.relnamespace = $1::regnamespace and not t.tgisinternal and (strpos(t.tgname, '$') > 1 or t.tgdeferrable)
union all
select 'a policy of ' || c.relname, 'policy ' || p.oid,
  md5(concat_ws(' ', p.polname, p.polrelid, p.polcmd, p.polpermissive, p.polroles, p.polqual, p.polwithcheck))
from msingi_catalog.pg_policy p join msingi_catalog.pg_class c on c.oid = p.polrelid where c.relnamespace = $1::regnamespace
union all
select 'the protection of ' || c.relname, 'relation ' || c.oid,
  concat_ws(' ', c.relowner, c.relacl, case c.relkind when 'r' then c.relrowsecurity and c.relforcerowsecurity end)
from msingi_catalog.pg_class c where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'v')
union all
select 'rights to a column of ' || c.relname, concat_ws(' ', 'column', a.attrelid, a.attnum), a.attacl::text
from msingi_catalog.pg_attribute a join msingi_catalog.pg_class c on c.oid = a.attrelid
where c.relnamespace = $1::regnamespace and a.attacl is not null
union all
select 'the rule ' || r.rulename, 'rule ' || r.oid, r.ev_class::text
from msingi_catalog.pg_rewrite r join msingi_catalog.pg_class c on c.oid = r.ev_class
where c.relnamespace = $1::regnamespace and r.rulename <> '_RETURN'
union all
select 'the schema', 'schema', concat_ws(' ', nspowner, nspacl) from msingi_catalog.pg_namespace where oid = $1::regnamespace
union all
select 'default rights', 'default ' || oid, defaclacl::text from msingi_catalog.pg_default_acl`

/** Guarded is one thing that statements must leave alone. */
export interface Guarded {
  readonly what: string
  readonly value: string
}

/** readGuarded gives all that statements must leave alone. */
export async function readGuarded({ client, names }: SchemaChange): Promise<Map<string, Guarded>> {
  const { rows } = await client.query<Guarded & { key: string }>(GUARDED, [names.schema])
  return new Map(rows.map(({ key, what, value }) => [key, { what, value }]))
}

/** ForeignKey is a foreign key of one column, as PostgreSQL has it. */
export interface ForeignKey {
  readonly name: string
  readonly from_table: string
  readonly from_column: string
  readonly to_table: string
  readonly to_column: string
  readonly on_delete: 'restrict' | 'cascade' | 'set_null' | 'set_default' | 'no_action'
}

const FOREIGN_KEYS = `
select k.conname as name, c.relname as from_table, a.attname as from_column, f.relname as to_table,
  fa.attname as to_column,
  case k.confdeltype when 'r' then 'restrict' when 'c' then 'cascade' when 'n' then 'set_null'
    when 'd' then 'set_default' else 'no_action' end as on_delete
from msingi_catalog.pg_constraint k
join msingi_catalog.pg_class c on c.oid = k.conrelid
join msingi_catalog.pg_class f on f.oid = k.confrelid
join msingi_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
join msingi_catalog.pg_attribute fa on fa.attrelid = k.confrelid and fa.attnum = k.confkey[1]
where k.contype = 'f' and k.connamespace = $1::regnamespace and cardinality(k.conkey) = 1
order by 2, 3, 1`

/** readForeignKeys gives the foreign keys of one column each. */
export async function readForeignKeys({ client, names }: SchemaChange): Promise<ForeignKey[]> {
  return (await client.query<ForeignKey>(FOREIGN_KEYS, [names.schema])).rows
}

// Numbers of a column that was declared serial come from a sequence, which a foreign role may not use by itself.
const SEQUENCES = `
select c.oid::regclass::text as name from msingi_catalog.pg_class c
where c.relnamespace = $1::regnamespace
  and c.relkind = 'S'
  and not exists (select from aclexplode(c.relacl) r where r.grantee = $2::regrole and r.privilege_type = 'USAGE')
  and not exists (select from msingi_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'i')`

/** readClosedSequences gives the sequences that the data role may not draw numbers from. */
export async function readClosedSequences({ client, names }: SchemaChange): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(SEQUENCES, [names.schema, names.data])
  return rows.map(({ name }) => name)
}
