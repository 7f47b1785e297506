// A snapshot of all objects in a project's schema, to find out what statements have changed.
import type { SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'

/** SchemaObject is an object in a schema; its id stays the same when it is runRename. */
export interface SchemaObject {
  readonly id: string
  readonly kind: 'table' | 'column' | 'constraint' | 'index' | 'view' | 'function' | 'trigger' | 'type'
  /** local_name is the name without the table it belongs to. */
  readonly local_name: string
  readonly name: string
  readonly definition: string
}

// The server's own objects have a $ in their names, except indexes and constraints of columns.
const SELECT = `
with relations as (select * from msingi_catalog.pg_class where relnamespace = $1::regnamespace)
select 'relation ' || oid as id, 'table' as kind, relname as local_name, relname as name, '' as definition
from relations where relkind = 'r'
union all
select concat_ws(' ', 'column', r.oid, a.attnum), 'column', a.attname, r.relname || '.' || a.attname,
  format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end ||
  case when a.attidentity <> '' then ' generated as identity' when a.attgenerated <> ''
    then ' generated as (' || msingi_catalog.pg_get_expr(d.adbin, d.adrelid) || ')'
    when d.oid is not null then ' default ' || msingi_catalog.pg_get_expr(d.adbin, d.adrelid) else '' end
from relations r join msingi_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
left join msingi_catalog.pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
where r.relkind = 'r'
union all
select 'constraint ' || k.oid, 'constraint', k.conname, r.relname || '.' || k.conname, msingi_catalog.pg_get_constraintdef(k.oid)
from msingi_catalog.pg_constraint k join relations r on r.oid = k.conrelid where k.contype in ('c', 'f', 'p', 'u', 'x')
union all
select 'relation ' || r.oid, 'index', r.relname, r.relname, msingi_catalog.pg_get_indexdef(r.oid)
from relations r where r.relkind = 'i' and not exists (select from msingi_catalog.pg_constraint k where k.conindid = r.oid)
union all
select 'relation ' || oid, 'view', relname, relname, msingi_catalog.pg_get_viewdef(oid, true) from relations where relkind = 'v'
union all
select 'function ' || p.oid, 'function', p.proname, p.proname,
  format('(%s) returns %s language %s as %s', msingi_catalog.pg_get_function_arguments(p.oid), msingi_catalog.pg_get_function_result(p.oid),
    l.lanname, quote_literal(p.prosrc))
from msingi_catalog.pg_proc p join pg_language l on l.oid = p.prolang
where p.pronamespace = $1::regnamespace and strpos(p.proname, '$') = 0
union all
select 'trigger ' || t.oid, 'trigger', t.tgname, r.relname || '.' || t.tgname, msingi_catalog.pg_get_triggerdef(t.oid, true)
from msingi_catalog.pg_trigger t join relations r on r.oid = t.tgrelid where not t.tgisinternal and strpos(t.tgname, '$') = 0
union all
select 'type ' || t.oid, 'type', t.typname, t.typname,
  'enum (' || (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from msingi_catalog.pg_enum where enumtypid = t.oid) || ')'
from msingi_catalog.pg_type t where t.typnamespace = $1::regnamespace and t.typtype = 'e'`

// A project's code can create definitions of any length; the hash shows whether a long one has changed.
const MAX_DEFINITION = 100_000
const SHORTENED = `
select id, kind, local_name, name, case when char_length(definition) <= ${MAX_DEFINITION} then definition
  else left(definition, 1000) || ' … ' || md5(definition) end as definition
from (${SELECT}) objects order by kind, name`

/** describeSchema returns all objects of the schema by id. */
export async function describeSchema({ client, names }: SchemaChange): Promise<Map<string, SchemaObject>> {
  const { rows } = await client.query<SchemaObject>(SHORTENED, [names.schema])
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, definition: row.definition.trim().replaceAll(`${names.schema}.`, '') },
    ]),
  )
}
