// A subscriber's own filter: which of the changes that it is allowed to see it wants. It decides about convenience, not
// about access: what cannot be decided is delivered.
import type { Condition } from '#engine/conditions/condition.ts'
import { Work } from '#engine/conditions/values/work.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { FilterError } from '#engine/request/operands.ts'
import { readRowCondition } from '#engine/request/parse/row-condition.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import type { Change } from '#platform/changes/feed/change-feed.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

const NOBODY = { uid: null, email: null, claims: {} }
// Units of work that take about as long as a delivery to one subscriber.
const DELIVERY_WORK = 64
// Anybody who may subscribe can write a filter: one costs less than a condition of a policy may, and so do all for one row.
const [MOST, MOST_EACH] = [2_000_000, 50_000]

// Subscribers of one board have the same filter, which takes longer to read than to decide.
const READ = recentlyUsed<RowFilter>(1000)

/** RowFilter is a filter for a table as it was when the filter was read. */
export class RowFilter {
  readonly #condition: Condition
  readonly #columns: readonly ColumnShape[]

  private constructor(condition: Condition, table: TableShape) {
    this.#condition = condition
    this.#columns = [...condition.columns].map((name) => table.columns.get(name) as ColumnShape)
  }

  /** read reads filters of the data API, `board_id.eq.42,state.in.(open,late)`. Throws 400. */
  static async read(table: TableShape, text: string): Promise<RowFilter> {
    const key = `${table.id} ${table.version} ${text}`
    const known = READ.get(key)
    if (known !== undefined) return known
    await loadParser()
    try {
      const filter = new RowFilter(readRowCondition(table, text), table)
      READ.set(key, filter)
      return filter
    } catch (error) {
      throw error instanceof FilterError ? invalidInput(`filter: ${error.message}`) : error
    }
  }

  /** fits reports whether the columns that the filter reads still are what they were. */
  fits(table: TableShape): boolean {
    return this.#columns.every((column) => {
      const now = table.columns.get(column.name)
      return now?.data_type === column.data_type && now.enum_values.join() === column.enum_values.join()
    })
  }

  /** passes reports whether a row passes. All filters of one row share one `work`. */
  passes(row: JsonRow, work: Work): boolean {
    const value = this.#condition.evaluate?.(row, NOBODY, work)
    return value === true || value === undefined
  }
}

/** FilteredChange is a change on its way to subscribers of which some have filters. */
export class FilteredChange {
  readonly #change: Pick<Change, 'record' | 'old_record'>
  // Most changes meet no filter.
  #now: Work | undefined
  #before: Work | undefined

  constructor(change: Pick<Change, 'record' | 'old_record'>) {
    this.#change = change
  }

  /**
   * passes reports whether a filter lets the change through: its row passes, or that from before an UPDATE, so that whoever
   * keeps a list hears of rows that leave it. `seesOld` is whether the subscriber is allowed to see the row from before.
   */
  passes(filter: RowFilter | undefined, seesOld: boolean): boolean {
    if (filter === undefined) return true
    const { record, old_record } = this.#change
    this.#now ??= new Work(MOST, MOST_EACH)
    if (filter.passes(record, this.#now)) return true
    if (!seesOld || old_record === undefined) return false
    this.#before ??= new Work(MOST, MOST_EACH)
    return filter.passes(old_record, this.#before)
  }

  /** cost is what has been decided so far, in deliveries to one subscriber. */
  get cost(): number {
    return ((this.#now?.spent ?? 0) + (this.#before?.spent ?? 0)) / DELIVERY_WORK
  }
}
