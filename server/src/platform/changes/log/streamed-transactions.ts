// Large transactions, which PostgreSQL streams in parts while they run: what they have written is kept until they commit
// or abort. Beyond a bound only the number of their changes is kept, and their tables' subscribers read anew.
import type { LogMessage, Relation, RowMessage, UnreadRow } from '#platform/changes/pgoutput/log-message.ts'
import { RawRows, type RawRun } from './raw-rows.ts'
import { SPILL_BYTES, Spill, type SpilledRun } from './spill.ts'

/** StreamedMessage is what a streamed transaction may have written. */
export type StreamedMessage = RowMessage | Extract<LogMessage, { readonly kind: 'truncate' | 'message' }>

/** StreamedRun is a number of changes that are not passed on; `isLost` where somebody would have received them. */
export interface StreamedRun {
  readonly kind: 'run'
  readonly xid: number | undefined
  readonly relation: Relation
  readonly isLost: boolean
  count: number
}

/** StreamedEntry is a change of a streamed transaction, some as they came, or some of which only the number is known. */
export type StreamedEntry = StreamedMessage | StreamedRun | RawRun | SpilledRun

/** StreamedLimits bound what is kept: rows and bytes of one transaction, bytes and entries of all that run. */
export interface StreamedLimits {
  readonly rows: number
  readonly bytes: number
  readonly allBytes: number
  readonly allEntries: number
}

const LIMITS: StreamedLimits = {
  rows: 100_000,
  bytes: 64 * 1024 * 1024,
  allBytes: 128 * 1024 * 1024,
  allEntries: 1_000_000,
}

/** TooManyPartsError says that transactions have too many subtransactions to be streamed in parts. */
export class TooManyPartsError extends Error {
  override name = 'TooManyPartsError'
}

type OfRelation = Pick<StreamedRun, 'xid' | 'relation'>

interface Streamed {
  entries: StreamedEntry[]
  readonly aborted: Set<number>
  rows: number
  bytes: number
  /** isCut is true where only the number of changes is kept. */
  isCut: boolean
  /** spill has the rows that durable consumers receive. */
  spill: Spill | undefined
}

/** StreamedTransactions keeps those that run. */
export class StreamedTransactions {
  readonly #limits: StreamedLimits
  readonly #open = new Map<number, Streamed>()
  #current: Streamed | undefined
  #bytes = 0
  #entries = 0

  constructor(limits: StreamedLimits = LIMITS) {
    this.#limits = limits
  }

