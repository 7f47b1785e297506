// From what a reader finds, transaction by transaction, to the log of changes. Both ways of capture end here, so they
// count, name and classify alike.
import type { BreakReason } from '#platform/changes/feed/change-feed.ts'
import { changeIds } from '#platform/changes/feed/change-id.ts'
import type { ChangeLog } from '#platform/changes/feed/change-log.ts'
import { type RowState, rowEvent } from '#platform/changes/feed/row-events.ts'
import type { WatchedTable } from '#platform/changes/state/watched-tables.store.ts'
import { FloodGuard, type FloodLimits } from './flood-guard.ts'
import { type ConsumedChanges, TransactionPart } from './transaction-part.ts'

/** TableAt is a table as a change names it. */
export interface TableAt {
  /** id is PostgreSQL's own, which a rename does not change. */
  readonly id: number
  readonly name: string
}

interface Transaction {
  readonly place: bigint
  readonly committedAt: Date
  readonly idOf: (index: number) => string
  /** projects are those whose changes it has. */
  readonly projects: Set<string>
  /** cut are the relations of which no further change of this transaction is passed on. */
  readonly cut: Set<number>
  /** gaps are the tables, with reasons, of which consumers know already that changes are missing. */
  readonly gaps: Set<string>
  /** index counts the changes that have been read. */
  index: number
}

/** ChangeAssembler puts changes into a log. */
export class ChangeAssembler {
  readonly #log: ChangeLog
  readonly #consumed: ConsumedChanges
  readonly #tables = new Map<number, WatchedTable>()
  readonly #floods: FloodGuard
  #transaction: Transaction | undefined
  /** done is how much of a transaction that was cut off has been handed on. */
  #done: { readonly place: bigint; readonly count: number } | undefined
  readonly #part: TransactionPart

  constructor(log: ChangeLog, consumed: ConsumedChanges, limits?: FloodLimits) {
    this.#log = log
    this.#consumed = consumed
    this.#floods = new FloodGuard(limits)
    this.#part = new TransactionPart(log, consumed)
  }

