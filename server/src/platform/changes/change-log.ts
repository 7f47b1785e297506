// The latest changes of one cluster in memory, bounded by number and size, and who listens to them.
import type { BreakListener, Change, ChangeListener } from './change-feed.ts'
import { RowChange, type RowTexts } from './row-change.ts'

/** Step is one thing that is written into a log. Rows take up numbers, also where they are undefined. */
export type Step =
  | { readonly kind: 'rows'; readonly rows: readonly (RowTexts | undefined)[] }
  | { readonly kind: 'begin' | 'shut' | 'breakOff'; readonly table_id: string }

/** StepListener hears of each step, and behind which offset it stands. */
export type StepListener = (from: number, step: Step) => void

/** ChangeLogLimits bound what the log holds; the oldest changes go first. */
export interface ChangeLogLimits {
  readonly changes: number
  readonly bytes: number
}

interface TableLog {
  /** floor is the offset from which on all changes of the table are here. */
  floor: number
  readonly changes: Queue<Change>
}

/** ChangeLog numbers changes, keeps the latest ones by table and hands them to listeners. */
export class ChangeLog {
  readonly #limits: ChangeLogLimits
  readonly #tables = new Map<string, TableLog>()
  readonly #listeners = new Set<ChangeListener>()
  readonly #breakListeners = new Set<BreakListener>()
  #stepListener: StepListener = () => {}
  #all = new Queue<Change>()
  #bytes = 0
  #epoch = ''
  #top = 0
  // Where the writing stands: behind the top where it comes again.
  #cursor = 0

  constructor(limits: ChangeLogLimits) {
    this.#limits = limits
  }

  get epoch(): string {
    return this.#epoch
  }

  get top(): number {
    return this.#top
  }

  /** cursor is the offset behind which the next step stands. */
  get cursor(): number {
    return this.#cursor
  }

  /**
   * restart goes on with the writing after an offset. What comes again is passed over. Where that is in another epoch, or
   * leaves out changes, all is forgotten and listeners hear of a break.
   */
  restart(epoch: string, from: number): void {
    const known = this.#epoch
    if (known === epoch && from <= this.#top) {
      this.#cursor = from
      return
    }
    this.#clear(epoch, from)
    if (known !== '') this.#tellBreak(undefined)
  }

  /** interrupt sends all listeners away, to come again and find out what they have missed. */
  interrupt(): void {
    this.#tellBreak(undefined)
  }

  /** quit forgets all changes where another node goes on reading. Listeners hear of a break. */
  quit(): void {
    this.#clear('', 0)
    this.#tellBreak(undefined)
  }

