// Reads the messages of PostgreSQL's output plugin `pgoutput`, protocol version 2: a pure function of their bytes, of
// the descriptions of tables that came before, and of how types are written. Rows come out as JSON text, without a
// parse in between.

import type { ColumnFilter } from '#platform/changes/feed/row-events.ts'
import { ByteReader } from './byte-reader.ts'
import type {
  Column,
  DescribedRelation,
  LogMessage,
  Relation,
  RowBytes,
  RowMessage,
  Tuple,
  UnreadRow,
} from './log-message.ts'
import type { TypeWriters } from './value-types.ts'

/** SkipFilter says of which relations rows are not wanted now; `xid` is the streamed transaction, if it is one. */
export type SkipFilter = (relation: Relation, xid: number | undefined) => boolean

/** PgOutputOptions are what a decoder asks while it reads. */
export interface PgOutputOptions {
  readonly types: TypeWriters
  readonly passes?: ColumnFilter
  readonly skips?: SkipFilter
}

/** PgOutputError is a message that is not of the protocol as we know it. */
export class PgOutputError extends Error {
  override name = 'PgOutputError'
}

const [BEGIN, COMMIT, RELATION, TYPE, ORIGIN] = codes('BCRYO')
const [INSERT, UPDATE, DELETE, TRUNCATE, MESSAGE] = codes('IUDTM')
const [STREAM_START, STREAM_STOP, STREAM_COMMIT, STREAM_ABORT] = codes('SEcA')
const [OLD, NEW, KEY, NULL, UNCHANGED, TEXT] = codes('ONKnut')

/** MAX_ROW is how many bytes a change may have to be passed on: each waits in memory for late subscribers. */
export const MAX_ROW = 8 * 1024 * 1024

const MOST_MESSAGE = 256

/** PgOutput decodes one stream. After a broken connection a new one is needed: descriptions come anew. */
export class PgOutput {
  readonly #options: PgOutputOptions
  readonly #relations = new Map<number, DescribedRelation>()
  /** streamed are tables as a transaction that still runs describes them: nobody else sees them so. */
  readonly #streamed = new Map<number, Map<number, DescribedRelation>>()
  readonly #reader = new ByteReader()
  /** stream is the transaction of whose part the messages are. */
  #stream: number | undefined

  constructor(options: PgOutputOptions) {
    this.#options = options
  }

  /**
   * decode reads the message that begins at `start`; undefined where it means nothing to us. What is wrong with one row
   * becomes a message about its table; a PgOutputError, or a RangeError where bytes end too soon, is about the stream.
   */
  decode(bytes: Buffer, start = 0): LogMessage | undefined {
    const reader = this.#reader
    reader.open(bytes, start)
    const kind = reader.uint8()
    switch (kind) {
      case BEGIN:
        return { kind: 'begin', lsn: reader.uint64(), committedAt: reader.time() }
      case COMMIT:
        reader.skip(9)
        return { kind: 'commit', end: reader.uint64() }
      case INSERT:
      case UPDATE:
      case DELETE:
        return this.#readChange(kind, this.#xid(), bytes.length - start)
      case RELATION:
        this.#xid()
        return this.#readRelation()
      case TRUNCATE:
        return this.#readTruncate(this.#xid())
      case MESSAGE:
        return this.#readMessage(this.#xid())
      // What a type is made of, the catalog says.
      case TYPE:
      case ORIGIN:
        return undefined
      default:
        return this.#readStream(kind)
    }
  }

  /**
   * skipped returns the message of a row that is not wanted, of which it reads no more than the table; undefined where it
   * is wanted, or where the message is of another kind.
   */
  skipped(bytes: Buffer, start: number): RowMessage | undefined {
    const kind = bytes[start]
    if (kind !== INSERT && kind !== UPDATE && kind !== DELETE) return undefined
    this.#reader.open(bytes, start + 1)
    const xid = this.#xid()
    const relation = this.#relation()
    return this.#options.skips?.(relation, this.#stream) ? { kind: 'skipped', relation, xid } : undefined
  }

