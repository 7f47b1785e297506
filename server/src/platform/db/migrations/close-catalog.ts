// Closes PostgreSQL's catalog to projects: code of a project is free SQL, and the catalog tells of all projects in the
// database. What the server reads as a project's owner is in schema `msingi_catalog`.

import type { Cluster } from '#platform/db/clusters/cluster.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Log } from '#platform/log/log.ts'

// Said of PostgreSQL itself and the same for everyone.
const OPEN_RELATIONS = ['pg_language', 'pg_timezone_names', 'pg_timezone_abbrevs']

// Functions that begin with pg_ are about the server, but for these. A list of what is open stays true when PostgreSQL
// gains functions. pg_get_serial_sequence asks for a name.
const OPEN_FUNCTIONS = `^pg_(${[
  'backend_pid',
  'char_to_encoding',
  'client_encoding',
  'collation_for',
  'column_(compression|size)',
  'current_(snapshot|xact_id|xact_id_if_assigned)',
  'encoding_(max_length|to_char)',
  'get_serial_sequence',
  'input_(error_info|is_valid)',
  'lsn.*',
  'notify',
  'size_(bytes|pretty)',
  'sleep.*',
  'snapshot_.*',
  'timezone_.*',
  'trigger_depth',
  'typeof',
  'visible_in_snapshot',
].join('|')})$`

// A large object belongs to no schema, so nobody may make one. The last ones take the number of any type or table, and
// tell its columns or the names of its constraints; what is written to a column is read without asking for a right.
const CLOSED_FUNCTIONS = `^(${[
  'pg_.*',
  'has_.*_privilege',
  'row_security_active',
  'lo_creat',
  'lo_create',
  'lo_from_bytea',
  '(array|domain|enum|multirange|range|record)_in',
  'table_to_xml(_and_xml)?schema',
].join('|')})$`

// What everybody could see, monitors still can: they are members of pg_monitor.
const CLOSE = `
do $$ declare target text; begin
  for target in select c.oid::regclass from pg_class c
    where c.relnamespace = 'pg_catalog'::regnamespace and c.relkind in ('r', 'v')
      and c.relname <> all ('{${OPEN_RELATIONS.join(',')}}')
      and (exists (select from aclexplode(c.relacl) where grantee = 0)
        or exists (select from pg_attribute a, aclexplode(a.attacl) where a.attrelid = c.oid and grantee = 0))
  loop
    if has_table_privilege('public', target, 'select') then
      execute format('grant select on %s to pg_monitor', target);
    end if;
    execute format('revoke all on %s from public', target);
  end loop;
  for target in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace and p.prokind = 'f'
      and p.proname ~ '${CLOSED_FUNCTIONS}' and p.proname !~ '${OPEN_FUNCTIONS}'
      and has_function_privilege('public', p.oid, 'execute')
  loop
    execute format('grant execute on function %s to pg_monitor', target);
    execute format('revoke execute on function %s from public', target);
  end loop;
  if has_schema_privilege('public', 'information_schema', 'usage') then
    grant usage on schema information_schema to pg_monitor;
    revoke usage on schema information_schema from public;
  end if;
end $$`

/**
 * closeCatalog takes the catalog from everyone but superusers and monitors. Only a superuser may; elsewhere the log
 * says what that means.
 */
export async function closeCatalog(cluster: Cluster, log: Log): Promise<void> {
  const { rows } = await cluster.admin.query<{ is_superuser: string }>('show is_superuser')
  if (rows[0]?.is_superuser !== 'on') return log.warn(STAYS_OPEN)
  await changeRights(cluster, CLOSE)
}

/**
 * changeRights changes rights to what is PostgreSQL's own, one node at a time: of two that start at once, and so change
 * the same row of the catalog, it would refuse one.
 */
export async function changeRights(cluster: Cluster, statements: string): Promise<void> {
  await transaction(cluster.admin, async (client) => {
    await client.query("set local statement_timeout = '5min'")
    await client.query("select pg_advisory_xact_lock(hashtextextended('msingi catalog', 0))")
    await client.query(statements)
  })
}

const STAYS_OPEN =
  "the database user is no superuser, so PostgreSQL's catalog and set_config stay open: functions that a project " +
  'writes can read names and sources of other projects, never their rows (docs/isolation.md)'
