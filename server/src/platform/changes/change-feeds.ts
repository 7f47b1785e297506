// The feeds of all clusters, and which way of capture each has: the log where the server lets us read it.

import {
  type ChangeConsumer,
  ChangeConsumers,
  type ConsumerOptions,
} from '#platform/changes/consumers/change-consumers.ts'
import type { BacklogLimits } from '#platform/changes/consumers/inbox.store.ts'
import type { BreakReason, ChangeFeeds } from '#platform/changes/feed/change-feed.ts'
import { ChangeLog } from '#platform/changes/feed/change-log.ts'
import { type ChangeRelays, noRelay } from '#platform/changes/feed/change-relay.ts'
import { LogReader } from '#platform/changes/log/log-reader.ts'
import { connectForReplication } from '#platform/changes/log/replication-stream.ts'
import { OutboxReader } from '#platform/changes/outbox/outbox-reader.ts'
import type { Capture, CaptureContext, CaptureState } from '#platform/changes/reading/capture.ts'
import type { FloodLimits } from '#platform/changes/reading/flood-guard.ts'
import type { CaptureKind } from '#platform/changes/state/checkpoint.store.ts'
import { renewAll } from '#platform/changes/state/leases.store.ts'
import { countFailed } from '#platform/changes/state/watched-tables.store.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Invalidations } from '#platform/db/caches/invalidations.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import type { Clusters } from '#platform/db/clusters/clusters.ts'
import type { Log } from '#platform/log/log.ts'
import type { QuietStart } from '#platform/work/quiet-start.ts'
import { ClusterFeed } from './cluster-feed.ts'

/** FeedOptions are what feeds are made of. */
export interface FeedOptions {
  readonly clusters: Clusters
  readonly clock: Clock
  readonly log: Log
  /** quiet says whether consumers wait; left out, they do not. */
  readonly quiet?: QuietStart
  /** capture is `outbox` where the log shall not be read even if it could be. */
  readonly capture: 'auto' | 'outbox'
  /** retention is for how many seconds changes can be read again after a restart. */
  readonly retention: number
  /** mostReleases is how many tables that nobody wants are given up at once; left out, it is what suits a server. */
  readonly mostReleases?: number
  /** busyMs is for how long a busy table is waited for; left out, it is what suits clients. */
  readonly busyMs?: number
  /** backlog bounds what waits for one consumer of one project; left out, it is what suits a server. */
  readonly backlog?: BacklogLimits
  /** flood bounds what is passed on of one project; left out, it is what suits a server. */
  readonly flood?: FloodLimits
  /**
   * invalidations say to other nodes that a table is watched, and that consumers have work; without, a node finds tables by
   * itself, within a minute, and consumes what it reads.
   */
  readonly invalidations?: Pick<Invalidations, 'on' | 'publish'>
  /** relays carry changes between nodes; without, each node has only what it reads itself. */
  readonly relays?: ChangeRelays | undefined
}

/** FeedState is a cluster's feed in figures. */
export interface FeedState {
  readonly cluster: string
  readonly capture: CaptureKind
  readonly state: CaptureState
  /** lag asks the database; NaN where that cannot be reached. */
  readonly lag: () => Promise<number>
  /** behind is how much of that is still to be read, alike. */
  readonly behind: () => Promise<number>
  readonly offset: number
  /** watched is how many tables this node keeps changes of. */
  readonly watched: number
  /** serves is true where clients of this node receive changes. */
  readonly serves: boolean
  /** breaks is how often subscribers had to read anew, by the reason. */
  readonly breaks: ReadonlyMap<BreakReason, number>
  /** inbox is how many changes are read and not in the inbox of durable consumers yet. */
  readonly inbox: number
  /** failed asks the database how many tables cannot be captured; NaN where that cannot be reached. */
  readonly failed: () => Promise<number>
}

// The topic of the invalidations that say in which cluster a table is watched from now on.
const WATCHED = topic('changes-watched')
const HELD = { changes: 100_000, bytes: 64 * 1024 * 1024 }
const POLL_MS = 25

/** ClusterFeeds has the feed of each cluster. */
export class ClusterFeeds implements ChangeFeeds {
  readonly #feeds: ReadonlyMap<string, ClusterFeed>
  readonly #contexts: ReadonlyMap<string, CaptureContext>
  readonly #relays: ChangeRelays | undefined
  /** consumers are those that work on changes durably. */
  readonly consumers: ChangeConsumers

  constructor(
    feeds: ReadonlyMap<string, ClusterFeed>,
    contexts: ReadonlyMap<string, CaptureContext>,
    relays: ChangeRelays | undefined,
    consumers: ChangeConsumers,
  ) {
    this.#feeds = feeds
    this.#contexts = contexts
    this.#relays = relays
    this.consumers = consumers
  }

  of(project: { readonly cluster: string }): ClusterFeed {
    const feed = this.#feeds.get(project.cluster)
    if (feed === undefined) throw new Error(`no cluster ${project.cluster}`)
    return feed
  }

