// On the reading node: publishes what is written into its log, in order, and a heartbeat each second.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeLog, Step } from '#platform/changes/feed/change-log.ts'
import type { Log } from '#platform/log/log.ts'
import { countOffsets, type Entry } from './entry.ts'
import type { Journal, JournalEnd } from './journal.ts'

/** HEARTBEAT_MS is how often the reading node publishes an entry when there are no changes. */
export const HEARTBEAT_MS = 1000

const RETRY_MS = 500
const ENTRY_BYTES = 512 * 1024
// Bytes that wait while the broker is unreachable. Beyond this they are dropped, which followers detect as a gap.
const QUEUE_BYTES = 64 * 1024 * 1024
const ROW_BYTES = 300

interface Queued {
  readonly epoch: string
  readonly from: number
  readonly step: Step
  readonly bytes: number
}

/** Publisher copies a log into the journal. */
export class Publisher {
  readonly #journal: Journal
  readonly #changes: ChangeLog
  readonly #log: Log
  readonly #running: Promise<void>
  #queue: Queued[] = []
  #bytes = 0
  /** sending is what is being written, or was when writing failed. */
  #sending: Queued[] = []
  #end: JournalEnd | undefined
  #isActive = false
  #closed = false
  #failing = false
  #wake = () => {}

  constructor(journal: Journal, changes: ChangeLog, log: Log) {
    this.#journal = journal
    this.#changes = changes
    this.#log = log
    changes.onStep((from, step) => this.#add(from, step))
    this.#running = this.#run()
  }

  /** start publishes what is written from now on. */
  start(): void {
    this.#isActive = true
    this.#end = undefined
    this.#wake()
  }

  /** pause stops publishing for now, and keeps what waits. */
  pause(): void {
    this.#isActive = false
  }

  /** clear drops what waits: another node publishes the same. */
  clear(): void {
    this.#isActive = false
    this.#queue = []
    this.#sending = []
    this.#bytes = 0
  }

  /** close stops the publisher. What was not published is read and published by the next node. */
  async close(): Promise<void> {
    this.#closed = true
    this.#isActive = false
    this.#wake()
    await this.#running
  }

  #add(from: number, step: Step): void {
    if (!this.#isActive) return
    const bytes = step.kind === 'rows' ? step.rows.reduce((sum, row) => sum + sizeOf(row), 0) : ROW_BYTES
    this.#queue.push({ epoch: this.#changes.epoch, from, step, bytes })
    this.#bytes += bytes
    if (this.#bytes > QUEUE_BYTES) {
      this.#queue = []
      this.#bytes = 0
    }
    this.#wake()
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      const nothing = this.#queue.length === 0 && this.#sending.length === 0
      if (nothing || !this.#isActive) await this.#wait(HEARTBEAT_MS)
      if (!this.#isActive) continue
      try {
        await this.#publish()
        this.#failing = false
      } catch (error) {
        if (!this.#failing) {
          const err = (error as Error).message
          this.#log.warn({ err }, 'could not publish live changes to the other nodes; trying again')
        }
        this.#failing = true
        // Look the end of the journal up again: the failed entry may have been written.
        this.#end = undefined
        await sleep(RETRY_MS)
      }
    }
  }

  async #publish(): Promise<void> {
    this.#end ??= await this.#journal.findEnd()
    const end = this.#end
    if (this.#sending.length === 0) this.#take()
    this.#sending = this.#sending.flatMap((queued) => withoutPublished(queued, end))
    const [first] = this.#sending
    if (first === undefined && this.#queue.length > 0) return
    const { epoch, cursor } = this.#changes
    if (!this.#isActive || (first === undefined && epoch === '')) return
    const entry: Entry =
      first === undefined
        ? { epoch, from: end.epoch === epoch ? Math.max(cursor, end.top) : cursor, steps: [] }
        : { epoch: first.epoch, from: first.from, steps: this.#sending.map(({ step }) => step) }
    const seq = await this.#journal.append(entry, end.seq)
    if (this.#end === end)
      this.#end = { seq, epoch: entry.epoch, top: entry.from + countOffsets(entry.steps) }
    this.#sending = []
  }

  // Moves the next steps of one epoch into `#sending`.
  #take(): void {
    const [first] = this.#queue
    let [count, bytes] = [0, 0]
    for (const queued of this.#queue) {
      if (queued.epoch !== first?.epoch || bytes > ENTRY_BYTES) break
      count += 1
      bytes += queued.bytes
    }
    this.#sending = this.#queue.splice(0, count)
    this.#bytes -= bytes
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

function sizeOf(
  row: { readonly record: string; readonly old_record: string | undefined } | undefined,
): number {
  return row === undefined ? 8 : ROW_BYTES + row.record.length + (row.old_record?.length ?? 0)
}

// Removes what the journal already contains, from another reader or from one that crashed.
function withoutPublished(queued: Queued, end: JournalEnd): Queued[] {
  const { epoch, from, step } = queued
  if (end.epoch !== epoch || from >= end.top) return [queued]
  if (step.kind === 'gap') {
    const count = from + step.count - end.top
    return count <= 0 ? [] : [{ ...queued, from: end.top, step: { kind: 'gap', count } }]
  }
  if (step.kind !== 'rows') return []
  const rows = step.rows.slice(end.top - from)
  return rows.length === 0 ? [] : [{ ...queued, from: end.top, step: { kind: 'rows', rows } }]
}
