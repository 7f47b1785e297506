// Drops what a project has in its cluster's catalog: tables, code, schema, roles. In small transactions, since each dropped
// object holds a lock until its transaction ends, and all projects share one table of locks.
import type pg from 'pg'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { transaction } from '#platform/db/transaction.ts'

// A table with its columns, indexes, policies and triggers is some 10 to 100 locks; PostgreSQL has at least 6,400 by default.
const AT_ONCE = 20
const LARGE_OBJECTS = 500
const OUT_OF_LOCKS = '53200'

// Dependents first: views, the newest before those that they may read, then partitions before their tables.
const RELATIONS: readonly (readonly [kinds: string, what: string])[] = [
  ['v', 'view'],
  ['m', 'materialized view'],
  ['f', 'foreign table'],
  ['rp', 'table'],
  ['S', 'sequence'],
]

/** endSessions keeps the roles of a project from logging in and ends their sessions, on whichever node they are. */
export async function endSessions(cluster: Cluster, projectId: string): Promise<void> {
  const { owner, data } = projectNames(projectId)
  cluster.executor.release(projectId)
  const { rows } = await cluster.jobs.query<{ role: string }>(
    'select rolname as role from pg_roles where rolname = any($1)',
    [[owner, data]],
  )
  for (const { role } of rows) await cluster.jobs.query(`alter role ${role} nologin`)
  await cluster.jobs.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = any($1)', [
    [owner, data],
  ])
}

/** dropSchema drops the schema of a project with all that is in it, a few objects at a time. */
export async function dropSchema(cluster: Cluster, projectId: string): Promise<void> {
  const { schema } = projectNames(projectId)
  for (const [kinds, what] of RELATIONS)
    await dropAll(cluster.jobs, what, (most) => listRelations(cluster.jobs, schema, kinds, most))
  await dropAll(cluster.jobs, 'routine', (most) => listRoutines(cluster.jobs, schema, most))
  await dropAll(cluster.jobs, 'type', (most) => listTypes(cluster.jobs, schema, most))
  await drop(cluster.jobs, `schema if exists ${schema}`)
}

/** dropRoles drops both roles of a project and what they own outside of its schema, such as large objects. */
export async function dropRoles(cluster: Cluster, projectId: string): Promise<void> {
  const { owner, data } = projectNames(projectId)
  for (const role of [owner, data]) {
    const { rowCount } = await cluster.jobs.query('select from pg_roles where rolname = $1', [role])
    if (rowCount === 0) continue
    // Only a member of the role can drop what it owns.
    await cluster.jobs.query(`grant ${role} to current_user`)
    await unlinkLargeObjects(cluster.jobs, role)
    await cluster.jobs.query(`drop owned by ${role}; drop role ${role}`)
  }
}

async function dropAll(
  pool: pg.Pool,
  what: string,
  list: (most: number) => Promise<readonly string[]>,
): Promise<void> {
  for (let most = AT_ONCE; ; ) {
    const names = await list(most)
    if (names.length === 0) return
    try {
      await drop(pool, `${what} if exists ${names.join(', ')}`)
    } catch (error) {
      if ((error as { code?: string }).code !== OUT_OF_LOCKS || most === 1) throw error
      most = Math.ceil(most / 4)
    }
  }
}

async function drop(pool: pg.Pool, what: string): Promise<void> {
  await transaction(pool, async (client) => {
    await client.query(`set local lock_timeout = '30s'`)
    await client.query(`drop ${what} cascade`)
  })
}

async function listRelations(pool: pg.Pool, schema: string, kinds: string, most: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind = any(string_to_array($2, null)::"char"[])
     order by c.relispartition desc, c.oid desc limit $3`,
    [schema, kinds, most],
  )
  return rows.map(({ name }) => name)
}

async function listRoutines(pool: pg.Pool, schema: string, most: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = $1 order by p.oid desc limit $2`,
    [schema, most],
  )
  return rows.map(({ name }) => name)
}

// Enums, domains, ranges and composite types; array types and multiranges go with theirs.
async function listTypes(pool: pg.Pool, schema: string, most: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, t.typname) as name
     from pg_type t join pg_namespace n on n.oid = t.typnamespace
     where n.nspname = $1 and t.typtype in ('e', 'd', 'r', 'c') order by t.oid desc limit $2`,
    [schema, most],
  )
  return rows.map(({ name }) => name)
}

async function unlinkLargeObjects(pool: pg.Pool, role: string): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `select lo_unlink(oid) from (
         select l.oid from pg_largeobject_metadata l join pg_roles r on r.oid = l.lomowner
         where r.rolname = $1 limit ${LARGE_OBJECTS}) as own`,
      [role],
    )
    if ((rowCount ?? 0) < LARGE_OBJECTS) return
  }
}
