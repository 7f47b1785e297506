// Reads the messages of PostgreSQL's output plugin `pgoutput`, protocol version 1: a pure function of their bytes
// and of the descriptions of tables that came before. Rows come out as JSON text, without a parse in between.
import { arrayJson, type JsonWriter, writerByName, writerOf } from './json-text.ts'

/** Relation is a table as it was when the rows that follow were written. */
export interface Relation {
  readonly id: number
  readonly schema: string
  readonly name: string
}

/** Tuple is one row: its JSON, and whether its column deleted_at is set; undefined where there is no such column. */
export interface Tuple {
  readonly json: string
  readonly deleted: boolean | undefined
}

/** LogMessage is one message of the log that means something to us. */
export type LogMessage =
  | { readonly kind: 'begin'; readonly lsn: bigint; readonly committedAt: Date }
  | { readonly kind: 'commit'; readonly end: bigint }
  | { readonly kind: 'insert'; readonly relation: Relation; readonly record: Tuple }
  | {
      readonly kind: 'update'
      readonly relation: Relation
      readonly record: Tuple
      /** old is undefined where the table's replica identity does not have the whole row. */
      readonly old: Tuple | undefined
    }
  | {
      readonly kind: 'delete'
      readonly relation: Relation
      readonly old: Tuple
      /** whole is false where `old` has the key's columns only. */
      readonly whole: boolean
    }
  /** oversized is a change of a row too large to be passed on. */
  | { readonly kind: 'oversized'; readonly relation: Relation }
  | { readonly kind: 'truncate'; readonly relations: readonly Relation[] }
  | { readonly kind: 'message'; readonly prefix: string; readonly content: string }

/** ColumnFilter says which columns of a table may be passed on. */
export type ColumnFilter = (table: string, column: string) => boolean

/** PgOutputError is a message that is not of the protocol as we know it. */
export class PgOutputError extends Error {
  override name = 'PgOutputError'
}

interface Column {
  /** start is the column's name as JSON with its colon, or undefined where the column is not passed on. */
  readonly start: string | undefined
  readonly write: JsonWriter
}

interface KnownRelation extends Relation {
  readonly columns: readonly Column[]
  /** deletedAt is the place of the column deleted_at, or -1. */
  readonly deletedAt: number
}

const [BEGIN, COMMIT, RELATION, TYPE, ORIGIN] = codes('BCRYO')
const [INSERT, UPDATE, DELETE, TRUNCATE, MESSAGE] = codes('IUDTM')
const [OLD, KEY, NULL, UNCHANGED] = codes('OKnu')

// PostgreSQL counts microseconds from the year 2000.
const EPOCH_MS = 946_684_800_000

/** MAX_ROW is how many bytes a change may have to be passed on: each waits in memory for late subscribers. */
export const MAX_ROW = 8 * 1024 * 1024

/** PgOutput decodes one stream. After a broken connection a new one is needed: descriptions come anew. */
export class PgOutput {
  readonly #passes: ColumnFilter
  readonly #relations = new Map<number, KnownRelation>()
  readonly #types = new Map<number, JsonWriter>()
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0

  constructor(passes: ColumnFilter = () => true) {
    this.#passes = passes
  }

