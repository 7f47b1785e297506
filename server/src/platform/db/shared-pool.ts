// How a project leaves the shared pool, before it has code of its own (design 4). The wall is in PostgreSQL itself:
// whatever a node still believes of the project, the gateway can no longer become its role.
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#platform/errors/app-error.ts'
import type { Cluster } from './cluster.ts'
import { projectNames } from './project-names.ts'
import { transaction } from './transaction.ts'

const POLL_MS = 5
// Longer than a statement of the shared pool may take.
const PATIENCE_MS = 30_000

/**
 * leaveSharedPool takes the project's role away from the gateway, then waits for what had that role before. When it
 * returns, nothing on any node runs as the project on the shared pool, and nothing ever will again.
 */
export async function leaveSharedPool(cluster: Cluster, projectId: string): Promise<void> {
  const { data } = projectNames(projectId)
  await transaction(cluster.admin, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`msingi pool ${projectId}`])
    await client.query(`revoke ${data} from ${cluster.gatewayRole}`)
    const { rows } = await client.query<{ member: boolean }>(
      "select pg_has_role($1::name, $2::name, 'member') as member",
      [cluster.gatewayRole, data],
    )
    // A superuser as gateway, or a grant by someone else: code must not come to such a project.
    if (rows[0]?.member !== false) throw new Error(`${cluster.gatewayRole} is still a member of ${data}`)
  })
  await waitForTransactions(cluster)
}

// A transaction holds a lock on its own virtual id from its very beginning, and looks for news about roles after that:
// what is not in the list has not begun yet, and will find that the gateway is no member.
const UNDER_WAY = `
select l.pid || ' ' || l.virtualtransaction as id
from pg_locks l join pg_stat_activity a on a.pid = l.pid
where l.locktype = 'virtualxid' and l.granted and a.usename = $1 and a.datname = current_database()`

async function waitForTransactions(cluster: Cluster): Promise<void> {
  let left = await underWay(cluster)
  for (let waited = 0; left.size > 0; waited += POLL_MS) {
    if (waited > PATIENCE_MS) throw new AppError('unavailable', 'A long request is still running. Try again.')
    await pause(POLL_MS)
    left = left.intersection(await underWay(cluster))
  }
}

async function underWay(cluster: Cluster): Promise<Set<string>> {
  const { rows } = await cluster.admin.query<{ id: string }>(UNDER_WAY, [cluster.gatewayRole])
  return new Set(rows.map(({ id }) => id))
}
