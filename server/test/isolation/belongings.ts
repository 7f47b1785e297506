// What projects have in their database, in text that can be compared: an attack leaves it as it was. Nothing else is in
// it, since jobs, other tests and the clock change meanwhile what the server and the cluster hold (a log gets a
// partition each day).
import type pg from 'pg'
import { projectNames } from '#platform/db/project-names.ts'

// Of each line: what it is, whose, and all that an attack could change of it.
const BELONGINGS = `
with schemas as (select oid, nspname, nspacl, nspowner from pg_namespace where nspname = any($1)),
  roles as (select * from pg_roles where rolname = any($2))
select 'schema' as kind, nspname as name, concat_ws(' ', nspowner::regrole, nspacl) as state from schemas
union all select 'relation', c.oid::regclass::text, concat_ws(' ', relkind, relowner::regrole, relacl, relrowsecurity, relforcerowsecurity)
  from pg_class c join schemas s on s.oid = relnamespace where relkind not in ('i', 't')
union all select 'policy', concat_ws(' ', polrelid::regclass, polname), concat_ws(' ', polcmd, polroles::text, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
  from pg_policy p join pg_class c on c.oid = polrelid join schemas s on s.oid = relnamespace
union all select 'function', p.oid::regprocedure::text, concat_ws(' ', proowner::regrole, prosecdef, proacl, prosrc)
  from pg_proc p join schemas s on s.oid = pronamespace
union all select 'trigger', concat_ws(' ', tgrelid::regclass, tgname), concat_ws(' ', tgenabled, pg_get_triggerdef(t.oid))
  from pg_trigger t join pg_class c on c.oid = tgrelid join schemas s on s.oid = relnamespace
union all select 'role', rolname, concat_ws(' ', rolsuper, rolcreaterole, rolcreatedb, rolcanlogin, rolbypassrls, rolreplication, rolconfig)
  from roles
union all select 'membership', roleid::regrole::text, concat_ws(' ', member::regrole, admin_option)
  from pg_auth_members where member in (select oid from roles) or roleid in (select oid from roles)
-- Whatever else belongs to the roles or grants them something, wherever it is: schemas, large objects, types.
union all select 'dependency', concat_ws(' ', classid::regclass, objid, objsubid), concat_ws(' ', deptype, refobjid::regrole)
  from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid in (select oid from roles)
    and dbid in (0, (select oid from pg_database where datname = current_database()))
union all select 'metadata', slug, concat_ws(' ', id, read_only) from msingi.tables where schema_name = any($1)
union all select 'lock', objid::text, usename from pg_locks l join pg_stat_activity using (pid)
  where locktype = 'advisory' and (usename = any($2) or usename ~ '^msingi_gateway_')
    and l.database = (select oid from pg_database where datname = current_database())
order by 1, 2, 3`

// The role that attacks try to make.
const INTRUDER = 'x'

/** belongingsOf describes what the projects of these ids have, a line each. */
export async function belongingsOf(admin: pg.Pool, ids: readonly string[]): Promise<string[]> {
  const names = ids.map(projectNames)
  const schemas = names.map(({ schema }) => schema)
  const roles = [...names.flatMap(({ owner, data }) => [owner, data]), INTRUDER]
  const { rows } = await admin.query(BELONGINGS, [schemas, roles])
  return rows.map(({ kind, name, state }) => `${kind} ${name}: ${state}`)
}
