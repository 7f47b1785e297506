// The feed of one cluster: its log of changes in memory, the capture that fills it, and which tables it captures.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { transaction } from '#platform/db/transaction.ts'
import { AppError, notFound } from '#platform/errors/app-error.ts'
import type { Capture, CaptureContext, CaptureState } from './capture.ts'
import type { BreakListener, Change, ChangeFeed, ChangeListener, WantedTables } from './change-feed.ts'
import { lockChanges } from './checkpoint.store.ts'
import { restoreTable } from './instrument.ts'
import * as leases from './leases.store.ts'
import { findTable, forgetDropped, saveWatched } from './watched-tables.store.ts'

const TEND_MS = 10_000
// A node that is slow to renew what it wants shall not lose it.
const GRACE_SECONDS = 30
// Each takes two short transactions.
const MOST_AT_ONCE = 50
// What one node has told its clients comes to the others within milliseconds.
const REACH_MS = 2000
const REACH_STEP_MS = 20

/** ClusterFeed is the feed of one cluster. */
export class ClusterFeed implements ChangeFeed {
  readonly capture: Capture
  readonly #context: CaptureContext
  readonly #mostAtOnce: number
  readonly #wanted = new Set<WantedTables>()
  readonly #timer: NodeJS.Timeout
  #tending: Promise<void> | undefined

  constructor(context: CaptureContext, capture: Capture, mostAtOnce = MOST_AT_ONCE) {
    this.#context = context
    this.#mostAtOnce = mostAtOnce
    this.capture = capture
    this.#timer = setInterval(() => void this.tend(), TEND_MS)
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
    const { admin } = this.#context.cluster
    // The wish comes first: whoever ends the capture meanwhile either sees it, or is done before it is noted.
    if (!(await leases.wantTable(admin, project.id, tableId))) throw notFound('The table')
    const table = await findTable(admin, project.id, tableId)
    if (table === undefined) throw notFound('The table')
    if (!table.active) {
      await this.capture.instrument(table)
      await this.#change(async (client) => {
        // Under the lock, so that nobody else can have begun with it meanwhile.
        const now = await findTable(client, project.id, tableId)
        if (now === undefined || now.active) return
        await this.capture.prepare(client)
        await saveWatched(client, now, true)
        await this.capture.attach(client, now)
      })
    }
    // Where another node has begun with it, this one need not know yet that there is something to read.
    if (!table.active || this.capture.state === 'idle') this.capture.wake()
    await this.capture.catchUp()
    return !table.active
  }

  async unwatch(project: ProjectRecord, tableId: string): Promise<void> {
    if ((await findTable(this.#context.cluster.admin, project.id, tableId)) === undefined) return
    await leases.forgetLease(this.#context.cluster.admin, tableId)
    await this.#release(project.id, tableId)
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

  /** serves is false where this node does not hear of changes. */
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
    await this.#tending
    await this.capture.close()
    await this.#context.relay.close()
  }

  async #tend(): Promise<void> {
    const { cluster, log } = this.#context
    const failed = (error: unknown) =>
      log.warn(
        { err: (error as Error).message },
        'could not look after which tables live changes are read of',
      )
    try {
      await leases.renewLeases(cluster.admin, [
        ...new Set([...this.#wanted].flatMap((tables) => [...tables()])),
      ])
      // Otherwise whoever reads does.
      if (this.capture.state === 'idle') await forgetDropped(cluster.admin)
      const stale = await leases.listStale(cluster.admin, this.#idleSeconds, this.#mostAtOnce)
      for (const { project_id, table_id } of stale)
        await this.#release(project_id, table_id).catch(async (error) => {
          failed(error)
          await leases.noteTry(cluster.admin, table_id)
        })
    } catch (error) {
      failed(error)
    }
  }

  get #idleSeconds(): number {
    return this.#context.retentionMs / 1000 + GRACE_SECONDS
  }

  // Two steps, so that no table is without what capturing needs while it counts as captured.
  async #release(projectId: string, tableId: string): Promise<void> {
    const { cluster } = this.#context
    await this.#change(async (client) => {
      if (!(await leases.holdStale(client, this.#idleSeconds, tableId))) return
      const table = await findTable(client, projectId, tableId)
      if (!table?.active) return
      // Whoever wants the changes of another table waits for the lock meanwhile.
      await client.query(`set local lock_timeout = '1s'`)
      await saveWatched(client, table, false)
      await this.capture.detach(client, table)
    })
    await transaction(cluster.admin, async (client) => {
      if (!(await leases.holdStale(client, this.#idleSeconds, tableId))) return
      const table = await findTable(client, projectId, tableId)
      if (table?.active) return
      if (table !== undefined) await restoreTable(cluster, table)
      await leases.removeLease(client, tableId)
    })
  }

  async #change(work: Parameters<typeof transaction<void>>[1]): Promise<void> {
    try {
      await transaction(this.#context.cluster.admin, async (client) => {
        await lockChanges(client)
        await work(client)
      })
    } catch (error) {
      const reason = REASONS[(error as { code?: string }).code ?? '']
      throw reason === undefined ? error : new AppError('unavailable', reason)
    }
  }
}

const SERVING: ReadonlySet<CaptureState> = new Set(['live', 'resuming', 'idle'])

// What a table or the server may have against it for now.
const REASONS: Readonly<Record<string, string>> = {
  '55P03': 'The table is busy; try again in a moment.',
  '57014': 'Live changes could not begin because of a long transaction; try again in a moment.',
  '53400':
    'The database server has no replication slot left for live changes; its max_replication_slots is too low.',
}
