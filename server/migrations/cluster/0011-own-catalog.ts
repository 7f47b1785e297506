// PostgreSQL's catalog as a project may see it: its own part. The catalog itself is closed to projects' logins, so
// that none reads the names and sources of another (platform/db/close-catalog.ts).

// Whose part it is follows from who has logged in, which no code of a project can change. Nobody else sees anything
// here. Bodies are parsed here and now; functions without a search_path of their own print names as their caller's
// path has them, as PostgreSQL's functions do.
const OWN = `
create schema msingi_catalog;
grant usage on schema msingi_catalog to public;

create function msingi_catalog.own_schema() returns oid stable security definer
  return (select n.oid from pg_catalog.pg_namespace n
    where n.nspname = pg_catalog.left(session_user, 34)::name and pg_catalog.starts_with(n.nspname::text, 'p_')
      and session_user in (n.nspname || '_owner', n.nspname || '_data'));
`

// The columns are those that the server reads, of those that PostgreSQL 15 to 18 have in common. The barrier keeps a
// caller's own functions from seeing rows before they are filtered.
const VIEWS: Readonly<Record<string, string>> = {
  pg_namespace: `select oid, nspname, nspowner, nspacl from pg_catalog.pg_namespace
    where oid = (select msingi_catalog.own_schema())`,
  pg_class: `select oid, relname, relnamespace, relowner, relkind, relacl, reloptions, relrowsecurity,
      relforcerowsecurity
    from pg_catalog.pg_class where relnamespace = (select msingi_catalog.own_schema())`,
  pg_type: `select oid, typname, typnamespace, typtype from pg_catalog.pg_type
    where typnamespace = (select msingi_catalog.own_schema())`,
  pg_proc: `select oid, proname, pronamespace, proowner, prolang, prosecdef, proisstrict, provolatile, prosrc,
      proconfig, proacl
    from pg_catalog.pg_proc where pronamespace = (select msingi_catalog.own_schema())`,
  pg_constraint: `select oid, conname, connamespace, contype, conrelid, conindid, confrelid, confdeltype, conkey,
      confkey
    from pg_catalog.pg_constraint where connamespace = (select msingi_catalog.own_schema())`,
  pg_attribute: `select attrelid, attname, attnum, atttypid, atttypmod, attnotnull, atthasdef, attidentity,
      attgenerated, attisdropped, attacl
    from pg_catalog.pg_attribute where attrelid in (select oid from msingi_catalog.pg_class)`,
  pg_attrdef: `select oid, adrelid, adnum, adbin from pg_catalog.pg_attrdef
    where adrelid in (select oid from msingi_catalog.pg_class)`,
  pg_index: `select indexrelid, indrelid, indnatts, indnkeyatts, indisunique, indisprimary, indisvalid, indkey, indpred
    from pg_catalog.pg_index where indrelid in (select oid from msingi_catalog.pg_class)`,
  pg_trigger: `select oid, tgrelid, tgname, tgfoid, tgtype, tgenabled, tgisinternal, tgdeferrable, tgattr, tgqual
    from pg_catalog.pg_trigger where tgrelid in (select oid from msingi_catalog.pg_class)`,
  pg_policy: `select oid, polname, polrelid, polcmd, polpermissive, polroles, polqual, polwithcheck
    from pg_catalog.pg_policy where polrelid in (select oid from msingi_catalog.pg_class)`,
  pg_rewrite: `select oid, rulename, ev_class from pg_catalog.pg_rewrite
    where ev_class in (select oid from msingi_catalog.pg_class)`,
  pg_enum: `select enumtypid, enumlabel, enumsortorder from pg_catalog.pg_enum
    where enumtypid in (select oid from msingi_catalog.pg_type)`,
  pg_default_acl: `select oid, defaclrole, defaclacl from pg_catalog.pg_default_acl
    where defaclrole = (select oid from pg_catalog.pg_roles where rolname = session_user)`,
  pg_depend: ['pg_class', 'pg_proc', 'pg_type', 'pg_constraint']
    .map(
      (catalog) => `select d.classid, d.objid, d.objsubid, d.refclassid, d.refobjid, d.refobjsubid, d.deptype
    from msingi_catalog.${catalog} o
    join pg_catalog.pg_depend d on d.refclassid = 'pg_catalog.${catalog}'::pg_catalog.regclass and d.refobjid = o.oid`,
    )
    .join(' union all '),
}

// What PostgreSQL prints of a thing by its id, whosever it is: here only of one's own.
const PRINTERS: readonly (readonly [name: string, more: readonly string[], catalog: string, own: string])[] =
  [
    ['pg_get_viewdef', ['boolean'], 'pg_class', 'relnamespace = msingi_catalog.own_schema()'],
    ['pg_get_indexdef', [], 'pg_class', 'relnamespace = msingi_catalog.own_schema()'],
    ['pg_get_constraintdef', [], 'pg_constraint', 'connamespace = msingi_catalog.own_schema()'],
    ['pg_get_triggerdef', ['boolean'], 'pg_trigger', 'tgrelid in (select oid from msingi_catalog.pg_class)'],
    ['pg_get_function_arguments', [], 'pg_proc', 'pronamespace = msingi_catalog.own_schema()'],
    ['pg_get_function_result', [], 'pg_proc', 'pronamespace = msingi_catalog.own_schema()'],
  ]

// A schema changes under a lock. Locks by number are closed to projects, since two would meet on one; this is the only
// one that a project can take, and each has its own.
const LOCK = `
create function msingi.lock_schema() returns void
language sql security definer set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('msingi schema ' || session_user, 0));
$$;
`

// Who may DELETE from a table, or UPDATE all its columns, may also lock all of it, and with it every project. Rights to
// each column allow no lock; rows are deleted by functions. Only an owner has rows that bear the name of its login.
const METADATA = ['tables', 'columns', 'policies', 'relationships']
const UNLOCK = `
do $$ declare metadata regclass; columns text; begin
  foreach metadata in array '{${METADATA.map((table) => `msingi.${table}`).join(', ')}}'::regclass[] loop
    select string_agg(quote_ident(attname), ', ') into columns from pg_catalog.pg_attribute
      where attrelid = metadata and attnum > 0 and not attisdropped;
    execute format('revoke update, delete on %s from public', metadata);
    execute format('grant update (%s) on %s to public', columns, metadata);
  end loop;
end $$`

/** ownCatalog makes schema `msingi_catalog`, and takes away what locks more than a project's own. */
export const ownCatalog = [
  ...[OWN, LOCK, UNLOCK],
  ...METADATA.map(
    (table) => `create function msingi.delete_from_${table}(id uuid) returns void
      language sql security definer set search_path = '' as $$
        delete from msingi.${table} t where t.id = $1 and t.owner_role = session_user;
      $$`,
  ),
  ...Object.entries(VIEWS).map(
    ([name, select]) => `create view msingi_catalog.${name} with (security_barrier) as ${select};
      grant select on msingi_catalog.${name} to public`,
  ),
  ...PRINTERS.map(([name, more, catalog, own]) => {
    const values = ['o.oid', ...more.map((_, index) => `$${index + 2}`)].join(', ')
    return `create function msingi_catalog.${name}(${['oid', ...more].join(', ')}) returns text
      stable security definer
      return (select pg_catalog.${name}(${values}) from pg_catalog.${catalog} o where o.oid = $1 and ${own})`
  }),
]