  /** decode reads the message that begins at `start`; undefined where it only describes others. */
  decode(bytes: Buffer, start = 0): LogMessage | undefined {
    this.#bytes = bytes
    this.#at = start
    const kind = this.#uint8()
    switch (kind) {
      case BEGIN:
        return { kind: 'begin', lsn: this.#uint64(), committedAt: this.#time() }
      case COMMIT:
        this.#at += 9
        return { kind: 'commit', end: this.#uint64() }
      case RELATION:
        return this.#readRelation()
      case TYPE:
        return this.#readType()
      case ORIGIN:
        return undefined
      case TRUNCATE:
        return this.#readTruncate()
      case MESSAGE:
        return this.#readMessage()
      case INSERT:
      case UPDATE:
      case DELETE:
        return this.#readChange(kind, bytes.length - start)
      default:
        throw new PgOutputError(`a message of kind ${kind}, which is not known`)
    }
  }

  #readChange(kind: number, size: number): LogMessage {
    const relation = this.#relation()
    if (size > MAX_ROW) return { kind: 'oversized', relation }
    const part = this.#uint8()
    if (kind === INSERT) return { kind: 'insert', relation, record: this.#tuple(relation) }
    if (kind === DELETE) return { kind: 'delete', relation, old: this.#tuple(relation), whole: part === OLD }
    if (part !== OLD && part !== KEY)
      return { kind: 'update', relation, record: this.#tuple(relation), old: undefined }
    const values: string[] = []
    const old = this.#tuple(relation, values)
    this.#at += 1
    const record = this.#tuple(relation, undefined, part === OLD ? values : undefined)
    return { kind: 'update', relation, record, old: part === OLD ? old : undefined }
  }

  /**
   * tuple reads a row. A large value that an UPDATE left alone is not in the log; it is that of the old row, whose
   * values `keep` collects and `unchanged` gives.
   */
  #tuple(relation: KnownRelation, keep?: string[], unchanged?: readonly string[]): Tuple {
    const count = this.#uint16()
    const { columns, deletedAt } = relation
    // Most of the work of a feed is done in this loop.
    const bytes = this.#bytes
    let at = this.#at
    let json = ''
    let deleted: boolean | undefined
    for (let i = 0; i < count; i++) {
      const column = columns[i]
      if (column === undefined) throw new PgOutputError(`a row of ${relation.name} has too many columns`)
      const kind = bytes[at++]
      let value: string | undefined
      if (kind === NULL) value = 'null'
      else if (kind === UNCHANGED) value = unchanged?.[i]
      else {
        const start = at + 4
        at = start + bytes.readUInt32BE(at)
        if (at > bytes.length) throw new PgOutputError(`a row of ${relation.name} ends too soon`)
        value = column.write(bytes.toString('utf8', start, at))
      }
      if (keep !== undefined) keep[i] = value ?? 'null'
      if (i === deletedAt) deleted = value !== 'null'
      if (value === undefined || column.start === undefined) continue
      json += (json === '' ? '{' : ',') + column.start + value
    }
    this.#at = at
    return { json: json === '' ? '{}' : `${json}}`, deleted }
  }

  #readRelation(): undefined {
    const id = this.#uint32()
    // The schema pg_catalog is written as no schema.
    const relation = { id, schema: this.#string() || 'pg_catalog', name: this.#string() }
    this.#at += 1
    const names: string[] = []
    const columns = Array.from({ length: this.#uint16() }, (): Column => {
      this.#at += 1
      const name = this.#string()
      const type = this.#uint32()
      this.#at += 4
      names.push(name)
      const start = this.#passes(relation.name, name) ? `${JSON.stringify(name)}:` : undefined
      return { start, write: writerOf(type) ?? this.#types.get(type) ?? JSON.stringify }
    })
    this.#relations.set(id, { ...relation, columns, deletedAt: names.indexOf('deleted_at') })
  }

  // Tells of a type that is not PostgreSQL's own. For a domain, the name is that of what it stands on.
  #readType(): undefined {
    const id = this.#uint32()
    const schema = this.#string()
    const name = this.#string()
    if (schema === '' || schema === 'pg_catalog') this.#types.set(id, writerByName(name))
    // An array of enums or the like: PostgreSQL names arrays after what they hold.
    else if (name.startsWith('_'))
      this.#types.set(id, (text) =>
        /^[{[]/.test(text) ? arrayJson(text, JSON.stringify) : JSON.stringify(text),
      )
    else this.#types.delete(id)
  }

  #readTruncate(): LogMessage {
    const count = this.#uint32()
    this.#at += 1
    return { kind: 'truncate', relations: Array.from({ length: count }, () => this.#relation()) }
  }

  #readMessage(): LogMessage {
    this.#at += 9
    const prefix = this.#string()
    const length = this.#uint32()
    return { kind: 'message', prefix, content: this.#bytes.toString('utf8', this.#at, this.#at + length) }
  }

  #relation(): KnownRelation {
    const id = this.#uint32()
    const relation = this.#relations.get(id)
    if (relation === undefined) throw new PgOutputError(`a row of table ${id}, which was not described`)
    return relation
  }

  #uint8(): number {
    return this.#bytes.readUInt8(this.#at++)
  }

  #uint16(): number {
    this.#at += 2
    return this.#bytes.readUInt16BE(this.#at - 2)
  }

  #uint32(): number {
    this.#at += 4
    return this.#bytes.readUInt32BE(this.#at - 4)
  }

  #uint64(): bigint {
    this.#at += 8
    return this.#bytes.readBigUInt64BE(this.#at - 8)
  }

  #time(): Date {
    this.#at += 8
    return new Date(Number(this.#bytes.readBigInt64BE(this.#at - 8) / 1000n) + EPOCH_MS)
  }

  #string(): string {
    const start = this.#at
    const end = this.#bytes.indexOf(0, start)
    if (end === -1) throw new PgOutputError('a text without an end')
    this.#at = end + 1
    return this.#bytes.toString('utf8', start, end)
  }
}

function codes(letters: string): number[] {
  return Array.from(letters, (letter) => letter.charCodeAt(0))
}
