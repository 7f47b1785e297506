// Live changes between nodes through NATS JetStream.
import { createHmac } from 'node:crypto'
import type { ChangeLog } from '#platform/changes/feed/change-log.ts'
import type { ChangeRelay, ChangeRelays } from '#platform/changes/feed/change-relay.ts'
import { listWatched } from '#platform/changes/state/watched-tables.store.ts'
import type { MasterKey } from '#platform/crypto/keys.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import type { Log } from '#platform/log/log.ts'
import { Broker } from './broker.ts'
import { Follower } from './follower.ts'
import { Journal } from './journal.ts'
import { Publisher } from './publisher.ts'

export interface NatsRelayOptions {
  readonly urls: readonly string[]
  readonly keys: MasterKey
  readonly log: Log
  /** retention is how many seconds changes are kept. */
  readonly retention: number
}

/** openNatsRelays connects to NATS in the background, and opens the relay of each cluster. */
export function openNatsRelays({ urls, keys, log, retention }: NatsRelayOptions): ChangeRelays {
  const broker = new Broker(urls, log)
  return {
    open: async (cluster, changes) => {
      const journal = new Journal(broker, await nameOf(cluster, keys), retention * 1000)
      return openNatsRelay({ journal, cluster, changes, log, retentionMs: retention * 1000 })
    },
    close: () => broker.close(),
  }
}

interface NatsRelayParts {
  readonly journal: Journal
  readonly cluster: Cluster
  readonly changes: ChangeLog
  readonly log: Log
  readonly retentionMs: number
}

function openNatsRelay({ cluster, ...parts }: NatsRelayParts): ChangeRelay {
  const publisher = new Publisher(parts.journal, parts.changes, parts.log)
  const listTables = async () =>
    (await listWatched(cluster.admin)).filter(({ active }) => active).map(({ table_id }) => table_id)
  const follower = new Follower({ ...parts, listTables })
  return {
    get feeds() {
      return follower.isReceiving
    },
    lead: () => {
      follower.stop()
      publisher.start()
    },
    pause: () => publisher.pause(),
    follow: () => {
      publisher.clear()
      follower.start()
    },
    rest: () => {
      publisher.clear()
      follower.stop()
    },
    settled: () => follower.settled(),
    close: async () => {
      await Promise.all([publisher.close(), follower.close()])
    },
  }
}

/** nameOf returns the same name for all nodes of an installation, but not for nodes on a copy of its database. */
export async function nameOf(cluster: Cluster, keys: MasterKey): Promise<string> {
  const { rows } = await cluster.admin.query<{ name: string }>(
    `select system_identifier || '/' || current_database() as name from pg_control_system()`,
  )
  const name = createHmac('sha256', keys.derive('change relay')).update(`${rows[0]?.name}`)
  return name.digest('hex').slice(0, 32)
}
