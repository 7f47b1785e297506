// The objects of a project's schema, read from PostgreSQL's catalog within a change.
import type { CatalogType } from '#engine/ddl/ddl-type.ts'
import type { SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'

/** CatalogColumn is a column as PostgreSQL has it. */
export interface CatalogColumn extends CatalogType {
  readonly name: string
  readonly attnum: number
  readonly required: boolean
  readonly has_default: boolean
}

/** CatalogRelation is a table, a view or the like as PostgreSQL has it. */
export interface CatalogRelation {
  readonly oid: string
  readonly name: string
  /** kind is PostgreSQL's letter: r table, v view, m materialized view, p partitioned, f foreign, c composite. */
  readonly kind: string
  readonly primary_key: readonly string[]
  /** is_invoker is true for views that read with the rights of the caller. */
  readonly is_invoker: boolean
  readonly is_granted: boolean
  readonly columns: readonly CatalogColumn[]
}

const SELECT = `
select c.oid::text, c.relname as name, c.relkind as kind,
  coalesce(c.reloptions @> '{security_invoker=true}', false) as is_invoker,
  exists (select from aclexplode(c.relacl) r
    where r.grantee = $2::regrole and r.privilege_type = 'SELECT') as is_granted,
  array(select p.attname::text from msingi_catalog.pg_index i
    join msingi_catalog.pg_attribute p on p.attrelid = c.oid and p.attnum = any(i.indkey)
    where i.indrelid = c.oid and i.indisprimary) as primary_key,
  coalesce((select jsonb_agg(jsonb_build_object('name', a.attname, 'attnum', a.attnum,
      'sql', format_type(a.atttypid, a.atttypmod), 'is_enum', coalesce(t.typtype = 'e', false), 'is_identity', a.attidentity <> '',
      'required', a.attnotnull, 'has_default', a.atthasdef) order by a.attnum)
    from msingi_catalog.pg_attribute a left join msingi_catalog.pg_type t on t.oid = a.atttypid
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns
from msingi_catalog.pg_class c
where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f', 'c')
order by c.relname`

/** readCatalog returns the relations of the schema by name. */
export async function readCatalog({ client, names }: SchemaChange): Promise<Map<string, CatalogRelation>> {
  const { rows } = await client.query<CatalogRelation>(SELECT, [names.schema, names.data])
  return new Map(rows.map((relation) => [relation.name, relation]))
}
