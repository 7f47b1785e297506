// A CSV file as rows: the header says which column a cell is of, or the mapping does.

import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { missingColumns } from '#modules/rows/data/operations/row-input.ts'
import { CsvReader, type CsvRecord } from '#platform/csv/csv-reader.ts'
import type { DateOrder } from '#platform/csv/date-order.ts'
import { shownNames } from '#platform/csv/shown-names.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { fieldErrors } from '#platform/errors/field-errors.ts'
import { cellValue, NOT_JSON } from './cell-value.ts'
import { type ColumnMapping, checkColumn, checkDistinct } from './column-mapping.ts'
import { badLine, type Source, type SourceLine } from './source.ts'

/** CsvOptions is how a file is written. */
export interface CsvOptions {
  readonly delimiter: string
  /** header is true where the first record names the columns; otherwise the mapping has them in their order. */
  readonly header: boolean
  readonly mapping: ColumnMapping | undefined
  /** dates is the order of day, month and year where the file's dates are not those of ISO 8601. */
  readonly dates: DateOrder | undefined
}

const MAX_CELLS = 1600

/** CsvSource reads CSV. */
export class CsvSource implements Source {
  readonly #table: TableShape
  readonly #mapping: ColumnMapping | undefined
  readonly #reader: CsvReader
  readonly #dates: DateOrder | undefined
  // The column of each cell; undefined where the cell is left out.
  #columns: readonly (ColumnShape | undefined)[] | undefined

  constructor(table: TableShape, { delimiter, header, mapping, dates }: CsvOptions) {
    this.#table = table
    this.#mapping = mapping
    this.#dates = dates
    this.#reader = new CsvReader(delimiter, MAX_CELLS)
    if (header) return
    if (mapping === undefined)
      throw invalidInput('columns: name the columns in their order where the file has no header.')
    this.#columns = this.#find([...mapping.values()])
  }

  *read(text: string): Generator<SourceLine> {
    for (const record of this.#reader.read(text)) {
      if (this.#columns === undefined) this.#columns = this.#readHeader(record)
      else yield lineOf(record, this.#columns, this.#dates)
    }
  }

  *end(): Generator<SourceLine> {
    const record = this.#reader.end()
    if (this.#columns !== undefined) {
      if (record !== undefined) yield lineOf(record, this.#columns, this.#dates)
    } else if (record !== undefined) this.#readHeader(record)
    else throw invalidInput('The file is empty: its first line must name the columns.')
  }

  #readHeader({ cells, count }: CsvRecord): readonly (ColumnShape | undefined)[] {
    if (count > MAX_CELLS)
      throw invalidInput(`The header names ${count} columns; a table has at most ${MAX_CELLS}.`)
    const names = cells.map((cell) => cell?.trim() ?? '')
    const mapping = this.#mapping
    if (mapping === undefined) {
      for (const name of names) checkColumn(this.#table, name, 'line 1')
      checkDistinct(names, 'line 1')
      return this.#find(names)
    }
    const missing = [...mapping.keys()].find((name) => !names.includes(name))
    if (missing !== undefined)
      throw invalidInput(
        `columns: the file has no column ${missing.slice(0, 100)}. It has ${shownNames(names)}.`,
      )
    const taken = names.filter((name) => mapping.has(name))
    checkDistinct(taken, 'line 1')
    return this.#find(names.map((name) => mapping.get(name)))
  }

  // What every line lacks is said once.
  #find(names: readonly (string | undefined)[]): readonly (ColumnShape | undefined)[] {
    this.#reader.keepsBlank = names.length === 1
    const given = Object.fromEntries(names.map((name) => [name ?? '', true]))
    const absent = missingColumns(this.#table, given)
    if (absent.length > 0)
      throw fieldErrors(
        absent.map((field) => ({ field, problem: 'is required, and the file has no such column' })),
      )
    return names.map((name) => (name === undefined ? undefined : this.#table.columns.get(name)))
  }
}

function lineOf(
  { line, cells, count, isTorn }: CsvRecord,
  columns: readonly (ColumnShape | undefined)[],
  dates: DateOrder | undefined,
) {
  if (isTorn) return badLine(line, 'text stands behind a closing quote; a quote within quotes is doubled')
  if (count !== columns.length)
    return badLine(line, `has ${count} cells, where ${columns.length} were expected`)
  const body: Record<string, unknown> = {}
  for (const [index, column] of columns.entries()) {
    if (column === undefined) continue
    const value = cellValue(column, cells[index] ?? null, dates)
    if (value === NOT_JSON) return notJson(line, column)
    body[column.name] = value
  }
  return { line, body, problems: [] }
}

function notJson(line: number, { name }: ColumnShape): SourceLine {
  return { line, body: undefined, problems: [{ field: name, problem: 'must be JSON' }] }
}
