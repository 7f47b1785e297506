// The feed of one cluster: its log of changes in memory, the capture that fills it, and which tables it captures.
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  BreakListener,
  Change,
  ChangeFeed,
  ChangeListener,
  WantedTables,
} from '#platform/changes/feed/change-feed.ts'
import type { Capture, CaptureContext, CaptureState } from '#platform/changes/reading/capture.ts'
import * as leases from '#platform/changes/state/leases.store.ts'
import { findTable, forgetDropped, listInactive } from '#platform/changes/state/watched-tables.store.ts'
import { TableCaptures } from '#platform/changes/tables/table-captures.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'

const TEND_MS = 10_000
// Where nothing is wanted: what other nodes have left behind is found by then.
const MOST_TURNS = 6
// A node that is slow to renew what it wants shall not lose it.
const GRACE_SECONDS = 30
// So young no lease is: the capture ends also where the table is wanted in this moment.
const WANTED = -1
// Each takes two short transactions.
const MOST_AT_ONCE = 50
// What one node has sent to its clients reaches the others within milliseconds.
const REACH_MS = 2000
const REACH_STEP_MS = 20

/** ClusterFeedOptions are what tests make smaller. */
export interface ClusterFeedOptions {
  /** mostAtOnce is how many tables that nobody wants are given up at once. */
  readonly mostAtOnce?: number | undefined
  /** busyMs is for how long a busy table is waited for, in milliseconds. */
  readonly busyMs?: number | undefined
}

/** ClusterFeed is the feed of one cluster. */
export class ClusterFeed implements ChangeFeed {
  readonly capture: Capture
  readonly #context: CaptureContext
  readonly #captures: TableCaptures
  readonly #mostAtOnce: number
  readonly #wanted = new Set<WantedTables>()
  readonly #timer: NodeJS.Timeout
  #tending: Promise<void> | undefined
  /** consumes is true where durable consumers may want tables. */
  #consumes = true
  #turns = 0

  constructor(
    context: CaptureContext,
    capture: Capture,
    { mostAtOnce = MOST_AT_ONCE, busyMs }: ClusterFeedOptions = {},
  ) {
    this.#context = context
    this.#captures = new TableCaptures(context, capture.tables, busyMs)
    this.#mostAtOnce = mostAtOnce
    this.capture = capture
    this.#timer = setInterval(() => this.#turn(), TEND_MS)
    this.#timer.unref()
  }

  get epoch(): string {
    return this.#context.changes.epoch
  }

  get top(): number {
    return this.#context.changes.top
  }

  /** watched is how many tables this node keeps changes of. */
  get watched(): number {
    return this.#context.changes.size
  }

  since(tableId: string, offset: number, epoch: string): readonly Change[] | undefined {
    return this.#context.changes.since(tableId, offset, epoch)
  }

  known(tableId: string): readonly Change[] {
    return this.#context.changes.known(tableId)
  }

  latest(tableId: string): number | undefined {
    return this.#context.changes.latest(tableId)
  }

  listen(listener: ChangeListener): () => void {
    return this.#context.changes.listen(listener)
  }

  onBreak(listener: BreakListener): () => void {
    return this.#context.changes.onBreak(listener)
  }

  keep(tables: WantedTables): () => void {
    this.#wanted.add(tables)
    return () => this.#wanted.delete(tables)
  }

  async watch(project: ProjectRecord, tableId: string): Promise<boolean> {
    const begins = await this.#captures.begin(project, tableId)
    this.#consumes = true
    // Where another node has begun with it, this one need not know yet that there is something to read.
    if (begins || this.capture.state === 'idle') this.capture.wake()
    try {
      await this.capture.catchUp()
    } finally {
      // Only now, so that this node is the one that reads.
      if (begins) await this.#notifyWatched()
    }
    return begins
  }

  /** note puts a message among the changes. */
  note(message: string): Promise<void> {
    return this.capture.note(message)
  }

  async unwatch(project: ProjectRecord, tableId: string): Promise<void> {
    if ((await findTable(this.#context.cluster.admin, project.id, tableId)) === undefined) return
    await leases.forgetLease(this.#context.cluster.admin, tableId)
    await this.#captures.end(project.id, tableId, WANTED)
    await this.capture.catchUp()
  }

  async ready(): Promise<boolean> {
    await this.capture.settled()
    if (this.capture.state === 'standby') await this.#context.relay.settled()
    return this.serves
  }

  async reach(known: () => boolean): Promise<void> {
    const end = performance.now() + REACH_MS
    while (this.capture.state === 'standby' && !known() && performance.now() < end) await sleep(REACH_STEP_MS)
  }

  /** serves is false where this node does not receive changes. */
  get serves(): boolean {
    const { state } = this.capture
    return SERVING.has(state) || (state === 'standby' && this.#context.relay.feeds)
  }

  /** tend says again which tables are wanted here, and ends the capture of those that nobody wants any more. */
  tend(): Promise<void> {
    this.#tending ??= this.#tend().finally(() => {
      this.#tending = undefined
    })
    return this.#tending
  }

  /** close stops reading. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#captures.close()
    await this.#tending
    // Reading may be waiting for room in it.
    await this.#context.inbox.close()
    await this.capture.close()
    await this.#context.relay.close()
  }

  #turn(): void {
    this.#turns += 1
    const isWanted = this.#consumes || this.#listWanted().length > 0
    if (!isWanted && this.#turns < MOST_TURNS) return
    this.#turns = 0
    void this.tend()
  }

  #listWanted(): string[] {
    return [...this.#wanted].flatMap((tables) => [...tables()])
  }

  async #tend(): Promise<void> {
    const { cluster, log } = this.#context
    const failed = (error: unknown) =>
      log.warn(
        { err: (error as Error).message },
        'could not look after which tables live changes are read of',
      )
    try {
      await leases.renewLeases(cluster.admin, [...new Set(this.#listWanted())])
      // Where the control plane cannot say which these are, nothing below may take them for unwanted.
      const consumed = await this.#context.inbox.listTables()
      this.#consumes = consumed.length > 0
      await leases.renewLeases(cluster.admin, consumed)
      await this.#captureAgain(consumed)
      // Otherwise the reading node does.
      if (this.capture.state === 'idle') await forgetDropped(cluster.admin)
      const stale = await leases.listStale(cluster.admin, this.#idleSeconds, this.#mostAtOnce)
      for (const { project_id, table_id } of stale)
        await this.#captures.end(project_id, table_id, this.#idleSeconds).catch(async (error) => {
          failed(error)
          await leases.noteTry(cluster.admin, table_id)
        })
    } catch (error) {
      failed(error)
    }
  }

  // Subscribers come again by themselves where the capture of their table has ended; consumers do not.
  async #captureAgain(tableIds: readonly string[]): Promise<void> {
    const { cluster, log } = this.#context
    const ended = await listInactive(cluster.admin, tableIds, this.#mostAtOnce)
    for (const { project_id, table_id } of ended) {
      try {
        if (!(await this.#captures.begin({ id: project_id }, table_id))) continue
        this.capture.wake()
        await this.#notifyWatched()
      } catch (error) {
        const err = (error as Error).message
        log.debug({ err, table: table_id }, 'could not capture the table of a consumer again yet')
      }
    }
  }

  // Where it fails, the other nodes look within a minute.
  async #notifyWatched(): Promise<void> {
    await this.#context.notifyWatched?.().catch(() => {})
  }

  get #idleSeconds(): number {
    return this.#context.retentionMs / 1000 + GRACE_SECONDS
  }
}

const SERVING: ReadonlySet<CaptureState> = new Set(['live', 'resuming', 'idle'])
