// The side of a node that does not read: writes into its log what the reading node passes on, and knows whether it does.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeLog } from '#platform/changes/feed/change-log.ts'
import type { Log } from '#platform/log/log.ts'
import type { Entry } from './entry.ts'
import type { Journal } from './journal.ts'

/** SILENCE_MS is after how much silence a node no longer counts as hearing all: a hung reader is replaced before. */
export const SILENCE_MS = 8000

const LOOK_MS = 250
const RETRY_MS = 500

/** FollowerOptions are what a follower works with. */
export interface FollowerOptions {
  readonly journal: Journal
  readonly changes: ChangeLog
  readonly log: Log
  readonly retentionMs: number
  /** listTables gives the ids of the tables that are captured. */
  readonly listTables: () => Promise<readonly string[]>
}

/** Follower reads the journal into a log. */
export class Follower {
  readonly #options: FollowerOptions
  readonly #timer: NodeJS.Timeout
  /** end stops the following, round the reading of the moment. */
  #end: AbortController | undefined
  #round = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #settled = Promise.withResolvers<void>()
  #hears = false
  #heardAt = 0
  #lostAt: number | undefined

  constructor(options: FollowerOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#look(), LOOK_MS)
    this.#timer.unref()
    options.journal.onReturn(() => this.#round.abort())
  }

  /** hears tells whether all that the reading node reads comes. */
  get hears(): boolean {
    return this.#hears
  }

  /** start begins to follow, if it does not yet. */
  start(): void {
    if (this.#end !== undefined) return
    const end = new AbortController()
    this.#end = end
    this.#heardAt = performance.now()
    this.#settled = Promise.withResolvers<void>()
    const before = this.#running
    this.#running = before.then(() => this.#run(end.signal))
  }

  /** stop ends it: from here on, nothing is written into the log any more. */
  stop(): void {
    this.#end?.abort()
    this.#round.abort()
    this.#end = undefined
    this.#hears = false
    this.#lostAt = undefined
    this.#settled.resolve()
  }

  /** settled settles when it is known whether this node hears all. */
  settled(): Promise<void> {
    return this.#settled.promise
  }

  /** close ends all. */
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
      // Epochs that are over by now tell nothing.
      if (isHistory && entry.epoch !== end.epoch) return
      await this.#take(entry, signal)
      if (!isHistory && !signal.aborted) this.#hear()
    }, signal)
  }

  async #take(entry: Entry, signal: AbortSignal): Promise<void> {
    const { changes, retentionMs, listTables } = this.#options
    // Steps without a number may have been forgotten meanwhile, and nothing would tell of it.
    const tooLate = this.#lostAt !== undefined && performance.now() - this.#lostAt > retentionMs
    const begins = tooLate || changes.epoch !== entry.epoch || entry.from > changes.top
    const tables = begins ? await listTables() : []
    if (signal.aborted) return
    if (tooLate) changes.quit()
    this.#lostAt = undefined
    changes.restart(entry.epoch, entry.from)
    // Where a table came to be captured later, a step further on says so.
    for (const table of tables) changes.open(table)
    for (const step of entry.steps) changes.write(step)
  }

  #hear(): void {
    this.#hears = true
    this.#heardAt = performance.now()
    this.#settled.resolve()
  }

  #look(): void {
    if (this.#end === undefined || performance.now() - this.#heardAt < SILENCE_MS) return
    this.#heardAt = performance.now()
    this.#settled.resolve()
    // What is read may be a stream that is not there any more.
    this.#round.abort()
    if (!this.#hears) return
    this.#hears = false
    this.#lostAt = performance.now()
    this.#options.log.warn('nothing is heard of the node that reads live changes; clients are sent to it')
    this.#options.changes.interrupt()
  }
}