  /** idle is true where no table is watched any more. */
  get idle(): boolean {
    return ![...this.#tables.values()].some(({ active }) => active)
  }

  /** between is true where everything up to the last commit has been handed on, and nothing beyond. */
  get between(): boolean {
    return this.#transaction === undefined
  }

  /** place is the transaction that is being read. */
  get place(): bigint | undefined {
    return this.#transaction?.place
  }

  /** restart begins anew at a checkpoint, with the tables as they are known. */
  restart(epoch: string, sequence: number, tables: readonly WatchedTable[]): void {
    this.#drop()
    this.#done = undefined
    this.#floods.clear()
    this.#log.restart(epoch, sequence)
    this.#tables.clear()
    for (const table of tables) {
      this.#tables.set(table.relation, table)
      if (table.active) this.#log.open(table.table_id)
    }
  }

  /** watchedAt returns the table that a relation is, if it is one that is or was watched. */
  watchedAt(relation: number): WatchedTable | undefined {
    return this.#tables.get(relation)
  }

  /** consumes reports whether changes of a relation may have a consumer. */
  consumes(relation: number): boolean {
    const table = this.#tables.get(relation)
    return table?.active === true && this.#consumed.consumes(table.table_id)
  }

  /** room returns a promise where what is handed on has to wait for consumers' sake. */
  room(): Promise<void> | undefined {
    return this.#consumed.room()
  }

  /** cutOff says that the rest of a transaction will not come; it comes again, from its beginning. */
  cutOff(): void {
    if (this.#transaction === undefined) return
    const { place, index } = this.#transaction
    const handedOn = index - this.#part.size
    // Cut off twice, it may have come less far the second time.
    this.#done = { place, count: Math.max(handedOn, this.#doneCount) }
    this.#drop()
  }

  /** begin starts a transaction; its place in the log names it. */
  begin(place: bigint, committedAt: Date): void {
    const idOf = changeIds(committedAt, place)
    this.#transaction = {
      place,
      committedAt,
      idOf,
      projects: new Set(),
      cut: new Set(),
      gaps: new Set(),
      index: 0,
    }
  }

  /** commit ends it. */
  commit(): void {
    this.#part.flush()
    this.#transaction = undefined
    this.#done = undefined
  }

  /**
   * passOver ends a transaction that cannot be read: what has come of it stays, and the tables of its projects, which it
   * may have changed beyond, get a break.
   */
  passOver(seen: readonly WatchedTable[]): void {
    this.#part.flush()
    // It takes up a number: a subscriber at this offset cannot know what it has changed.
    this.#log.skip(1)
    const projects = new Set(seen.map(({ project_id }) => project_id))
    for (const { project_id, table_id, active } of this.#tables.values())
      if (active && projects.has(project_id)) {
        this.#log.breakOff(table_id, 'unreadable')
        this.#gap(table_id, 'unreadable')
      }
    this.#transaction = undefined
    this.#done = undefined
  }

  /** skips is true where no change of a relation in this transaction would be passed on, whatever it is. */
  skips(relation: number): boolean {
    return this.#isCut(relation) && !this.consumes(relation)
  }

  /** cutRelations are those of which nothing more of this transaction is passed on. */
  get cutRelations(): number[] {
    return [...(this.#transaction?.cut ?? [])].filter((relation) => !this.consumes(relation))
  }

  /** row is one change of one row. */
  row(table: TableAt, before: RowState | undefined, after: RowState | undefined): void {
    const index = this.#count()
    if (index === undefined) return
    const watched = this.#tables.get(table.id)
    const event = watched === undefined ? undefined : rowEvent(before, after)
    if (watched === undefined || event === undefined || this.skips(table.id)) {
      this.#part.add(undefined)
      return
    }
    const { project_id, table_id } = watched
    const { committedAt, idOf } = this.#transaction as Transaction
    const isConsumed = this.#consumed.consumes(table_id)
    const isCut = this.#isCut(table.id)
    const isLive = !isCut && this.#admits(project_id, event.record.length + (event.old_record?.length ?? 0))
    const row = {
      ...event,
      id: idOf(index),
      project_id,
      table_id,
      table: table.name,
      committed_at: committedAt,
    }
    this.#part.add(isLive ? row : undefined, isConsumed ? row : undefined)
    if (!isLive && !isCut) this.#cut(table, 'flood')
  }

  /** skip counts changes that nobody is to receive, so that each reader and each replay numbers alike. */
  skip(count: number): void {
    const fresh = this.#countMany(count)
    if (fresh === 1) this.#part.add(undefined)
    if (fresh <= 1) return
    this.#part.flush()
    this.#log.skip(fresh)
  }

  /**
   * lose counts changes that cannot be passed on: their table's subscribers have to read anew. Of the rest of the
   * transaction, nothing is passed on of that table.
   */
  lose(table: TableAt, reason: BreakReason, count = 1): void {
    const { index } = this.#transaction as Transaction
    this.skip(count)
    if (index + count > this.#doneCount) {
      this.#cut(table, reason)
      this.#gapOf(table, reason)
    }
    // It was handed on before the transaction was cut off, with its break.
    else this.#transaction?.cut.add(table.id)
  }

  /** truncate is the end of all rows of a table. It takes up a number, so that a subscriber at this offset cannot resume past it. */
  truncate(table: TableAt): void {
    if (this.#count() === undefined) return
    this.#part.add(undefined)
    this.#breakOff(table, 'truncated')
    this.#gapOf(table, 'truncated')
  }

  /**
   * follow learns that a table is watched, or no longer, or gone. That stands among the changes, so that each reader
   * and each replay begins and ends with a table at the same place.
   */
  follow(table: WatchedTable | { readonly gone: string }): void {
    this.#part.flush()
    const id = 'gone' in table ? table.gone : table.table_id
    // Done before the transaction was cut off, and to be numbered once only.
    if (!('gone' in table) && this.#count() === undefined) return
    const known = [...this.#tables.values()].find(({ table_id }) => table_id === id)
    if (known !== undefined) this.#tables.delete(known.relation)
    this.#log.shut(id)
    if ('gone' in table || !table.active) this.#gap(id, 'ended')
    if ('gone' in table) return
    this.#tables.set(table.relation, table)
    if (!table.active) return
    // It takes up a number: a subscriber at this offset cannot know what was written before.
    this.#log.append([undefined])
    this.#log.begin(id)
    // What was written while it was not captured is missing.
    this.#gap(id, 'lost')
  }

  #cut(table: TableAt, reason: BreakReason): void {
    const { cut } = this.#transaction as Transaction
    if (cut.has(table.id)) return
    cut.add(table.id)
    this.#breakOff(table, reason)
  }

  #isCut(relation: number): boolean {
    return this.#transaction?.cut.has(relation) === true || this.#tables.get(relation)?.active !== true
  }

  // Once in a transaction: a reader of the table finds all that it has done.
  #gapOf(table: TableAt, reason: BreakReason): void {
    const tableId = this.#tables.get(table.id)?.table_id
    const { gaps } = this.#transaction as Transaction
    if (tableId === undefined || gaps.has(`${tableId} ${reason}`)) return
    gaps.add(`${tableId} ${reason}`)
    this.#gap(tableId, reason)
  }

  #gap(tableId: string, reason: BreakReason): void {
    this.#part.flush()
    const at = this.#transaction?.committedAt ?? new Date()
    if (this.#consumed.consumes(tableId)) this.#consumed.gap(this.#log.cursor, tableId, reason, at)
  }

  #breakOff(table: TableAt, reason: BreakReason): void {
    const watched = this.#tables.get(table.id)
    if (watched === undefined) return
    this.#part.flush()
    this.#log.breakOff(watched.table_id, reason)
  }

  #admits(projectId: string, bytes: number): boolean {
    const { projects, committedAt } = this.#transaction as Transaction
    if (!projects.has(projectId)) {
      projects.add(projectId)
      this.#floods.begin(projectId, committedAt)
    }
    return this.#floods.take(projectId, bytes)
  }

  get #doneCount(): number {
    return this.#done !== undefined && this.#done.place === this.place ? this.#done.count : 0
  }

  // Returns the change's index, or undefined where it has been handed on before the transaction was cut off.
  #count(): number | undefined {
    return this.#countMany(1) === 0 ? undefined : (this.#transaction as Transaction).index - 1
  }

  // Returns how many of the next changes have not been handed on before.
  #countMany(count: number): number {
    const transaction = this.#transaction
    if (transaction === undefined) throw new Error('a change outside of a transaction')
    transaction.index += count
    return Math.max(0, Math.min(count, transaction.index - this.#doneCount))
  }

  #drop(): void {
    this.#part.drop()
    this.#transaction = undefined
  }
}
