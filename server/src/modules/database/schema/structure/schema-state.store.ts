// Objects that a client's statement must not change: those that protect a project's rows and enforce its relationships.
// Code that the statement runs can change them too, so that their state is compared, not only the SQL parsed.
import type { SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'

// One row for each object. Functions and triggers of the server have a $ in their names. A deferred trigger would run at
// the commit, after the comparison. Triggers whose names begin with $ are created and dropped by live changes.
const GUARDED = `
select 'the function ' || p.proname as what, 'function ' || p.oid as key,
  md5(concat_ws(' ', p.prosrc, p.prosqlbody, p.prosecdef, p.provolatile, p.proisstrict, p.proowner, p.proconfig, p.proacl))
    as value
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

/** Guarded is an object that statements must not change; `what` names it in messages, `value` is its state. */
export interface Guarded {
  readonly what: string
  readonly value: string
}

/** readGuarded returns all objects that statements must not change. */
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

/** readForeignKeys returns the foreign keys of single columns. */
export async function readForeignKeys({ client, names }: SchemaChange): Promise<ForeignKey[]> {
  return (await client.query<ForeignKey>(FOREIGN_KEYS, [names.schema])).rows
}

// A serial column takes its numbers from a sequence, on which other roles need the privilege USAGE.
const SEQUENCES = `
select c.oid::regclass::text as name from msingi_catalog.pg_class c
where c.relnamespace = $1::regnamespace
  and c.relkind = 'S'
  and not exists (select from aclexplode(c.relacl) r where r.grantee = $2::regrole and r.privilege_type = 'USAGE')
  and not exists (select from msingi_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'i')`

/** readClosedSequences returns the sequences that the data role has no USAGE on. */
export async function readClosedSequences({ client, names }: SchemaChange): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(SEQUENCES, [names.schema, names.data])
  return rows.map(({ name }) => name)
}
