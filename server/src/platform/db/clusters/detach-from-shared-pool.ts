// Detaches a project from the shared pool before it gets code of its own. PostgreSQL itself enforces it:
// whatever a node still has cached of the project, the gateway can no longer become its role.
import { setTimeout as pause } from 'node:timers/promises'
import { topic } from '#platform/db/caches/invalidations.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { transaction } from '#platform/db/transaction.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { ProjectCluster } from './project-cluster.ts'

/** SHARED_POOL_LEFT is about clusters of which a project has left the shared pool. */
export const SHARED_POOL_LEFT = topic('shared-pool')

const POLL_MS = 5
// A node that was notified has replaced its connections by then, unless a statement takes long.
const GRACE_MS = 2_000
const PATIENCE_MS = 30_000

/**
 * detachFromSharedPool takes the project's role away from the gateway. A connection that has the role already keeps it, so
 * then it waits until every connection that was open is gone: `announce` has all nodes replace theirs, and what is left
 * after a while is closed by force. When it returns, nothing on any node can run as the project on the shared pool.
 */
export async function detachFromSharedPool(
  cluster: ProjectCluster,
  projectId: string,
  announce: () => Promise<void>,
): Promise<void> {
  const { data } = projectNames(projectId)
  await transaction(cluster.admin, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`msingi pool ${projectId}`])
    await client.query(`revoke ${data} from ${cluster.whole.gatewayRole}`)
    const { rows } = await client.query<{ member: boolean }>(
      "select pg_has_role($1::name, $2::name, 'member') as member",
      [cluster.whole.gatewayRole, data],
    )
    // A superuser as gateway, or a grant by someone else: code must not come to such a project.
    if (rows[0]?.member !== false)
      throw new Error(`${cluster.whole.gatewayRole} is still a member of ${data}`)
  })
  const old = await openConnections(cluster)
  await announce()
  await waitForEnd(cluster, old)
}

// A process id may be given again; together with its beginning it is one connection.
const OPEN = `
select pid, pid || ' ' || coalesce(backend_start::text, '') as id from pg_stat_activity
where usename = $1 and datname = current_database()`

async function openConnections(cluster: ProjectCluster): Promise<Map<string, number>> {
  const { rows } = await cluster.admin.query<{ id: string; pid: number }>(OPEN, [cluster.whole.gatewayRole])
  return new Map(rows.map(({ id, pid }) => [id, pid]))
}

async function waitForEnd(cluster: ProjectCluster, old: ReadonlyMap<string, number>): Promise<void> {
  let forced = false
  for (let waited = 0; ; waited += POLL_MS) {
    const open = await openConnections(cluster)
    const left = [...old].filter(([id]) => open.has(id)).map(([, pid]) => pid)
    if (left.length === 0) return
    if (waited > PATIENCE_MS) throw new AppError('unavailable', 'A long request is still running. Try again.')
    if (waited > GRACE_MS && !forced) {
      forced = true
      await cluster.admin.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [left])
    }
    await pause(POLL_MS)
  }
}
