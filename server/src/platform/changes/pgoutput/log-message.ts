// What the output plugin `pgoutput` reports, read: the messages of its protocol that mean something to us.
import type { JsonWriter } from './json-text.ts'

/** Relation is a table as it was when the rows that follow were written. */
export interface Relation {
  readonly id: number
  readonly schema: string
  readonly name: string
}

/** Column is a column of a table, and how its values are written. */
export interface Column {
  /** start is the column's name as JSON with its colon, or undefined where the column is not passed on. */
  readonly start: string | undefined
  readonly type: number
  write: JsonWriter
}

/** DescribedRelation is a table with its columns, as the decoder knows it. */
export interface DescribedRelation extends Relation {
  readonly columns: readonly Column[]
  /** deletedAt is the place of the column deleted_at, or -1. */
  readonly deletedAt: number
}

/** Tuple is one row: its JSON, and whether its column deleted_at is set; undefined where there is no such column. */
export interface Tuple {
  readonly json: string
  readonly deleted: boolean | undefined
}

interface OfRelation {
  readonly relation: Relation
  /** xid is the (sub)transaction that wrote the row; undefined outside of the parts of a streamed transaction. */
  readonly xid: number | undefined
}

/** RowMessage is one change of one row. */
export type RowMessage = OfRelation &
  (
    | { readonly kind: 'insert'; readonly record: Tuple }
    | {
        readonly kind: 'update'
        readonly record: Tuple
        /** old is undefined where the table's replica identity does not have the whole row. */
        readonly old: Tuple | undefined
      }
    | {
        readonly kind: 'delete'
        readonly old: Tuple
        /** whole is false where `old` has the key's columns only. */
        readonly whole: boolean
      }
    /** oversized is a change of a row too large to be passed on, skipped one that nobody asked for. */
    | { readonly kind: 'oversized' | 'skipped' }
    /** unreadable is a change whose values are not of their types. */
    | { readonly kind: 'unreadable'; readonly relation: DescribedRelation; readonly reason: string }
  )

/** RowBytes is a change of a row that has not been read yet, from its kind on. */
export interface RowBytes {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

/** UnreadRow is a change of a row in a part of a streamed transaction. */
export interface UnreadRow extends RowBytes {
  readonly relation: DescribedRelation
  readonly xid: number | undefined
}

/** LogMessage is one message of the log. */
export type LogMessage =
  | { readonly kind: 'begin'; readonly lsn: bigint; readonly committedAt: Date }
  | { readonly kind: 'commit'; readonly end: bigint }
  | RowMessage
  /** relation describes a table; `missing` are its columns' types that are not known yet. */
  | { readonly kind: 'relation'; readonly relation: DescribedRelation; readonly missing: readonly number[] }
  | {
      readonly kind: 'truncate'
      readonly relations: readonly Relation[]
      readonly xid: number | undefined
    }
  | {
      readonly kind: 'message'
      readonly prefix: string
      readonly content: string
      readonly xid: number | undefined
    }
  /** A large transaction is streamed in parts while it runs; its commit or abort stands alone. */
  | { readonly kind: 'streamStart'; readonly xid: number }
  | { readonly kind: 'streamStop' }
  | {
      readonly kind: 'streamCommit'
      readonly xid: number
      readonly lsn: bigint
      readonly end: bigint
      readonly committedAt: Date
    }
  /** streamAbort takes back what one (sub)transaction wrote. */
  | { readonly kind: 'streamAbort'; readonly xid: number; readonly subtransaction: number }
