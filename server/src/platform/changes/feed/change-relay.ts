// How nodes receive changes that another one reads: by way of a broker, or not at all.
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import type { ChangeLog } from './change-log.ts'

/** ChangeRelay carries what one node reads to the others, which keep it in logs of their own. */
export interface ChangeRelay {
  /** feeds is true where this node, while it follows, receives all that the reading node reads. */
  readonly feeds: boolean
  /** lead passes on, from now on, what is written into this node's log; what it followed does not come any more. */
  lead(): void
  /** pause ends that for the moment: another node may read by now. */
  pause(): void
  /** follow writes into this node's log what another one reads. */
  follow(): void
  /** rest does neither: there is nothing to read. */
  rest(): void
  /** settled settles when it is known whether this node, which follows, receives changes. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** ChangeRelays make the relay of each cluster. */
export interface ChangeRelays {
  /** open makes what fills a log, or passes it on. */
  open(cluster: Cluster, changes: ChangeLog): Promise<ChangeRelay>
  close(): Promise<void>
}

/** noRelay is for nodes without a broker: a node that does not read has no changes, and says so. */
export function noRelay(changes: ChangeLog): ChangeRelay {
  return {
    feeds: false,
    lead: () => {},
    pause: () => {},
    follow: () => changes.quit(),
    rest: () => {},
    settled: async () => {},
    close: async () => {},
  }
}
