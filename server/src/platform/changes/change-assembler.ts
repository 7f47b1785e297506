// From what a reader finds, transaction by transaction, to the log of changes. Both ways of capture end here, so they
// count, name and classify alike.
import { changeIds } from './change-id.ts'
import type { ChangeLog } from './change-log.ts'
import type { RowTexts } from './row-change.ts'
import { type RowState, rowEvent } from './row-events.ts'
import type { WatchedTable } from './watched-tables.store.ts'

/** TableAt is a table as a change names it. */
export interface TableAt {
  /** id is PostgreSQL's own, which a rename does not change. */
  readonly id: number
  readonly name: string
}

// A large transaction is handed on in parts.
const PART = 500
const PART_BYTES = 4 * 1024 * 1024

interface Transaction {
  readonly place: bigint
  readonly committedAt: Date
  readonly idOf: (index: number) => string
  /** index counts the changes that have been read. */
  index: number
}

/** ChangeAssembler puts changes into a log. */
export class ChangeAssembler {
  readonly #log: ChangeLog
  readonly #tables = new Map<number, WatchedTable>()
  #transaction: Transaction | undefined
  /** done is how much of a transaction that was cut off has been handed on. */
  #done: { readonly place: bigint; readonly count: number } | undefined
  #part: (RowTexts | undefined)[] = []
  #partBytes = 0

  constructor(log: ChangeLog) {
    this.#log = log
  }

  /** idle tells that no table is watched any more. */
  get idle(): boolean {
    return ![...this.#tables.values()].some(({ active }) => active)
  }

  /** between tells that everything up to the last commit has been handed on, and nothing beyond. */
  get between(): boolean {
    return this.#transaction === undefined
  }

  /** restart begins anew at a checkpoint, with the tables as they are known. */
  restart(epoch: string, sequence: number, tables: readonly WatchedTable[]): void {
    this.#drop()
    this.#done = undefined
    this.#log.restart(epoch, sequence)
    this.#tables.clear()
    for (const table of tables) {
      this.#tables.set(table.relation, table)
      if (table.active) this.#log.open(table.table_id)
    }
  }

  /** cutOff tells that the rest of a transaction will not come; it comes again, from its beginning. */
  cutOff(): void {
    if (this.#transaction === undefined) return
    const { place, index } = this.#transaction
    const handedOn = index - this.#part.length
    // Cut off twice, it may have come less far the second time.
    const before = this.#done?.place === place ? this.#done.count : 0
    this.#done = { place, count: Math.max(handedOn, before) }
    this.#drop()
  }

  /** begin starts a transaction; its place in the log names it. */
  begin(place: bigint, committedAt: Date): void {
    this.#transaction = { place, committedAt, idOf: changeIds(committedAt, place), index: 0 }
  }

  /** commit ends it. */
  commit(): void {
    this.#flush()
    this.#transaction = undefined
    this.#done = undefined
  }

  /** row is one change of one row. */
  row(table: TableAt, before: RowState | undefined, after: RowState | undefined): void {
    const index = this.#count()
    if (index === undefined) return
    const watched = this.#tables.get(table.id)
    const event = watched === undefined ? undefined : rowEvent(before, after)
    if (watched === undefined || event === undefined) {
      this.#add(undefined)
      return
    }
    const { committedAt, idOf } = this.#transaction as Transaction
    const { project_id, table_id } = watched
    this.#add({
      ...event,
      id: idOf(index),
      project_id,
      table_id,
      table: table.name,
      committed_at: committedAt,
    })
  }

  /** lost is a change that cannot be passed on: its table's subscribers have to read anew. */
  lost(table: TableAt): void {
    if (this.#count() === undefined) return
    this.#add(undefined)
    this.#breakOff(table)
  }

  /** truncate is the end of all rows of a table. */
  truncate(table: TableAt): void {
    this.#breakOff(table)
  }

  /**
   * follow learns that a table is watched, or no longer, or gone. That stands among the changes, so that each reader
   * and each replay begins and ends with a table at the same place.
   */
  follow(table: WatchedTable | { readonly gone: string }): void {
    this.#flush()
    const id = 'gone' in table ? table.gone : table.table_id
    // Done before the transaction was cut off, and to be numbered once only.
    if (!('gone' in table) && this.#count() === undefined) return
    const known = [...this.#tables.values()].find(({ table_id }) => table_id === id)
    if (known !== undefined) this.#tables.delete(known.relation)
    this.#log.shut(id)
    if ('gone' in table) return
    this.#tables.set(table.relation, table)
    if (!table.active) return
    // It takes up a number: whoever has heard all up to here cannot know what was written before.
    this.#log.append([undefined])
    this.#log.begin(id)
  }

  #breakOff(table: TableAt): void {
    const watched = this.#tables.get(table.id)
    if (watched === undefined) return
    this.#flush()
    this.#log.breakOff(watched.table_id)
  }

  // Gives the change's index, or undefined where it has been handed on before the transaction was cut off.
  #count(): number | undefined {
    const transaction = this.#transaction
    if (transaction === undefined) throw new Error('a change outside of a transaction')
    const index = transaction.index
    transaction.index += 1
    const done = this.#done
    return done?.place === transaction.place && index < done.count ? undefined : index
  }

  #add(row: RowTexts | undefined): void {
    this.#part.push(row)
    if (row !== undefined) this.#partBytes += row.record.length + (row.old_record?.length ?? 0)
    if (this.#part.length >= PART || this.#partBytes >= PART_BYTES) this.#flush()
  }

  #flush(): void {
    const part = this.#part
    this.#part = []
    this.#partBytes = 0
    if (part.length > 0) this.#log.append(part)
  }

  #drop(): void {
    this.#part = []
    this.#partBytes = 0
    this.#transaction = undefined
  }
}
