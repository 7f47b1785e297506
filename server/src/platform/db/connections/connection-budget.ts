// How many connections to PostgreSQL one node opens at most, in one table: together they stay below what the server takes.
import pg from 'pg'
import { GATES } from '#platform/fairness/gates.ts'
import type { Log } from '#platform/log/log.ts'

/** CONNECTIONS are the most connections of each kind that one node opens, beside those of the shared data pool. */
export const CONNECTIONS = {
  admin: GATES.admin.places + 2,
  watch: 2,
  owners: GATES.ddl.places + GATES.users.places + GATES.capture.places + GATES.statistics.places,
  own: GATES.own.places,
  /** transfers are imports and exports. */
  transfers: GATES.transfers.places,
  jobs: 2,
  /** captures wait for busy tables, and make the replication slot. */
  captures: 4,
  /** consumers work on batches of changes, each consumer on a few connections of its own; inbox writes these changes. */
  consumers: 4,
  inbox: 1,
  /** deliveries are those of webhooks: claiming them, and storing what came of them. */
  deliveries: 2,
  /** Cache invalidations, the reader of live changes, and one for psql. */
  others: 3,
} as const

// Fewer would let two projects with code of their own keep all others waiting.
const LEAST_OWN = 8

/** connectionsOf returns how many connections a node opens at most with a shared pool of a size. */
export function connectionsOf(poolSize: number, own: number = CONNECTIONS.own): number {
  const { own: _, ...others } = CONNECTIONS
  return Object.values(others).reduce((sum, one) => sum + one, poolSize + own)
}

/** fitOwn returns how many connections of projects' own logins there is room for on a server that takes so many in all. */
export function fitOwn(most: number, poolSize: number): number {
  return Math.min(CONNECTIONS.own, Math.max(LEAST_OWN, most - connectionsOf(poolSize, 0)))
}

const MOST = `
select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
  - coalesce(current_setting('reserved_connections', true), '0')::int as most`

/**
 * findRoom asks the server how many connections it takes and returns how many of them are for projects' own logins. The
 * log warns where there is not enough for one node.
 */
export async function findRoom(connection: pg.ClientConfig, poolSize: number, log: Log): Promise<number> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ most: number }>(MOST)
    const most = rows[0]?.most ?? 0
    const own = fitOwn(most, poolSize)
    const needed = connectionsOf(poolSize, own)
    if (needed > most)
      log.warn(
        { needed, most },
        'PostgreSQL takes fewer connections than this node may open: raise max_connections, or lower MSINGI_POOL_SIZE',
      )
    return own
  } finally {
    await client.end()
  }
}
