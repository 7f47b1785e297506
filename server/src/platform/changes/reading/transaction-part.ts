// A large transaction is handed on in parts, to the log of changes and to durable consumers.
import type { BreakReason } from '#platform/changes/feed/change-feed.ts'
import type { ChangeLog } from '#platform/changes/feed/change-log.ts'
import type { RowTexts } from '#platform/changes/feed/row-change.ts'

const PART = 500
const PART_BYTES = 4 * 1024 * 1024

/** ConsumedChanges take what durable consumers receive. */
export interface ConsumedChanges {
  /** consumes reports whether a table's changes may have a consumer. */
  consumes(tableId: string): boolean
  row(offset: number, row: RowTexts): void
  gap(offset: number, tableId: string, reason: BreakReason, at: Date): void
  /** room returns a promise that settles when there is room for more; undefined where there is room now. */
  room(): Promise<void> | undefined
}

/** TransactionPart collects changes until they are enough to be handed on. */
export class TransactionPart {
  readonly #log: ChangeLog
  readonly #consumed: ConsumedChanges
  #rows: (RowTexts | undefined)[] = []
  /** consumedRows are the changes that have consumers, by their place in the part. */
  #consumedRows: [index: number, row: RowTexts][] = []
  #bytes = 0

  constructor(log: ChangeLog, consumed: ConsumedChanges) {
    this.#log = log
    this.#consumed = consumed
  }

  /** size is how many changes have not been handed on yet. */
  get size(): number {
    return this.#rows.length
  }

  /** add takes the next change: what subscribers receive of it, if anything, and what consumers do. */
  add(row: RowTexts | undefined, consumed?: RowTexts): void {
    if (consumed !== undefined) this.#consumedRows.push([this.#rows.length, consumed])
    this.#rows.push(row)
    const held = row ?? consumed
    if (held !== undefined) this.#bytes += held.record.length + (held.old_record?.length ?? 0)
    if (this.#rows.length >= PART || this.#bytes >= PART_BYTES) this.flush()
  }

  /** flush hands on what there is. Subscribers first: they never wait for consumers. */
  flush(): void {
    const [rows, consumed] = [this.#rows, this.#consumedRows]
    this.drop()
    if (rows.length === 0) return
    const from = this.#log.cursor
    this.#log.append(rows)
    for (const [index, row] of consumed) this.#consumed.row(from + index + 1, row)
  }

  /** drop forgets what has not been handed on. */
  drop(): void {
    this.#rows = []
    this.#consumedRows = []
    this.#bytes = 0
  }
}
