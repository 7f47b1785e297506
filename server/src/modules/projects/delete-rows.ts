// Deletes the rows of a project from the server's own tables. Every table with a column `project_id` is found in the catalog,
// so that a new one is not forgotten. In batches, each a transaction of its own.
import type pg from 'pg'
import { projectNames } from '#platform/db/project-names.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'

const BATCH = 5000

// Kept: the audit log for as long as it is kept anyway, events for their 30 days, and invoices. Projects themselves go last.
const KEPT = ['platform.audit_log', 'platform.events', 'platform.invoices', 'platform.projects']

/** listProjectTables returns the server's tables, and their partitions, whose rows belong to a project and go with it. */
export async function listProjectTables(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped
     where c.relkind = 'r' and (n.nspname = 'platform' or starts_with(n.nspname, 'msingi'))
       and not format('%I.%I', n.nspname, c.relname) = any($1)
     order by 1`,
    [KEPT],
  )
  return rows.map(({ name }) => name)
}

/** deletePlatformRows deletes a project's rows from a server's tables in schema `platform` and those of its cluster. */
export async function deleteProjectRows(pool: pg.Pool, projectId: string): Promise<void> {
  for (const name of await listProjectTables(pool))
    await deleteInBatches(pool, name, 'project_id = $1', projectId)
}

/** deleteLinkedRows deletes what belongs to a project by another id than its own, before that id is gone. */
export async function deleteLinkedRows(
  pool: pg.Pool,
  linked: readonly Linked[],
  projectId: string,
): Promise<void> {
  for (const { table, where } of linked) await deleteInBatches(pool, table, where, projectId)
}

interface Linked {
  readonly table: string
  /** where names the project as $1. */
  readonly where: string
}

const OF_FUNCTIONS = 'function_id in (select id from platform.functions where project_id = $1)'
const OF_WEBHOOKS = 'webhook_id in (select id from platform.webhooks where project_id = $1)'
const OF_DELIVERIES = `delivery_id in (select d.id from platform.webhook_deliveries d where d.${OF_WEBHOOKS})`

/** PLATFORM_LINKED are large logs too, which have no index by project but one by what belongs to it. */
export const PLATFORM_LINKED: readonly Linked[] = [
  { table: 'platform.function_logs', where: OF_FUNCTIONS },
  { table: 'platform.function_invocations', where: OF_FUNCTIONS },
  { table: 'platform.webhook_attempts', where: OF_DELIVERIES },
  { table: 'platform.webhook_deliveries', where: OF_WEBHOOKS },
]

/** CLUSTER_LINKED are in the project's cluster. */
export const CLUSTER_LINKED: readonly Linked[] = [
  {
    table: 'msingi.watch_leases',
    where: 'table_id in (select id from msingi.tables where project_id = $1)',
  },
  { table: 'msingi_storage.resumable_parts', where: `starts_with(key, $1::text || '/')` },
]

/** deleteClusterRows deletes a project's rows in its cluster: metadata, users, files, payments. */
export async function deleteClusterRows(pool: pg.Pool, projectId: string): Promise<void> {
  const { data } = projectNames(projectId)
  await deleteLinkedRows(pool, CLUSTER_LINKED, projectId)
  await deleteInBatches(pool, 'msingi.idempotency', 'role = $1', data)
  // The ledger refuses deletions but this one.
  await pool.query('select msingi_payments.forget_project($1)', [projectId])
  await deleteProjectRows(pool, projectId)
}

/** deletePlatformRows deletes a project's rows in the control plane. */
export async function deletePlatformRows(pool: pg.Pool, projectId: string): Promise<void> {
  await deleteLinkedRows(pool, PLATFORM_LINKED, projectId)
  await deleteProjectRows(pool, projectId)
}

/** JOBS_OF are the background jobs of a project, $1: those that take turns by it, and those that name it. */
export const JOBS_OF = `from jobs.job where group_id = $1::text or data ->> 'project_id' = $1::text`

/** deleteJobs deletes the background jobs of a project. */
export async function deleteJobs(pool: pg.Pool, projectId: string): Promise<void> {
  await pool.query(`delete ${JOBS_OF}`, [projectId])
}

async function deleteInBatches(pool: pg.Pool, table: string, where: string, value: string): Promise<void> {
  for (;;) {
    const deleted = await transaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${BATCH}))`,
        [value],
      )
      return rowCount ?? 0
    })
    if (deleted < BATCH) return
  }
}
