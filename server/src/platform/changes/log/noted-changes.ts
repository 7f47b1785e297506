// Changes of tables that the log does not carry whole: triggers note them in the outbox, and the log carries the notes. Each
// becomes the message that the log would have had.
import { statesOf } from '#platform/changes/outbox/outbox-rows.ts'
import type {
  DescribedRelation,
  LogMessage,
  Relation,
  RowMessage,
} from '#platform/changes/pgoutput/log-message.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'

/** NotedChange is what a note says: a change of a row, or that a table was emptied. */
export type NotedChange = RowMessage | Extract<LogMessage, { readonly kind: 'truncate' }>

interface Note {
  readonly relation: string
  readonly slug: string
  readonly operation: string
  readonly record: string | null
  readonly old_record: string | null
}

const MOST_RELATIONS = 10_000

/** NotedChanges reads the notes of one stream. */
export class NotedChanges {
  // The same object for the same table, as if the stream had described it: projects make and drop tables without end.
  readonly #relations = recentlyUsed<DescribedRelation>(MOST_RELATIONS)

  /** has is true of the table of the notes. No project's schema has its name. */
  has({ schema, name }: Relation): boolean {
    return schema === 'msingi' && name === 'change_outbox'
  }

  /** read returns the change that a row of that table is about; undefined where it is none, but a note that is removed. */
  read(row: RowMessage): NotedChange | undefined {
    if (row.kind !== 'insert') return undefined
    const note = JSON.parse(row.record.json) as Note
    const { xid } = row
    const relation = this.#relationOf(Number(note.relation), note.slug)
    switch (note.operation) {
      case 'T':
        return { kind: 'truncate', relations: [relation], xid }
      case 'L':
        return { kind: 'oversized', relation, xid }
      case 'I':
      case 'U':
      case 'D':
        return changeOf(note, relation, xid)
      default:
        return undefined
    }
  }

  #relationOf(id: number, name: string): DescribedRelation {
    const known = this.#relations.get(String(id))
    if (known?.name === name) return known
    const relation = { id, schema: '', name, columns: [], deletedAt: -1 }
    this.#relations.set(String(id), relation)
    return relation
  }
}

function changeOf(note: Note, relation: DescribedRelation, xid: number | undefined): RowMessage {
  try {
    const [old, record] = statesOf(note.slug, note.old_record, note.record)
    if (record !== undefined)
      return old === undefined
        ? { kind: 'insert', relation, xid, record }
        : { kind: 'update', relation, xid, record, old }
    if (old !== undefined) return { kind: 'delete', relation, xid, old, whole: true }
    return { kind: 'skipped', relation, xid }
  } catch (error) {
    return { kind: 'unreadable', relation, xid, reason: (error as Error).message }
  }
}
