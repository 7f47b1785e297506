// From the messages of the log to the assembler, transaction by transaction.

import { isPublicColumn } from '#engine/built-in/built-in-tables.ts'
import { writerOf } from '#platform/changes/pgoutput/json-text.ts'
import type {
  DescribedRelation,
  LogMessage,
  Relation,
  RowMessage,
} from '#platform/changes/pgoutput/log-message.ts'
import { PgOutput } from '#platform/changes/pgoutput/pgoutput.ts'
import type { TypeSource } from '#platform/changes/pgoutput/value-types.ts'
import type { ChangeAssembler } from '#platform/changes/reading/change-assembler.ts'
import { readWatchedTable } from '#platform/changes/state/watched-tables.store.ts'
import { slices } from '#platform/loop/slices.ts'
import { NotedChanges } from './noted-changes.ts'
import type { RawRun } from './raw-rows.ts'
import type { SpilledRun } from './spill.ts'
import { type StreamedEntry, type StreamedMessage, StreamedTransactions } from './streamed-transactions.ts'

/** LogEvents are what is not about rows. */
export interface LogEvents {
  /** committed says that all up to this place has been handed on. */
  committed(end: bigint): void
  /** token is a message that somebody put into the log. */
  token(content: string): void
  /** unreadable says that a value of a table is not of its type. */
  unreadable(relation: Relation, reason: string): void
}

type Entry = Exclude<StreamedEntry, SpilledRun | RawRun>

// The one prefix of messages that are ours.
const PREFIX = 'msingi'

/** LogMessages decodes one stream. */
export class LogMessages {
  readonly #decoder: PgOutput
  readonly #assembler: ChangeAssembler
  readonly #types: TypeSource
  readonly #events: LogEvents
  readonly #streams = new StreamedTransactions()
  readonly #notes = new NotedChanges()
  /** retried are tables whose types have been loaded anew because of a value, since they were described. */
  readonly #retried = new Set<number>()
  #seen = new Set<Relation>()

  constructor(assembler: ChangeAssembler, types: TypeSource, events: LogEvents) {
    this.#assembler = assembler
    this.#types = types
    this.#events = events
    const skips = (relation: Relation, xid: number | undefined) => this.#skips(relation, xid)
    this.#decoder = new PgOutput({ types, passes: isPublicColumn, skips })
  }

  /** seen are the tables that the transaction of the moment has described or changed so far. */
  get seen(): ReadonlySet<Relation> {
    return this.#seen
  }

  /** skip counts a row that is not wanted, without reading it, and returns whether the message was one. */
  skip(bytes: Buffer, start: number): boolean {
    const skipped = this.#decoder.skipped(bytes, start)
    if (skipped === undefined) return false
    if (this.#streams.isOpen) this.#streams.add(skipped, false)
    else this.#apply(skipped)
    return true
  }

  /** take reads one message; where it returns a promise, the next one must wait for it. */
  take(bytes: Buffer, start: number): void | Promise<void> {
    if (this.#keepUnread(bytes, start)) return
    const message = this.#decoder.decode(bytes, start)
    if (message === undefined) return
    if (message.kind === 'relation') return this.#describe(message.relation, message.missing)
    if (message.kind === 'unreadable' && !this.#retried.has(message.relation.id))
      return this.#readAgain(message.relation, Buffer.from(bytes.subarray(start)))
    return this.#take(message)
  }

  /** close forgets what was kept of transactions that run. */
  close(): Promise<void> {
    return this.#streams.close()
  }

  // Until its transaction has committed, a row that only subscribers receive need not be read.
  #keepUnread(bytes: Buffer, start: number): boolean {
    if (!this.#streams.isOpen) return false
    const row = this.#decoder.unread(bytes, start)
    if (row === undefined || this.#isOurs(row.relation) || this.#assembler.consumes(row.relation.id))
      return false
    this.#streams.addRow(row)
    return true
  }

  #isOurs(relation: Relation): boolean {
    return isWatchList(relation) || this.#notes.has(relation)
  }

  // From here on it is a change of its table as any other.
  #takeNote(note: RowMessage): void | Promise<void> {
    const change = this.#notes.read(note)
    if (change === undefined) return
    if (change.kind === 'truncate') return this.#take(change)
    const { relation, xid } = change
    const isSkipped = this.#assembler.skips(relation.id)
    return this.#take(isSkipped ? { kind: 'skipped', relation, xid } : change)
  }

  #describe(relation: DescribedRelation, missing: readonly number[]): void | Promise<void> {
    this.#seen.add(relation)
    this.#retried.delete(relation.id)
    if (missing.length > 0) return this.#load(relation, missing)
  }

  async #load(relation: DescribedRelation, types: readonly number[]): Promise<void> {
    await this.#types.load(types)
    this.#decoder.refresh(relation)
    this.#types.forgetComposites()
  }