  /**
   * unread returns the row that a message of a part of a streamed transaction is about, to be read later; undefined where
   * it is another message, or too large.
   */
  unread(bytes: Buffer, start: number): UnreadRow | undefined {
    const kind = bytes[start]
    const isRow = kind === INSERT || kind === UPDATE || kind === DELETE
    if (!isRow || this.#stream === undefined || bytes.length - start > MAX_ROW) return undefined
    this.#reader.open(bytes, start + 1)
    const xid = this.#xid()
    return { relation: this.#relation(), xid, bytes, start, end: bytes.length }
  }

  /** read reads such a row, now that its transaction has committed. */
  read(relation: DescribedRelation, xid: number | undefined, { bytes, start, end }: RowBytes): RowMessage {
    // The transaction's id and the table's stand between the kind and the row.
    this.#reader.open(bytes.subarray(0, end), start + 1 + 4 + 4)
    return this.#readRow(bytes.readUInt8(start), relation, xid)
  }

  /** refresh has the columns of a table written as their types are known by now. */
  refresh({ columns }: DescribedRelation): void {
    for (const column of columns) column.write = this.#options.types.find(column.type) ?? JSON.stringify
  }

  #readStream(kind: number): LogMessage {
    const reader = this.#reader
    switch (kind) {
      case STREAM_START: {
        const xid = reader.uint32()
        this.#stream = xid
        return { kind: 'streamStart', xid }
      }
      case STREAM_STOP:
        this.#stream = undefined
        return { kind: 'streamStop' }
      case STREAM_COMMIT: {
        const xid = reader.uint32()
        reader.skip(1)
        const [lsn, end, committedAt] = [reader.uint64(), reader.uint64(), reader.time()]
        for (const [id, relation] of this.#streamed.get(xid) ?? []) this.#relations.set(id, relation)
        this.#streamed.delete(xid)
        return { kind: 'streamCommit', xid, lsn, end, committedAt }
      }
      case STREAM_ABORT: {
        const [xid, subtransaction] = [reader.uint32(), reader.uint32()]
        if (xid === subtransaction) this.#streamed.delete(xid)
        return { kind: 'streamAbort', xid, subtransaction }
      }
      default:
        throw new PgOutputError(`a message of kind ${kind}, which is not known`)
    }
  }

  // Within a part of a streamed transaction, each message says which of its subtransactions it is of.
  #xid(): number | undefined {
    return this.#stream === undefined ? undefined : this.#reader.uint32()
  }

  #readChange(kind: number, xid: number | undefined, size: number): LogMessage {
    const relation = this.#relation()
    if (this.#options.skips?.(relation, this.#stream)) return { kind: 'skipped', relation, xid }
    if (size > MAX_ROW) return { kind: 'oversized', relation, xid }
    return this.#readRow(kind, relation, xid)
  }

  #readRow(kind: number, relation: DescribedRelation, xid: number | undefined): RowMessage {
    try {
      return this.#readTuples(kind, relation, xid)
    } catch (error) {
      return { kind: 'unreadable', relation, xid, reason: (error as Error).message }
    }
  }

