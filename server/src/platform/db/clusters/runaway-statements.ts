// Ends statements that run past their timeout. PostgreSQL cancels them, but code of a project can catch the cancellation
// and run on after the client is gone. Terminating the backend cannot be caught.
import type { Log } from '#platform/log/log.ts'
import { type Cluster, DDL_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from './cluster.ts'
import type { Clusters } from './clusters.ts'

const INTERVAL_MS = 5_000
const GRACE_MS = 5_000

/** StatementLimits are how long statements may run on the logins of projects. */
export interface StatementLimits {
  readonly data: number
  readonly owner: number
}

const LIMITS: StatementLimits = { data: STATEMENT_TIMEOUT_MS + GRACE_MS, owner: DDL_TIMEOUT_MS + GRACE_MS }

const END = `
select usename as role, pg_terminate_backend(pid) from pg_stat_activity
where datname = current_database() and state = 'active' and usename ~ '^p_[0-9a-f]+_(data|owner)$'
  and clock_timestamp() - query_start > make_interval(secs =>
    case when usename ~ 'data$' then $1::float8 else $2::float8 end / 1000)`

/** endRunawayStatements terminates connections of projects whose statement has run for too long, and returns their roles. */
export async function endRunawayStatements(
  cluster: Cluster,
  limits: StatementLimits = LIMITS,
): Promise<string[]> {
  const { rows } = await cluster.watch.query<{ role: string }>(END, [limits.data, limits.owner])
  return rows.map(({ role }) => role)
}

/** watchRunawayStatements does so every few seconds and returns a function that stops it. */
export function watchRunawayStatements(clusters: Clusters, log: Log): () => void {
  const look = async (cluster: Cluster) => {
    const roles = await endRunawayStatements(cluster)
    if (roles.length > 0) log.warn({ roles }, 'ended connections whose statements would not stop')
  }
  const timer = setInterval(() => {
    for (const cluster of clusters.all()) {
      look(cluster).catch((error) =>
        log.warn({ err: error.message }, 'could not look for runaway statements'),
      )
    }
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
