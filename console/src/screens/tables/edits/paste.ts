// What a paste would change, before it is written.
import type { Row, RowWrite } from '#api/data/rows.ts'
import type { Cells } from '#grid/clipboard.ts'
import { copiedText, type GridColumn } from '#grid/columns.ts'
import type { Area } from '#grid/selection.ts'
import { toValue, valueBefore } from '#screens/tables/rows/table-columns.ts'
import { type Edit, isSame } from './cell-writes.ts'

/** PastedRow is what a paste does to a row; without `row` it makes a new one. */
export interface PastedRow {
  readonly index: number
  readonly row: Row | undefined
  readonly cells: readonly { readonly column: string; readonly before: unknown; readonly after: unknown }[]
}

/** Refused is a text that its column does not take, and why. */
export interface Refused {
  readonly index: number
  readonly column: string
  readonly text: string
  readonly problem: string
}

/** Paste is all that would be written; what is refused stays as it is. */
export interface Paste {
  readonly rows: readonly PastedRow[]
  readonly refused: readonly Refused[]
  /** isIncomplete is whether it reaches rows that are not loaded. */
  readonly isIncomplete: boolean
}

/**
 * pasteOf returns what a table from the clipboard changes from the corner of an area on. One cell fills the whole area.
 * Rows behind the last one are new. Cells that cannot be written are passed over.
 */
export function pasteOf(
  table: Cells,
  area: Area,
  columns: readonly GridColumn[],
  rowCount: number,
  rowAt: (index: number) => Row | undefined,
): Paste {
  const single = table.length === 1 && table[0]?.length === 1
  const height = single ? area.bottom - area.top + 1 : table.length
  const rows: PastedRow[] = []
  const refused: Refused[] = []
  let isIncomplete = false
  for (let down = 0; down < height; down += 1) {
    const index = area.top + down
    const row = rowAt(index)
    if (row === undefined && index < rowCount) {
      isIncomplete = true
      break
    }
    const texts = single
      ? Array.from({ length: area.right - area.left + 1 }, () => table[0]?.[0] ?? null)
      : (table[down] ?? [])
    const cells = texts.flatMap((text, right) => {
      const column = columns[area.left + right]
      if (column === undefined || column.readOnly) return []
      const before = row && valueBefore(column, row)
      const problem = text === null ? undefined : column.check?.(text)
      if (text !== null && problem !== undefined) {
        refused.push({ index, column: column.name, text, problem })
        return []
      }
      const after = pasted(column, text)
      return after === undefined || (row !== undefined && isSame(before, after))
        ? []
        : [{ column: column.name, before, after }]
    })
    if (cells.length > 0) rows.push({ index, row, cells })
  }
  return { rows, refused, isIncomplete }
}

// What cannot be NULL is the text of nothing, or stays as it is.
function pasted(column: GridColumn, text: string | null): unknown {
  if (text !== null) return toValue(column, text)
  return column.nullable ? null : column.kind === 'text' ? '' : undefined
}

/** writesOf returns the writes of a paste. */
export function writesOf(table: string, { rows }: Paste): readonly RowWrite[] {
  return rows.map(({ row, cells }) => {
    const body = Object.fromEntries(cells.map(({ column, after }) => [column, after]))
    return row === undefined ? { method: 'POST', table, body } : { method: 'PATCH', table, id: row.id, body }
  })
}

/** editsOf returns the changes of a paste in rows that were there before. */
export function editsOf({ rows }: Paste): readonly Edit[] {
  return rows.flatMap(({ row, cells }) =>
    row === undefined ? [] : cells.map((cell) => ({ id: row.id, ...cell })),
  )
}

/** clearedIn returns the changes that make cells of an area NULL, where they can be. */
export function clearedIn(
  area: Area,
  columns: readonly GridColumn[],
  rowAt: (index: number) => Row | undefined,
): readonly Edit[] {
  const cleared = columns
    .slice(area.left, area.right + 1)
    .filter(({ readOnly, nullable }) => !readOnly && nullable)
  const edits: Edit[] = []
  for (let index = area.top; index <= area.bottom; index += 1) {
    const row = rowAt(index)
    if (row === undefined) continue
    for (const column of cleared) {
      const before = valueBefore(column, row)
      if (before !== null) edits.push({ id: row.id, column: column.name, before, after: null })
    }
  }
  return edits
}

/** copyOf returns the texts of an area's cells. */
export function copyOf(
  area: Area,
  columns: readonly GridColumn[],
  rowAt: (index: number) => Row | undefined,
): Cells {
  const names = columns.slice(area.left, area.right + 1).map(({ name }) => name)
  const rows: (string | null)[][] = []
  for (let index = area.top; index <= area.bottom; index += 1) {
    const row = rowAt(index)
    if (row !== undefined) rows.push(names.map((name) => copiedText(row[name])))
  }
  return rows
}