  async #readAgain(relation: DescribedRelation, bytes: Buffer): Promise<void> {
    await this.#loadAgain(relation)
    const message = this.#decoder.decode(bytes)
    if (message !== undefined) await this.#take(message)
  }

  // A composite type may have got another attribute since its tables were described.
  async #loadAgain(relation: DescribedRelation): Promise<void> {
    this.#retried.add(relation.id)
    const types = relation.columns.map(({ type }) => type).filter((type) => writerOf(type) === undefined)
    if (types.length > 0) await this.#load(relation, types)
  }

  #skips(relation: Relation, xid: number | undefined): boolean {
    if (this.#isOurs(relation)) return false
    if (this.#assembler.consumes(relation.id)) return false
    return this.#streams.isCut(xid) || this.#assembler.skips(relation.id)
  }

  #take(message: LogMessage): void | Promise<void> {
    switch (message.kind) {
      case 'begin':
        this.#seen = new Set()
        this.#assembler.begin(message.lsn, message.committedAt)
        return
      case 'commit':
        return this.#commit(message.end)
      case 'streamStart':
        return this.#streams.start(message.xid)
      case 'streamStop':
        return this.#streams.stop()
      case 'streamAbort':
        return this.#streams.abort(message.xid, message.subtransaction)
      case 'streamCommit':
        return this.#commitStreamed(message)
      case 'relation':
      case 'truncate':
        break
      case 'message':
        if (message.prefix !== PREFIX) return
        break
      default:
        if (this.#notes.has(message.relation)) return this.#takeNote(message)
    }
    if (message.kind === 'relation') return
    if (this.#streams.isOpen) return this.#keep(message)
    this.#apply(message)
  }

  #keep(message: StreamedMessage): void | Promise<void> {
    if ('relation' in message && SPILLED.has(message.kind) && this.#assembler.consumes(message.relation.id)) {
      const kept = this.#streams.spill(message)
      if (kept !== false) return kept === true ? undefined : kept
    }
    this.#streams.add(message, 'relation' in message && isWatchList(message.relation))
  }

  // In slices: all that a large transaction has written comes at once.
  async #commitStreamed(message: Extract<LogMessage, { kind: 'streamCommit' }>): Promise<void> {
    this.#seen = new Set()
    this.#assembler.begin(message.lsn, message.committedAt)
    const entries = this.#streams.take(message.xid)
    const turn = slices()
    const spill = entries.find((entry) => entry.kind === 'spilled')?.spill
    try {
      for await (const part of this.#inParts(entries)) {
        for (const entry of part) {
          this.#apply(entry)
          const next = turn()
          if (next !== undefined) await next
        }
        await this.#assembler.room()
      }
    } finally {
      await spill?.close()
    }
    this.#commit(message.end)
  }

  #commit(end: bigint): void {
    this.#assembler.commit()
    this.#seen = new Set()
    this.#events.committed(end)
  }

  // Reads what was kept unread or spilled in its place, some rows at a time.
  async *#inParts(entries: readonly StreamedEntry[]): AsyncGenerator<readonly Entry[]> {
    let part: Entry[] = []
    for (const entry of entries) {
      if (entry.kind !== 'spilled' && entry.kind !== 'raw') {
        part.push(entry)
        continue
      }
      if (part.length > 0) yield part
      part = []
      yield* entry.kind === 'raw' ? this.#read(entry) : entry.spill.read(entry)
    }
    yield part
  }

  async *#read({ relation, xid, rows }: RawRun): AsyncGenerator<RowMessage[]> {
    for (const part of rows.parts()) {
      const messages: RowMessage[] = []
      for (const row of part) {
        let message = this.#decoder.read(relation, xid, row)
        if (message.kind === 'unreadable' && !this.#retried.has(relation.id)) {
          await this.#loadAgain(relation)
          message = this.#decoder.read(relation, xid, row)
        }
        messages.push(message)
      }
      yield messages
    }
  }

  #apply(message: Entry): void {
    switch (message.kind) {
      case 'truncate':
        for (const relation of message.relations) this.#assembler.truncate(relation)
        return
      case 'message':
        this.#events.token(message.content)
        return
      case 'run':
        if (message.isLost) this.#assembler.lose(message.relation, 'flood', message.count)
        else this.#assembler.skip(message.count)
        return
      default:
        if (isWatchList(message.relation)) this.#follow(message)
        else this.#change(message)
    }
  }

  #change(message: RowMessage): void {
    const assembler = this.#assembler
    const { kind, relation } = message
    this.#seen.add(relation)
    if (kind === 'insert') assembler.row(relation, undefined, message.record)
    else if (kind === 'update' && message.old !== undefined)
      assembler.row(relation, message.old, message.record)
    else if (kind === 'delete' && message.whole) assembler.row(relation, message.old, undefined)
    else if (kind === 'skipped') assembler.skip(1)
    else if (kind === 'oversized') assembler.lose(relation, 'oversized')
    else if (kind === 'unreadable') {
      this.#events.unreadable(relation, message.reason)
      assembler.lose(relation, 'unreadable')
    }
    // Without the old row, because somebody changed the table's replica identity: an update cannot be distinguished from an
    // insert or a delete then.
    else assembler.lose(relation, 'unidentified')
  }

  #follow(message: RowMessage): void {
    if (message.kind === 'delete') {
      this.#assembler.follow({ gone: readWatchedTable(message.old.json).table_id })
    } else if (message.kind === 'insert' || message.kind === 'update') {
      this.#assembler.follow(readWatchedTable(message.record.json))
    }
  }
}

const SPILLED: ReadonlySet<string> = new Set(['insert', 'update', 'delete'])

// The list of what is watched is published itself. No project's schema has its name.
function isWatchList({ schema, name }: Relation): boolean {
  return schema === 'msingi' && name === 'watched_tables'
}
