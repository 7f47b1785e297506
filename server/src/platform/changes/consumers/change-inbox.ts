// Carries the changes of consumed tables from the node that reads a cluster into the inbox of durable consumers. The
// checkpoint stays before what is not in the inbox yet, so whatever dies, reading goes on there.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Queue } from '#platform/changes/feed/queue.ts'
import type { RowTexts } from '#platform/changes/feed/row-change.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Log } from '#platform/log/log.ts'
import type { GapReason } from './consumed-change.ts'
import * as store from './inbox.store.ts'
import { listConsumedTables } from './subscriptions.store.ts'

// What is written in one transaction.
const BATCH = { entries: 1000, bytes: 1024 * 1024 }
/** QUEUE_BYTES is how many bytes may wait to be written before the reading of changes waits. */
export const QUEUE_BYTES = 16 * 1024 * 1024
const FIRST_RETRY_MS = 50
const LAST_RETRY_MS = 2000

/** InboxOptions are what an inbox works with. */
export interface InboxOptions {
  /** cluster is the name of the cluster whose changes these are. */
  readonly cluster: string
  /** pool opens connections to the control plane. */
  readonly pool: pg.Pool
  readonly log: Log
  readonly limits?: store.BacklogLimits | undefined
  /** onWritten is called with the consumers for whom there is something new. */
  readonly onWritten: (consumers: ReadonlySet<string>) => void
}

/** ChangeInbox is the inbox of one cluster, as the node that reads the cluster's changes fills it. */
export class ChangeInbox {
  /** dropped counts, by consumer, the changes for which there was no room. */
  readonly dropped = new Map<string, number>()
  readonly #options: InboxOptions
  readonly #tables = new Set<string>()
  readonly #running: Promise<void>
  readonly #closing = new AbortController()
  #fresh = new Set<string>()
  #epoch = ''
  /** floor is the offset up to which all is in the inbox. */
  #floor = -1
  #queue = new Queue<store.InboxEntry>()
  #writing: store.InboxEntry[] = []
  #bytes = 0
  #wake = () => {}
  #roomy: PromiseWithResolvers<void> | undefined
  #emptied: PromiseWithResolvers<void> | undefined