  /** open keeps a table's changes from now on, which is a place from which they are captured: those before are not known. */
  open(tableId: string): void {
    if (this.#cursor < this.#top || this.#tables.has(tableId)) return
    this.#tables.set(tableId, { floor: this.#top, changes: new Queue<Change>() })
  }

  /** begin is the place among the changes from which a table's are captured. */
  begin(tableId: string): void {
    if (!this.#takes({ kind: 'begin', table_id: tableId })) return
    this.#tables.set(tableId, { floor: this.#top, changes: new Queue<Change>() })
  }

  /** shut ends that, and tells the listeners. What is still in the queue of all tables goes with time. */
  shut(tableId: string): void {
    if (!this.#tables.has(tableId) || !this.#takes({ kind: 'shut', table_id: tableId })) return
    this.#tables.delete(tableId)
    this.#tellBreak(tableId)
  }

  /** size is how many tables' changes are kept. */
  get size(): number {
    return this.#tables.size
  }

  /** breakOff makes all that came before unknown for one table, and tells the listeners. */
  breakOff(tableId: string): void {
    if (!this.#tables.has(tableId) || !this.#takes({ kind: 'breakOff', table_id: tableId })) return
    this.#tables.set(tableId, { floor: this.#top, changes: new Queue<Change>() })
    this.#tellBreak(tableId)
  }

  /** append adds changes at the end, where undefined only takes up a number, and tells the listeners. */
  append(rows: readonly (RowTexts | undefined)[]): void {
    const from = this.#cursor
    this.#cursor += rows.length
    const news = rows.slice(Math.max(0, this.#top - from))
    if (news.length === 0) return
    this.#stepListener(this.#top, { kind: 'rows', rows: news })
    const changes: Change[] = []
    for (const row of news) {
      this.#top += 1
      const table = row === undefined ? undefined : this.#tables.get(row.table_id)
      if (row === undefined || table === undefined) continue
      const change = new RowChange(this.#top, row)
      changes.push(change)
      table.changes.push(change)
      this.#all.push(change)
      this.#bytes += change.size
    }
    this.#evict()
    if (changes.length > 0) for (const listener of this.#listeners) listener(changes)
  }

  /** since gives a table's changes after an offset; undefined where they are not all here. */
  since(tableId: string, offset: number, epoch: string): readonly Change[] | undefined {
    const table = this.#tables.get(tableId)
    if (table === undefined || epoch !== this.#epoch) return undefined
    if (!(offset >= table.floor && offset <= this.#top)) return undefined
    return table.changes.after((change) => change.offset <= offset)
  }

  /** known gives all changes of a table that are here. */
  known(tableId: string): readonly Change[] {
    return this.#tables.get(tableId)?.changes.after(() => false) ?? []
  }

  /** write does one step. */
  write(step: Step): void {
    if (step.kind === 'rows') this.append(step.rows)
    else this[step.kind](step.table_id)
  }

  /** onStep has one listener hear of what is written, unless it was written before. */
  onStep(listener: StepListener): void {
    this.#stepListener = listener
  }

  /** listen adds a listener and gives how to remove it. */
  listen(listener: ChangeListener): () => void {
    // A function of its own, so that one listener may be added twice.
    const own: ChangeListener = (changes) => listener(changes)
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  /** onBreak adds a listener for the end of continuity and gives how to remove it. */
  onBreak(listener: BreakListener): () => void {
    const own: BreakListener = (tableId) => listener(tableId)
    this.#breakListeners.add(own)
    return () => this.#breakListeners.delete(own)
  }

  // Steps without a number are done again where the writing stands at the top: they may not have been done, and do no
  // harm.
  #takes(step: Step): boolean {
    if (this.#cursor < this.#top) return false
    this.#stepListener(this.#top, step)
    return true
  }

  #clear(epoch: string, top: number): void {
    this.#epoch = epoch
    this.#top = top
    this.#cursor = top
    this.#all = new Queue()
    this.#tables.clear()
    this.#bytes = 0
  }

  #evict(): void {
    while (this.#all.length > this.#limits.changes || this.#bytes > this.#limits.bytes) {
      const oldest = this.#all.shift()
      if (oldest === undefined) return
      this.#bytes -= oldest.size
      const table = this.#tables.get(oldest.table_id)
      // A table that was shut and opened again has lost its old changes already.
      if (table === undefined || table.changes.first !== oldest) continue
      table.changes.shift()
      table.floor = oldest.offset
    }
  }

  #tellBreak(tableId: string | undefined): void {
    for (const listener of this.#breakListeners) listener(tableId)
  }
}

// Items in their order, taken off at the front without moving the others each time.
class Queue<T> {
  #items: T[] = []
  #head = 0

  get length(): number {
    return this.#items.length - this.#head
  }

  get first(): T | undefined {
    return this.#items[this.#head]
  }

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    const item = this.#items[this.#head]
    if (item === undefined) return undefined
    // Else the array would hold on to what is gone.
    this.#items[this.#head] = undefined as T
    this.#head += 1
    if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }

  /** after gives the items behind all those for which `before` holds; it holds for the first ones only. */
  after(before: (item: T) => boolean): T[] {
    let low = this.#head
    let high = this.#items.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (before(this.#items[middle] as T)) low = middle + 1
      else high = middle
    }
    return this.#items.slice(low)
  }
}
