// Opens what shares counts of requests between nodes.
import type { Clock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { MasterKey } from '#platform/crypto/keys.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import type { Log } from '#platform/log/log.ts'
import { Broker } from './broker.ts'
import { CountsLink } from './counts-link.ts'
import { nameOf } from './nats-relay.ts'

/** OpenCountsOptions are the settings, and the cluster of the control plane, which all nodes have in common. */
export interface OpenCountsOptions {
  readonly config: Config
  readonly log: Log
  readonly keys: MasterKey
  readonly clock: Clock
  readonly cluster: Cluster
  readonly answerMs: number | undefined
}

/**
 * openCountsLink connects to the broker in the background. The connection is one of its own, so that no answer waits behind
 * large changes.
 */
export async function openCountsLink(options: OpenCountsOptions): Promise<CountsLink> {
  const { config, log, keys, clock, cluster, answerMs } = options
  const broker = new Broker(config.natsUrls, log)
  return new CountsLink({ broker, name: await nameOf(cluster, keys), clock, answerMs })
}