  listen(listener: Parameters<ChangeFeeds['listen']>[0]): () => void {
    const stops = [...this.#feeds.values()].map((feed) => feed.listen(listener))
    return () => {
      for (const stop of stops) stop()
    }
  }

  /**
   * consume has a durable consumer work on the changes of the tables that it subscribes to, in batches: each change
   * once, with what the batch has written in the control plane, whatever dies. Its name is its own for good.
   */
  consume(options: ConsumerOptions): ChangeConsumer {
    return this.consumers.consume(options)
  }

  async ready(): Promise<void> {
    await Promise.all([...this.#feeds.values()].map((feed) => feed.ready()))
  }

  async close(): Promise<void> {
    await this.consumers.stop()
    await Promise.all([...this.#feeds.values()].map((feed) => feed.close()))
    await this.consumers.close()
    await this.#relays?.close()
  }

  /** states returns how each feed is doing. */
  states(): FeedState[] {
    return [...this.#feeds].map(([cluster, { capture, top, watched, serves }]) => ({
      cluster,
      capture: capture.kind,
      state: capture.state,
      lag: () => capture.lag().catch(() => Number.NaN),
      behind: () => capture.behind().catch(() => Number.NaN),
      offset: top,
      watched,
      serves,
      breaks: this.#contexts.get(cluster)?.changes.breaks ?? new Map(),
      inbox: this.#contexts.get(cluster)?.inbox.waiting ?? 0,
      failed: () => this.#countFailed(cluster),
    }))
  }

  async #countFailed(cluster: string): Promise<number> {
    const admin = this.#contexts.get(cluster)?.cluster.admin
    return admin === undefined ? Number.NaN : countFailed(admin).catch(() => Number.NaN)
  }
}

/** openChangeFeeds chooses a way of capture for each cluster and begins to read what is watched. */
export async function openChangeFeeds(options: FeedOptions): Promise<ClusterFeeds> {
  const feeds = new Map<string, ClusterFeed>()
  const consumers = new ChangeConsumers({
    main: options.clusters.main,
    log: options.log,
    quiet: options.quiet,
    limits: options.backlog,
    invalidations: options.invalidations,
    feedOf: ({ cluster }) => {
      const feed = feeds.get(cluster)
      if (feed === undefined) throw new Error(`no cluster ${cluster}`)
      return feed
    },
  })
  const opened = await Promise.all(
    options.clusters.all().map(async (cluster): Promise<[CaptureContext, ClusterFeed]> => {
      const changes = new ChangeLog(HELD)
      const { clock, log, retention } = options
      // For as long as no server runs, the log is kept, and so is the right to go on.
      await renewAll(cluster.admin)
      const relay = (await options.relays?.open(cluster, changes)) ?? noRelay(changes)
      const inbox = consumers.openInbox(cluster.name)
      const { flood } = options
      const { invalidations } = options
      const notifyWatched = invalidations && (() => invalidations.publish(WATCHED, cluster.name))
      const retentionMs = retention * 1000
      const context = { cluster, changes, relay, inbox, clock, log, flood, retentionMs, notifyWatched }
      const capture = await chooseCapture(context, options.capture)
      return [
        context,
        new ClusterFeed(context, capture, { mostAtOnce: options.mostReleases, busyMs: options.busyMs }),
      ]
    }),
  )
  for (const [{ cluster }, feed] of opened) feeds.set(cluster.name, feed)
  options.invalidations?.on(WATCHED, (name) => {
    for (const [cluster, { capture }] of feeds) if (name === undefined || name === cluster) capture.wake()
  })
  const contexts = new Map(opened.map(([context]) => [context.cluster.name, context]))
  return new ClusterFeeds(feeds, contexts, options.relays, consumers)
}

async function chooseCapture(context: CaptureContext, wish: FeedOptions['capture']): Promise<Capture> {
  const obstacle = wish === 'outbox' ? 'the settings say so' : await findObstacle(context.cluster)
  const about = { cluster: context.cluster.name }
  if (obstacle === undefined) {
    context.log.info(about, 'live changes are read from the write-ahead log')
    return new LogReader(context)
  }
  context.log.warn(about, `live changes go through an outbox table, which slows down writes: ${obstacle}`)
  return new OutboxReader(context, POLL_MS)
}

// Managed servers have their own ways to allow replication, so the attempt itself is the test.
async function findObstacle(cluster: Cluster): Promise<string | undefined> {
  const { rows } = await cluster.admin.query<{ wal_level: string }>('show wal_level')
  const level = rows[0]?.wal_level
  if (level !== 'logical') return `wal_level is ${level}, not logical`
  try {
    const client = await connectForReplication(cluster.adminConfig())
    await client.end()
    return undefined
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    // A server that is busy or on its way down does not mean no; the reader tries until it can.
    return PASSING.test(code) ? undefined : message
  }
}

const PASSING = /^(?:53|57|E)/