  constructor(options: InboxOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** waiting is how many entries are read and not in the inbox yet. */
  get waiting(): number {
    return this.#queue.length + this.#writing.length
  }

  /** safe is the largest offset that a checkpoint may have: what is behind it is read again. */
  get safe(): number {
    const first = this.#writing[0] ?? this.#queue.first
    return first === undefined ? Number.POSITIVE_INFINITY : first.offset - 1
  }

  /** consumes reports whether changes of a table may have a consumer. */
  consumes(tableId: string): boolean {
    return this.#tables.has(tableId)
  }

  /** row adds a change of a consumed table. */
  row(offset: number, row: RowTexts): void {
    this.#add({ kind: 'row', offset, row })
  }

  /** gap adds that changes of a consumed table are missing. */
  gap(offset: number, tableId: string, reason: GapReason, at: Date): void {
    this.#add({ kind: 'gap', offset, table_id: tableId, reason, committed_at: at })
  }

  /** take begins a subscription where `content` is a message that says so, and returns whether it is one. */
  take(offset: number, content: string): boolean {
    if (!content.startsWith(BEGIN)) return false
    const [tableId = '', consumer = ''] = content.slice(BEGIN.length).split(' ')
    if (!UUID.test(tableId) || consumer === '') return true
    this.#tables.add(tableId)
    this.#fresh.add(tableId)
    this.#add({ kind: 'begin', offset, table_id: tableId, consumer })
    return true
  }

  /** room returns a promise that settles when there is room for more; undefined where there is room now. */
  room(): Promise<void> | undefined {
    if (this.#bytes < QUEUE_BYTES || this.#closing.signal.aborted) return undefined
    this.#roomy ??= Promise.withResolvers<void>()
    return this.#roomy.promise
  }

  /** flush settles when all that was added is in the inbox, or the inbox is closed. */
  async flush(): Promise<void> {
    if (this.waiting === 0 || this.#closing.signal.aborted) return
    this.#emptied ??= Promise.withResolvers<void>()
    await this.#emptied.promise
  }

  /** restart has reading go on behind an offset of an epoch. What is in the inbox already is left out from there. */
  async restart(epoch: string, sequence: number): Promise<void> {
    await this.flush()
    const { pool, cluster, onWritten } = this.#options
    const mark = await transaction(pool, (db) => store.beginEpoch(db, cluster, { epoch, offset: sequence }))
    const subscriptions = await listConsumedTables(pool, cluster)
    this.#epoch = epoch
    this.#floor = mark.offset
    this.#tables.clear()
    for (const { table_id, begun } of subscriptions) if (begun) this.#tables.add(table_id)
    // Where a new epoch has begun, each has a gap.
    onWritten(new Set(subscriptions.map(({ consumer }) => consumer)))
  }

  /** listTables returns the ids of the tables that have consumers, and forgets those that have none any more. */
  async listTables(): Promise<string[]> {
    const fresh = new Set<string>()
    this.#fresh = fresh
    const found = await listConsumedTables(this.#options.pool, this.#options.cluster)
    const known = new Set(found.map(({ table_id }) => table_id))
    for (const id of this.#tables) if (!known.has(id) && !fresh.has(id)) this.#tables.delete(id)
    return [...known]
  }

  /** close stops writing. What is not written is read again by whichever node reads next. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#wake()
    this.#roomy?.resolve()
    this.#emptied?.resolve()
    await this.#running
  }

  #add(entry: store.InboxEntry): void {
    if (!store.isFresh(entry, this.#floor)) return
    this.#queue.push(entry)
    this.#bytes += store.sizeOf(entry)
    this.#wake()
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    let retryMs = FIRST_RETRY_MS
    while (!signal.aborted) {
      if (this.waiting === 0) await new Promise<void>((resolve) => this.#rest(resolve))
      if (signal.aborted) return
      try {
        await this.#write()
        retryMs = FIRST_RETRY_MS
      } catch (error) {
        const { cluster, log } = this.#options
        const err = (error as Error).message
        log.warn({ err, cluster }, 'could not write changes into the inbox of consumers; trying again')
        await sleep(retryMs, undefined, { signal }).catch(() => {})
        retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
      }
    }
  }

  #rest(resolve: () => void): void {
    this.#emptied?.resolve()
    this.#emptied = undefined
    this.#wake = resolve
  }

  async #write(): Promise<void> {
    if (this.#writing.length === 0) this.#take()
    const { pool, cluster, limits, onWritten, log } = this.#options
    const epoch = this.#epoch
    const { mark, consumers, dropped } = await transaction(pool, (db) =>
      store.writeEntries(db, cluster, epoch, this.#writing, limits),
    )
    for (const entry of this.#writing) this.#bytes -= store.sizeOf(entry)
    this.#writing = []
    if (mark.epoch === epoch) this.#floor = mark.offset
    if (this.#bytes < QUEUE_BYTES) {
      this.#roomy?.resolve()
      this.#roomy = undefined
    }
    for (const [consumer, count] of dropped) {
      if (!this.dropped.has(consumer))
        log.error({ consumer, cluster }, 'the backlog of a consumer is full; changes are dropped')
      this.dropped.set(consumer, (this.dropped.get(consumer) ?? 0) + count)
    }
    if (consumers.size > 0) onWritten(consumers)
  }

  // Kept until it is written, so that a transaction that fails is tried again with the same. Entries of one offset stay
  // together: the mark cannot stand between them.
  #take(): void {
    let bytes = 0
    for (let next = this.#queue.first; next !== undefined; next = this.#queue.first) {
      const isFull = this.#writing.length >= BATCH.entries || bytes >= BATCH.bytes
      if (isFull && next.offset !== this.#writing.at(-1)?.offset) return
      this.#queue.shift()
      this.#writing.push(next)
      bytes += store.sizeOf(next)
    }
  }
}

const BEGIN = 'consume '
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** beginMessage is the message, among the changes of a cluster, from which on changes belong to a subscription. */
export function beginMessage(tableId: string, consumer: string): string {
  return `${BEGIN}${tableId} ${consumer}`
}
