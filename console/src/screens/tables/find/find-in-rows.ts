// Where a text stands in rows that are loaded.
import type { Row } from '#api/data/rows.ts'
import { type GridColumn, textOf } from '#grid/columns.ts'
import type { Place } from '#grid/selection.ts'

const MOST_MATCHES = 1000

/** Found are the first 1,000 cells that hold a text, from the first row on, and how many rows were searched. */
export interface Found {
  readonly places: readonly Place[]
  readonly rows: number
  /** has reports whether a cell, by its row's id and the name of its column, is among them. */
  has(id: string, column: string): boolean
}

/** LabelOf returns the text that is shown for a value in its place, or undefined. */
export type LabelOf = (column: GridColumn, value: unknown) => string | undefined

/** findInRows looks for a text in the values of cells and in what is shown for them, in capitals or not. */
export function findInRows(
  text: string,
  loaded: readonly (readonly [index: number, row: Row])[],
  columns: readonly GridColumn[],
  labelOf: LabelOf,
): Found {
  const part = text.trim().toLowerCase()
  const places: Place[] = []
  const keys = new Set<string>()
  for (const [index, row] of part === '' ? [] : loaded)
    for (const [at, column] of columns.entries()) {
      const value = row[column.name]
      const isMatch = [textOf(value), labelOf(column, value) ?? ''].some((one) =>
        one.toLowerCase().includes(part),
      )
      if (!isMatch || places.length === MOST_MATCHES) continue
      places.push({ row: index, column: at })
      keys.add(`${row.id} ${column.name}`)
    }
  return { places, rows: loaded.length, has: (id, column) => keys.has(`${id} ${column}`) }
}

/** nextOf returns the match behind a cell, or with `back` the one before it; behind the last one comes the first. */
export function nextOf(places: readonly Place[], { row, column }: Place, back: boolean): Place | undefined {
  const isBehind = (one: Place) => one.row > row || (one.row === row && one.column > column)
  const isBefore = (one: Place) => one.row < row || (one.row === row && one.column < column)
  return back ? (places.findLast(isBefore) ?? places.at(-1)) : (places.find(isBehind) ?? places[0])
}