  /** start goes on with a transaction. */
  start(xid: number): void {
    this.#current = this.#open.get(xid)
    if (this.#current !== undefined) return
    this.#current = { entries: [], aborted: new Set(), rows: 0, bytes: 0, isCut: false, spill: undefined }
    this.#open.set(xid, this.#current)
  }

  /** stop ends the part. */
  stop(): void {
    this.#current = undefined
  }

  /** isOpen is true amid a part. */
  get isOpen(): boolean {
    return this.#current !== undefined
  }

  /** isCut is true where what rows of a transaction say is of no use any more. */
  isCut(xid: number | undefined): boolean {
    return xid !== undefined && this.#open.get(xid)?.isCut === true
  }

  /** add keeps what comes in a part; `mustStay` where it is needed whatever the bounds say. */
  add(message: StreamedMessage, mustStay: boolean): void {
    const streamed = this.#current
    if (streamed === undefined) throw new Error('a change outside of a part')
    if (!mustStay && 'relation' in message && (streamed.isCut || message.kind === 'skipped')) {
      this.#count(streamed, message, 1, streamed.isCut)
      return
    }
    this.#keep(streamed, message)
    this.#bound(streamed, sizeOf(message))
  }

  /** addRow keeps a row as it came in a part. */
  addRow(row: UnreadRow): void {
    const streamed = this.#current
    if (streamed === undefined) throw new Error('a change outside of a part')
    if (streamed.isCut) {
      this.#count(streamed, row, 1, true)
      return
    }
    const { xid, relation, start, end } = row
    const last = streamed.entries.at(-1)
    const isMore = last?.kind === 'raw' && last.xid === xid && last.relation === relation
    const run: RawRun = isMore ? last : { kind: 'raw', xid, relation, rows: new RawRows() }
    run.rows.add(row)
    if (!isMore) this.#keep(streamed, run)
    this.#bound(streamed, (isMore ? 0 : OVERHEAD) + end - start)
  }

  /**
   * spill keeps a row, whatever the bounds say, for durable consumers; false where there is too much of it. Where it
   * returns a promise, the next message waits for that.
   */
  spill(message: RowMessage): boolean | Promise<void> {
    const streamed = this.#current
    if (streamed === undefined) throw new Error('a change outside of a part')
    streamed.spill ??= new Spill()
    const { spill, entries } = streamed
    if (spill.size >= SPILL_BYTES || spill.failure !== undefined) return false
    const from = spill.size
    spill.add(message)
    const last = entries.at(-1)
    if (last?.kind === 'spilled' && last.xid === message.xid) last.to = spill.size
    else this.#keep(streamed, { kind: 'spilled', xid: message.xid, spill, from, to: spill.size })
    return spill.written() ?? true
  }

  /** close forgets all that run. */
  async close(): Promise<void> {
    const spills = [...this.#open.values()].map(({ spill }) => spill?.close())
    this.#open.clear()
    await Promise.all(spills)
  }

  /** abort takes back what a transaction, or a part of it, has written. */
  abort(xid: number, subtransaction: number): void {
    if (xid === subtransaction) void this.#close(xid)?.spill?.close()
    else {
      this.#open.get(xid)?.aborted.add(subtransaction)
      this.#grow()
    }
  }

  /** take returns what a transaction has written in its order, and forgets it. */
  take(xid: number): StreamedEntry[] {
    const streamed = this.#close(xid)
    if (streamed === undefined) return []
    return streamed.entries.filter((entry) => entry.xid === undefined || !streamed.aborted.has(entry.xid))
  }

  #close(xid: number): Streamed | undefined {
    const streamed = this.#open.get(xid)
    this.#open.delete(xid)
    if (streamed === undefined) return undefined
    this.#bytes -= streamed.bytes
    this.#entries -= streamed.entries.length + streamed.aborted.size
    return streamed
  }

  #keep(streamed: Streamed, entry: StreamedEntry): void {
    streamed.entries.push(entry)
    this.#grow()
  }

  #grow(): void {
    this.#entries += 1
    if (this.#entries > this.#limits.allEntries)
      throw new TooManyPartsError('transactions with very many subtransactions')
  }

  #bound(streamed: Streamed, bytes: number): void {
    streamed.rows += 1
    streamed.bytes += bytes
    this.#bytes += bytes
    if (streamed.rows > this.#limits.rows || streamed.bytes > this.#limits.bytes) this.#cut(streamed)
    else if (this.#bytes > this.#limits.allBytes) this.#cut(this.#largest())
  }

  #count(streamed: Streamed, { xid, relation }: OfRelation, count: number, isLost: boolean): void {
    const last = streamed.entries.at(-1)
    const isMore = last?.kind === 'run' && last.xid === xid && last.relation.id === relation.id
    if (isMore && last.isLost === isLost) last.count += count
    else this.#keep(streamed, { kind: 'run', xid, relation, isLost, count })
  }

  #cut(streamed: Streamed): void {
    const { entries } = streamed
    this.#entries -= entries.length
    this.#bytes -= streamed.bytes
    Object.assign(streamed, { entries: [], bytes: 0, isCut: true })
    for (const entry of entries) {
      if (entry.kind === 'raw') this.#count(streamed, entry, entry.rows.count, true)
      else if ('relation' in entry && entry.kind !== 'run' && entry.kind !== 'skipped')
        this.#count(streamed, entry, 1, true)
      else this.#keep(streamed, entry)
    }
  }

  #largest(): Streamed {
    return [...this.#open.values()].reduce((most, each) => (each.bytes > most.bytes ? each : most))
  }
}

// What an entry weighs beside its texts.
const OVERHEAD = 200

function sizeOf(message: StreamedMessage): number {
  const record = 'record' in message ? message.record.json.length : 0
  return OVERHEAD + record + ('old' in message ? (message.old?.json.length ?? 0) : 0)
}
