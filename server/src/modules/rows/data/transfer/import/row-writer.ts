// Writes batches of rows inside of a transaction and finds those that PostgreSQL refuses: values that do not fit, rows that
// constraints, policies or triggers refuse. COPY takes no rows where row-level security is on, and what it refuses it
// refuses as a whole, so that each batch is one INSERT behind a savepoint (docs/decisions/0022).

import { compile } from '#engine/request/compile/compile.ts'
import type { Conflict } from '#engine/request/plan.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { conflictColumns, deletedConflict } from '#modules/rows/data/operations/operations.ts'
import type { RowInput } from '#modules/rows/data/operations/row-input.ts'
import type { DataConnection } from '#platform/db/connections/data-connection.ts'
import type { Statement } from '#platform/db/connections/packet.ts'
import { translateError } from '#platform/db/executor/postgres-errors.ts'
import { findWrong, isDecidedByPostgres } from '#platform/db/executor/value-errors.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Fault } from './import-report.ts'

/** ImportRow is one line, ready to be written. */
export interface ImportRow {
  readonly line: number
  readonly input: RowInput
  /** json is the row as JSON. */
  readonly json: string
}

const SAVEPOINT: Statement = { text: 'savepoint batch$' }
const RELEASE: Statement = { text: 'release savepoint batch$' }
const UNDO: Statement = { text: 'rollback to savepoint batch$' }

// Two would write most rows again and again, and more would take more statements.
const PARTS = 8

// What PostgreSQL refuses because of a row; anything else ends the import.
const OF_ROW = /^(?:21000|22...|23...|42501|428C9|P0...|MS404|MS413)$/

/** RowWriter writes the rows of one import. */
export class RowWriter {
  readonly #connection: DataConnection
  readonly #table: TableShape
  readonly #conflict: Conflict | undefined
  #written = 0

  constructor(connection: DataConnection, table: TableShape, conflict: Conflict | undefined) {
    this.#connection = connection
    this.#table = table
    this.#conflict = conflict
  }

  /** written is how many rows were inserted or changed. */
  get written(): number {
    return this.#written
  }

  /** write inserts the rows but for those that are refused, and returns what is wrong with these. */
  async write(rows: readonly ImportRow[]): Promise<Fault[]> {
    const faults: Fault[] = []
    for (const group of this.#groups(rows)) await this.#writeGroup(group, faults)
    return faults
  }

  // Rows with different columns go in different statements, so that what a row leaves out gets its default. Where a later
  // row may change an earlier one, they stay in their order.
  #groups(rows: readonly ImportRow[]): Iterable<readonly ImportRow[]> {
    const shapeOf = ({ input }: ImportRow) => JSON.stringify(input.columns.map(({ name }) => name))
    if (this.#conflict === undefined) return Map.groupBy(rows, shapeOf).values()
    let run = 0
    let last: string | undefined
    return Map.groupBy(rows, (row) => {
      const shape = shapeOf(row)
      if (shape !== last) run += 1
      last = shape
      return run
    }).values()
  }

  async #writeGroup(rows: readonly ImportRow[], faults: Fault[]): Promise<void> {
    if (rows.length === 0) return
    const failure = await this.#attempt(rows)
    if (failure === undefined) return
    const wrong = await this.#wrongValues(rows, failure)
    if (wrong.length === 0) return this.#split(rows, failure, faults)
    faults.push(...wrong)
    const lines = new Set(wrong.map(({ line }) => line))
    const rest = rows.filter(({ line }) => !lines.has(line))
    await this.#writeGroup(rest, faults)
  }

  // Only one row at a time shows which it is. Where few rows are refused, few parts are tried again.
  async #split(rows: readonly ImportRow[], failure: AppError, faults: Fault[]): Promise<void> {
    const [only] = rows
    if (only === undefined) return
    if (rows.length === 1) {
      faults.push({ line: only.line, column: columnOf(failure), reason: failure.message.replace(/\.$/, '') })
      return
    }
    const size = Math.ceil(rows.length / PARTS)
    for (let from = 0; from < rows.length; from += size) {
      const part = rows.slice(from, from + size)
      const refused = await this.#attempt(part)
      if (refused !== undefined) await this.#split(part, refused, faults)
    }
  }

  // Writes all rows or none, and returns why not.
  async #attempt(rows: readonly ImportRow[]): Promise<AppError | undefined> {
    const insert = this.#insert(rows)
    // Rows that a deleted one stands in the way of are neither written nor refused.
    const mustCount = this.#conflict?.resolution === 'merge'
    try {
      const results = await this.#connection.run([SAVEPOINT, insert, ...(mustCount ? [] : [RELEASE])])
      const count = results[1]?.count ?? 0
      if (mustCount && count < rows.length) {
        await this.#undo()
        return deletedConflict(this.#table, conflictColumns(this.#conflict))
      }
      if (mustCount) await this.#connection.run([RELEASE])
      this.#written += count
      return undefined
    } catch (thrown) {
      const error = translateError(thrown)
      if (!(error instanceof AppError) || !OF_ROW.test(stateOf(error))) throw error
      await this.#undo()
      return error
    }
  }

  async #undo(): Promise<void> {
    await this.#connection.run([UNDO, RELEASE])
  }

  #insert(rows: readonly ImportRow[]): Statement {
    const json = `[${rows.map((row) => row.json).join(',')}]`
    const columns = rows[0]?.input.columns ?? []
    const plan = { kind: 'insert', table: this.#table, columns, conflict: this.#conflict } as const
    return compile({ ...plan, rows: { json }, returning: false })
  }

  async #wrongValues(rows: readonly ImportRow[], failure: AppError): Promise<Fault[]> {
    if (!stateOf(failure).startsWith('22')) return []
    const suspects = rows.flatMap(({ line, input }) =>
      input.columns.flatMap((column, index) => {
        const value = input.values[index] ?? null
        return value === null || !isDecidedByPostgres(column) ? [] : [{ line, column, value }]
      }),
    )
    const wrong = await findWrong(suspects, async (question) => (await this.#connection.run([question]))[0])
    return wrong.map(({ of, problem }) => ({ line: of.line, column: of.column.name, reason: problem }))
  }
}

function stateOf({ details }: AppError): string {
  return (details as { sqlstate?: string } | undefined)?.sqlstate ?? ''
}

function columnOf({ details }: AppError): string | null {
  return (details as { column?: string } | undefined)?.column ?? null
}
