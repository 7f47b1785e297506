// The feed of one cluster: its log of changes in memory, and the capture that fills it.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { transaction } from '#platform/db/transaction.ts'
import { AppError, notFound } from '#platform/errors/app-error.ts'
import type { Capture, CaptureContext } from './capture.ts'
import type { BreakListener, Change, ChangeFeed, ChangeListener } from './change-feed.ts'
import { lockChanges } from './checkpoint.store.ts'
import { findTable, saveWatched } from './watched-tables.store.ts'

/** ClusterFeed is the feed of one cluster. */
export class ClusterFeed implements ChangeFeed {
  readonly capture: Capture
  readonly #context: CaptureContext

  constructor(context: CaptureContext, capture: Capture) {
    this.#context = context
    this.capture = capture
  }

  get epoch(): string {
    return this.#context.changes.epoch
  }

  get top(): number {
    return this.#context.changes.top
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

  async watch(project: ProjectRecord, tableId: string): Promise<void> {
    const { admin } = this.#context.cluster
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
      this.capture.wake()
    }
    await this.capture.catchUp()
  }

  async unwatch(project: ProjectRecord, tableId: string): Promise<void> {
    await this.#change(async (client) => {
      const table = await findTable(client, project.id, tableId)
      if (!table?.active) return
      await saveWatched(client, table, false)
      await this.capture.detach(client, table)
    })
    await this.capture.catchUp()
  }

  async ready(): Promise<void> {
    await this.capture.settled()
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

// What a table or the server may have against it for now.
const REASONS: Readonly<Record<string, string>> = {
  '55P03': 'The table is busy; try again in a moment.',
  '57014': 'Live changes could not begin because of a long transaction; try again in a moment.',
  '53400':
    'The database server has no replication slot left for live changes; its max_replication_slots is too low.',
}
