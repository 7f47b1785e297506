// Ends statements that run past their timeout. PostgreSQL cancels them, but code of a project can catch the cancellation
// and run on after the client is gone. Terminating the backend cannot be caught.
import type { Log } from '#platform/log/log.ts'
import { type Cluster, DDL_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from './cluster.ts'
import type { Clusters } from './clusters.ts'

const INTERVAL_MS = 5_000
const GRACE_MS = 5_000
// How many turns pass at most without a look. What a node that died has left behind is found by then.
const MOST_TURNS = 12

/** StatementLimits are how long statements may run on the logins of projects. */
export interface StatementLimits {
  readonly data: number
  readonly owner: number
}

const LIMITS: StatementLimits = { data: STATEMENT_TIMEOUT_MS + GRACE_MS, owner: DDL_TIMEOUT_MS + GRACE_MS }

const END = `
select usename as role, clock_timestamp() - query_start > make_interval(secs =>
    case when usename ~ 'data$' then $1::float8 else $2::float8 end / 1000) and pg_terminate_backend(pid) as ended
from pg_stat_activity
where datname = current_database() and state = 'active' and usename ~ '^p_[0-9a-f]+_(data|owner)$'`

/** Runaways are the roles of projects whose connections were ended, and of those whose statements run and still may. */
export interface Runaways {
  readonly ended: readonly string[]
  readonly running: readonly string[]
}

/** endRunawayStatements terminates connections of projects whose statement has run for too long. */
export async function endRunawayStatements(
  cluster: Cluster,
  limits: StatementLimits = LIMITS,
): Promise<Runaways> {
  const { rows } = await cluster.watch.query<{ role: string; ended: boolean }>(END, [
    limits.data,
    limits.owner,
  ])
  const roles = (isEnded: boolean) => rows.filter(({ ended }) => ended === isEnded).map(({ role }) => role)
  return { ended: roles(true), running: roles(false) }
}

/** watchRunawayStatements does so every few seconds while there are any that may run away, and returns a function that stops it. */
export function watchRunawayStatements(clusters: Clusters, log: Log): () => void {
  const watches = clusters.all().map((cluster) => watchCluster(cluster, log))
  const timer = setInterval(() => {
    for (const look of watches)
      look().catch((error) => log.warn({ err: error.message }, 'could not look for runaway statements'))
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** watchCluster returns what is called each turn, and asks the database where projects have used their logins since it last did. */
export function watchCluster(cluster: Cluster, log: Log): () => Promise<void> {
  let { begun: known } = cluster.projectUses
  let turns = 0
  return async () => {
    turns += 1
    const { begun, open } = cluster.projectUses
    if (begun === known && turns < MOST_TURNS) return
    const { ended, running } = await endRunawayStatements(cluster)
    if (ended.length > 0) log.warn({ roles: ended }, 'ended connections whose statements would not stop')
    // What runs is looked at again, and so is what may run its next statement.
    if (open + running.length + ended.length > 0) return
    known = begun
    turns = 0
  }
}