  #readTuples(kind: number, relation: DescribedRelation, xid: number | undefined): RowMessage {
    const part = this.#reader.uint8()
    if (kind === INSERT) return { kind: 'insert', relation, xid, record: this.#tuple(relation) }
    if (kind === DELETE)
      return { kind: 'delete', relation, xid, old: this.#tuple(relation), whole: part === OLD }
    if (part !== OLD && part !== KEY)
      return { kind: 'update', relation, xid, record: this.#tuple(relation), old: undefined }
    const values: string[] = []
    const old = this.#tuple(relation, values)
    if (this.#reader.uint8() !== NEW) throw new PgOutputError('an update without its new row')
    const record = this.#tuple(relation, undefined, part === OLD ? values : undefined)
    return { kind: 'update', relation, xid, record, old: part === OLD ? old : undefined }
  }

  /**
   * tuple reads a row. A large value that an UPDATE left alone is not in the log; it is that of the old row, whose
   * values `keep` collects and `unchanged` has.
   */
  #tuple(relation: DescribedRelation, keep?: string[], unchanged?: readonly string[]): Tuple {
    const reader = this.#reader
    const count = reader.uint16()
    const { columns, deletedAt } = relation
    // Most of the work of a feed is done in this loop.
    const { bytes } = reader
    let { at } = reader
    let json = ''
    let deleted: boolean | undefined
    for (let i = 0; i < count; i++) {
      const column = columns[i]
      if (column === undefined) throw new PgOutputError(`a row of ${relation.name} has too many columns`)
      const kind = bytes[at++]
      let value: string | undefined
      if (kind === NULL) value = 'null'
      else if (kind === UNCHANGED) value = unchanged?.[i]
      else if (kind === TEXT) {
        const start = at + 4
        at = start + bytes.readUInt32BE(at)
        if (at > bytes.length) throw new PgOutputError(`a row of ${relation.name} ends too soon`)
        value = column.write(bytes.toString('utf8', start, at))
      } else throw new PgOutputError(`a value of ${relation.name} is of a kind that is not known`)
      if (keep !== undefined) keep[i] = value ?? 'null'
      if (i === deletedAt) deleted = value !== 'null'
      if (value === undefined || column.start === undefined) continue
      json += (json === '' ? '{' : ',') + column.start + value
    }
    reader.at = at
    return { json: json === '' ? '{}' : `${json}}`, deleted }
  }

  #readRelation(): LogMessage {
    const reader = this.#reader
    const id = reader.uint32()
    // The schema pg_catalog is written as no schema.
    const relation = { id, schema: this.#string() || 'pg_catalog', name: this.#string() }
    reader.skip(1)
    const names: string[] = []
    const missing: number[] = []
    const columns = Array.from({ length: reader.uint16() }, (): Column => {
      reader.skip(1)
      const name = this.#string()
      const type = reader.uint32()
      reader.skip(4)
      names.push(name)
      const start = this.#passes(relation.name, name) ? `${JSON.stringify(name)}:` : undefined
      const write = this.#options.types.find(type)
      if (write === undefined) missing.push(type)
      return { start, type, write: write ?? JSON.stringify }
    })
    const known: DescribedRelation = { ...relation, columns, deletedAt: names.indexOf('deleted_at') }
    this.#described().set(id, known)
    return { kind: 'relation', relation: known, missing }
  }

  #passes(table: string, column: string): boolean {
    return this.#options.passes?.(table, column) ?? true
  }

  #described(): Map<number, DescribedRelation> {
    if (this.#stream === undefined) return this.#relations
    const known = this.#streamed.get(this.#stream) ?? new Map<number, DescribedRelation>()
    this.#streamed.set(this.#stream, known)
    return known
  }

  #find(id: number): DescribedRelation | undefined {
    const streamed = this.#stream === undefined ? undefined : this.#streamed.get(this.#stream)
    return streamed?.get(id) ?? this.#relations.get(id)
  }

  #readTruncate(xid: number | undefined): LogMessage {
    const count = this.#reader.uint32()
    this.#reader.skip(1)
    return { kind: 'truncate', xid, relations: Array.from({ length: count }, () => this.#relation()) }
  }

  #readMessage(xid: number | undefined): LogMessage {
    this.#reader.skip(9)
    const prefix = this.#string()
    // Ours are short; others may write long ones.
    const length = Math.min(this.#reader.uint32(), MOST_MESSAGE)
    return { kind: 'message', xid, prefix, content: this.#reader.text(length) }
  }

  #relation(): DescribedRelation {
    const id = this.#reader.uint32()
    const relation = this.#find(id)
    if (relation === undefined) throw new PgOutputError(`a row of table ${id}, which was not described`)
    return relation
  }

  #string(): string {
    const text = this.#reader.string()
    if (text === undefined) throw new PgOutputError('a text without an end')
    return text
  }
}

function codes(letters: string): number[] {
  return Array.from(letters, (letter) => letter.charCodeAt(0))
}
