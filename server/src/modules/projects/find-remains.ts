// Looks for anything of a project that its deletion has left behind.
import type { BlobStore } from '#platform/blobs/store/blob-store.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import { projectNames } from '#platform/db/project-names.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { JOBS_OF, listProjectTables } from './delete-rows.ts'

/** Places are where a project has been: the control plane, its cluster, and the store of its files. */
export interface Places {
  readonly main: Cluster
  readonly cluster: Cluster
  readonly blobs: BlobStore
}

/** findRemains returns what is left of a project, as names of tables, roles and the like; empty where nothing is. */
export async function findRemains({ main, cluster, blobs }: Places, projectId: string): Promise<string[]> {
  const remains: string[] = []
  for (const { jobs } of new Set([main, cluster])) {
    for (const table of await listProjectTables(jobs))
      if (await has(jobs, `select from ${table} where project_id = $1`, projectId)) remains.push(table)
  }
  remains.push(...(await listObjects(cluster.jobs, projectId)))
  if (await has(main.jobs, `select ${JOBS_OF}`, projectId)) remains.push('jobs')
  const [blob] = await blobs.list(`${projectId}/`, 1)
  if (blob?.key.startsWith(`${projectId}/`)) remains.push('files')
  return remains
}

async function listObjects(db: Queryable, projectId: string): Promise<string[]> {
  const { schema, owner, data } = projectNames(projectId)
  const { rows } = await db.query<{ name: string }>(
    `select 'schema ' || nspname as name from pg_namespace where nspname = $1
     union all select 'role ' || rolname from pg_roles where rolname = any($2)
     union all select 'publication of ' || tablename from pg_publication_tables where schemaname = $1`,
    [schema, [owner, data]],
  )
  return rows.map(({ name }) => name)
}

async function has(db: Queryable, select: string, value: string): Promise<boolean> {
  const { rowCount } = await db.query(`${select} limit 1`, [value])
  return rowCount === 1
}
