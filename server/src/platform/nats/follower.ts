// On a standby: copies the changes of the reading node from the journal into the node's own log, and watches that they
// keep coming.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeLog } from '#platform/changes/feed/change-log.ts'
import type { Log } from '#platform/log/log.ts'
import type { Entry } from './entry.ts'
import type { Journal } from './journal.ts'

/** SILENCE_MS is after how long without entries a node counts as disconnected; a hung reader is replaced earlier. */
export const SILENCE_MS = 8000

const CHECK_MS = 250
const RETRY_MS = 500

export interface FollowerOptions {
  readonly journal: Journal
  readonly changes: ChangeLog
  readonly log: Log
  readonly retentionMs: number
  /** listTables returns the ids of the tables that are captured. */
  readonly listTables: () => Promise<readonly string[]>
}

/** Follower copies the journal into a log. */
export class Follower {
  readonly #options: FollowerOptions
  readonly #timer: NodeJS.Timeout
  /** end stops the follower, round only the current consumer. */
  #end: AbortController | undefined
  #round = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #settled = Promise.withResolvers<void>()
  #isReceiving = false
  #receivedAt = 0
  #lostAt: number | undefined

  constructor(options: FollowerOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#checkSilence(), CHECK_MS)
    this.#timer.unref()
    options.journal.onReconnect(() => this.#round.abort())
  }

  /** isReceiving reports whether this node receives all that the reading node reads. */
  get isReceiving(): boolean {
    return this.#isReceiving
  }

  /** start begins to copy, unless it has begun already. */
  start(): void {
    if (this.#end !== undefined) return
    const end = new AbortController()
    this.#end = end
    this.#receivedAt = performance.now()
    this.#settled = Promise.withResolvers<void>()
    const before = this.#running
    this.#running = before.then(() => this.#run(end.signal))
  }

  /** stop ends it: afterwards nothing is written into the log. */
  stop(): void {
    this.#end?.abort()
    this.#round.abort()
    this.#end = undefined
    this.#isReceiving = false
    this.#lostAt = undefined
    this.#settled.resolve()
  }

  /** settled resolves when it is known whether this node receives all. */
  settled(): Promise<void> {
    return this.#settled.promise
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.stop()
    await this.#running
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#round = new AbortController()
      try {
        await this.#read(AbortSignal.any([signal, this.#round.signal]))
      } catch (error) {
        this.#options.log.debug(
          { err: (error as Error).message },
          'could not follow live changes; trying again',
        )
      }
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { journal } = this.#options
    const end = await journal.findEnd()
    await journal.read(async (entry, seq) => {
      const isHistory = seq <= end.seq
      // Entries of earlier epochs have no use.
      if (isHistory && entry.epoch !== end.epoch) return
      await this.#take(entry, signal)
      if (!isHistory && !signal.aborted) this.#recordEntry()
    }, signal)
  }

  async #take(entry: Entry, signal: AbortSignal): Promise<void> {
    const { changes, retentionMs, listTables } = this.#options
    // Steps without an offset may have expired meanwhile, which could not be detected.
    const tooLate = this.#lostAt !== undefined && performance.now() - this.#lostAt > retentionMs
    const begins = tooLate || changes.epoch !== entry.epoch || entry.from > changes.top
    const tables = begins ? await listTables() : []
    if (signal.aborted) return
    if (tooLate) changes.quit()
    this.#lostAt = undefined
    changes.restart(entry.epoch, entry.from)
    // For tables whose capture began later, a later step says so.
    for (const table of tables) changes.open(table)
    for (const step of entry.steps) changes.write(step)
  }

  #recordEntry(): void {
    this.#isReceiving = true
    this.#receivedAt = performance.now()
    this.#settled.resolve()
  }

  #checkSilence(): void {
    if (this.#end === undefined || performance.now() - this.#receivedAt < SILENCE_MS) return
    this.#receivedAt = performance.now()
    this.#settled.resolve()
    // The stream that is consumed may no longer exist.
    this.#round.abort()
    if (!this.#isReceiving) return
    this.#isReceiving = false
    this.#lostAt = performance.now()
    this.#options.log.warn('no live changes arrive from the reading node; clients are sent to it')
    this.#options.changes.interrupt()
  }
}
