// The latest changes of one cluster in memory, bounded by number and size, and the listeners to them.
import type { BreakListener, BreakReason, Change, ChangeListener } from './change-feed.ts'
import { type ChangeLogLimits, ChangeShares } from './change-shares.ts'
import { Queue } from './queue.ts'
import { RowChange, type RowTexts } from './row-change.ts'

/** Step is one thing that is written into a log. Rows take up numbers, also where they are undefined; so do gaps. */
export type Step =
  | { readonly kind: 'rows'; readonly rows: readonly (RowTexts | undefined)[] }
  | { readonly kind: 'gap'; readonly count: number }
  | { readonly kind: 'begin' | 'shut'; readonly table_id: string }
  | { readonly kind: 'breakOff'; readonly table_id: string; readonly reason: BreakReason }

/** StepListener receives each step and the offset behind which it stands. */
export type StepListener = (from: number, step: Step) => void

interface TableLog {
  /** floor is the offset from which on all changes of the table are here. */
  floor: number
  /** latest is the offset of the table's latest change, whether it is still here or not. */
  latest: number
  readonly changes: Queue<Change>
}

/** ChangeLog numbers changes, keeps the latest ones by table and hands them to listeners. */
export class ChangeLog {
  readonly #tables = new Map<string, TableLog>()
  readonly #listeners = new Set<ChangeListener>()
  readonly #breakListeners = new Set<BreakListener>()
  #stepListener: StepListener = () => {}
  readonly #shares: ChangeShares
  readonly #breaks = new Map<BreakReason, number>()
  #epoch = ''
  #top = 0
  // Where the writing stands: behind the top where it comes again.
  #cursor = 0

  constructor(limits: ChangeLogLimits) {
    this.#shares = new ChangeShares(limits, (change) => this.#forget(change))
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
   * leaves out changes, all is forgotten and listeners are notified of a break.
   */
  restart(epoch: string, from: number): void {
    const known = this.#epoch
    if (known === epoch && from <= this.#top) {
      this.#cursor = from
      return
    }
    this.#clear(epoch, from)
    if (known !== '') this.#notifyBreak(undefined, 'lost')
  }

  /** interrupt sends all listeners away, to come again and find out what they have missed. */
  interrupt(): void {
    this.#notifyBreak(undefined, 'lost')
  }

  /** quit forgets all changes where another node goes on reading. Listeners are notified of a break. */
  quit(): void {
    this.#clear('', 0)
    this.#notifyBreak(undefined, 'lost')
  }

  /** open keeps a table's changes from now on, which is a place from which they are captured: those before are not known. */
  open(tableId: string): void {
    if (this.#cursor < this.#top || this.#tables.has(tableId)) return
    this.#keep(tableId)
  }

  /** begin is the place among the changes from which a table's are captured. */
  begin(tableId: string): void {
    if (!this.#takes({ kind: 'begin', table_id: tableId })) return
    this.#keep(tableId)
  }

  /** shut ends that, and notifies the listeners. What is still in the queue of all tables goes with time. */
  shut(tableId: string): void {
    if (!this.#tables.has(tableId) || !this.#takes({ kind: 'shut', table_id: tableId })) return
    this.#tables.delete(tableId)
    this.#notifyBreak(tableId, 'ended')
  }

  /** breaks is how often listeners were notified of the end of continuity, by its reason. */
  get breaks(): ReadonlyMap<BreakReason, number> {
    return this.#breaks
  }

  /** size is how many tables' changes are kept. */
  get size(): number {
    return this.#tables.size
  }

  /** breakOff makes all that came before unknown for one table, and notifies the listeners. */
  breakOff(tableId: string, reason: BreakReason): void {
    if (!this.#tables.has(tableId) || !this.#takes({ kind: 'breakOff', table_id: tableId, reason })) return
    this.#keep(tableId)
    this.#notifyBreak(tableId, reason)
  }

  /** skip takes up numbers for changes that nobody receives. */
  skip(count: number): void {
    this.#cursor += count
    const fresh = this.#cursor - this.#top
    if (fresh <= 0) return
    this.#stepListener(this.#top, { kind: 'gap', count: fresh })
    this.#top += fresh
  }

  /** append adds changes at the end, where undefined only takes up a number, and notifies the listeners. */
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
      table.latest = this.#top
      this.#shares.add(change)
    }
    this.#shares.evict()
    if (changes.length > 0) for (const listener of this.#listeners) listener(changes)
  }

  /** since returns a table's changes after an offset; undefined where they are not all here. */
  since(tableId: string, offset: number, epoch: string): readonly Change[] | undefined {
    const table = this.#tables.get(tableId)
    if (table === undefined || epoch !== this.#epoch) return undefined
    if (!(offset >= table.floor && offset <= this.#top)) return undefined
    return table.changes.after((change) => change.offset <= offset)
  }

  /** known returns all changes of a table that are here. */
  known(tableId: string): readonly Change[] {
    return this.#tables.get(tableId)?.changes.after(() => false) ?? []
  }

  /** latest returns the offset of a table's latest change, 0 before the first; undefined where its changes are not kept. */
  latest(tableId: string): number | undefined {
    return this.#tables.get(tableId)?.latest
  }

  /** write does one step. */
  write(step: Step): void {
    if (step.kind === 'rows') this.append(step.rows)
    else if (step.kind === 'gap') this.skip(step.count)
    // Nodes of earlier versions send no reason.
    else if (step.kind === 'breakOff') this.breakOff(step.table_id, step.reason ?? 'lost')
    else this[step.kind](step.table_id)
  }

  /** onStep sets the one listener to what is written for the first time. */
  onStep(listener: StepListener): void {
    this.#stepListener = listener
  }

  /** listen adds a listener. Returns a function that removes it. */
  listen(listener: ChangeListener): () => void {
    // A function of its own, so that one listener may be added twice.
    const own: ChangeListener = (changes) => listener(changes)
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  /** onBreak adds a listener for the end of continuity. Returns a function that removes it. */
  onBreak(listener: BreakListener): () => void {
    const own: BreakListener = (tableId, reason) => listener(tableId, reason)
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

  // From here on; what came before is not known.
  #keep(tableId: string): void {
    this.#tables.set(tableId, { floor: this.#top, latest: 0, changes: new Queue<Change>() })
  }

  #clear(epoch: string, top: number): void {
    this.#epoch = epoch
    this.#top = top
    this.#cursor = top
    this.#tables.clear()
    this.#shares.clear()
  }

  #forget(oldest: Change): void {
    const table = this.#tables.get(oldest.table_id)
    // A table that was shut and opened again has lost its old changes already.
    if (table === undefined || table.changes.first !== oldest) return
    table.changes.shift()
    table.floor = oldest.offset
  }

  #notifyBreak(tableId: string | undefined, reason: BreakReason): void {
    this.#breaks.set(reason, (this.#breaks.get(reason) ?? 0) + 1)
    for (const listener of this.#breakListeners) listener(tableId, reason)
  }
}
