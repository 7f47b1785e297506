// A project's part of the catalog (0011-own-catalog.ts) by its own ids, which PostgreSQL finds through what depends on the
// schema. No catalog has an index by schema alone: a filter reads the objects of all projects, in every change of one.

const ON_SCHEMA = (catalog: string) => `array(select d.objid from pg_catalog.pg_depend d
    where d.refclassid = 'pg_catalog.pg_namespace'::pg_catalog.regclass and d.refobjid = msingi_catalog.own_schema()
      and d.classid = 'pg_catalog.${catalog}'::pg_catalog.regclass)`

// Indexes, and the relations of composite types, do not depend on the schema but on what does; so do types of rows and
// arrays. By arrays, since a join may read the whole of a catalog.
const FUNCTIONS = `
create function msingi_catalog.own_relations() returns oid[] stable security definer
  return (select relations
      || array(select i.indexrelid from pg_catalog.pg_index i where i.indrelid = any(relations))
      || array(select t.typrelid from pg_catalog.pg_type t where t.oid = any(types) and t.typrelid <> 0)
    from (select ${ON_SCHEMA('pg_class')} as relations, ${ON_SCHEMA('pg_type')} as types) direct);

create function msingi_catalog.own_types() returns oid[] stable security definer
  return (select types || array(select t.typarray from pg_catalog.pg_type t where t.oid = any(types) and t.typarray <> 0)
    from (select types || rows || array(select r.rngmultitypid from pg_catalog.pg_range r where r.rngtypid = any(types)) as types
      from (select ${ON_SCHEMA('pg_type')} as types, array(select c.reltype from pg_catalog.pg_class c
        where c.oid = any((select msingi_catalog.own_relations())::oid[]) and c.reltype <> 0) as rows) direct) whole);

create function msingi_catalog.own_functions() returns oid[] stable security definer
  return ${ON_SCHEMA('pg_proc')};
`

const OWN_RELATION = (column: string) => `${column} = any((select msingi_catalog.own_relations())::oid[])`
const OWN_TYPE = (column: string) => `${column} = any((select msingi_catalog.own_types())::oid[])`

// What has a schema is compared with it as well: an id alone lets nobody in.
const CONDITIONS: Readonly<Record<string, string>> = {
  pg_class: `relnamespace = (select msingi_catalog.own_schema()) and ${OWN_RELATION('oid')}`,
  pg_type: `typnamespace = (select msingi_catalog.own_schema()) and ${OWN_TYPE('oid')}`,
  pg_proc: `pronamespace = (select msingi_catalog.own_schema())
    and oid = any((select msingi_catalog.own_functions())::oid[])`,
  pg_constraint: `connamespace = (select msingi_catalog.own_schema())
    and (${OWN_RELATION('conrelid')} or ${OWN_TYPE('contypid')})`,
  pg_attribute: OWN_RELATION('attrelid'),
  pg_attrdef: OWN_RELATION('adrelid'),
  pg_index: OWN_RELATION('indrelid'),
  pg_trigger: OWN_RELATION('tgrelid'),
  pg_policy: OWN_RELATION('polrelid'),
  pg_rewrite: OWN_RELATION('ev_class'),
  pg_enum: OWN_TYPE('enumtypid'),
}

const VIEWS = `
do $$ declare replaced record; columns text; begin
  for replaced in select * from pg_catalog.json_each_text('${JSON.stringify(CONDITIONS).replaceAll("'", "''")}') loop
    select pg_catalog.string_agg(a.attname, ', ' order by a.attnum) into columns from pg_catalog.pg_attribute a
      where a.attrelid = ('msingi_catalog.' || replaced.key)::pg_catalog.regclass and a.attnum > 0;
    execute pg_catalog.format('create or replace view msingi_catalog.%I with (security_barrier) as select %s from pg_catalog.%I where %s',
      replaced.key, columns, replaced.key, replaced.value);
  end loop;
end $$;
`

/** ownPart finds a project's part of the catalog without reading that of others. */
export const ownPart = [FUNCTIONS, VIEWS]
