// Which cell is active and which are selected, as in a spreadsheet.

/** Place is a cell: the index of its row among all rows and that of its column among those shown. */
export interface Place {
  readonly row: number
  readonly column: number
}

/** Selection is a rectangle between two cells, of which `active` takes what is typed. */
export interface Selection {
  readonly active: Place
  readonly anchor: Place
}

/** Bounds are how many rows and columns there are, and how many rows a page of the viewport has. */
export interface Bounds {
  readonly rows: number
  readonly columns: number
  readonly page: number
}

/** Area is the rows and columns of a selection, all inclusive. */
export interface Area {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** selectionAt selects one cell. */
export function selectionAt(place: Place): Selection {
  return { active: place, anchor: place }
}

/** areaOf returns the rectangle of a selection. */
export function areaOf({ active, anchor }: Selection): Area {
  return {
    top: Math.min(active.row, anchor.row),
    bottom: Math.max(active.row, anchor.row),
    left: Math.min(active.column, anchor.column),
    right: Math.max(active.column, anchor.column),
  }
}

/** contains reports whether a cell is in an area. */
export function contains({ top, bottom, left, right }: Area, { row, column }: Place): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

/** within keeps a selection inside of the rows and columns that there are. */
export function within(selection: Selection, bounds: Bounds): Selection {
  return { active: clamp(selection.active, bounds), anchor: clamp(selection.anchor, bounds) }
}

interface Key {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** moved returns the selection after a key that moves or selects, or undefined for all other keys. */
export function moved(selection: Selection, event: Key, bounds: Bounds): Selection | undefined {
  const far = event.ctrlKey || event.metaKey
  const { row, column } = selection.active
  const [lastRow, lastColumn] = [bounds.rows - 1, bounds.columns - 1]
  const rows = (first: number, last: number): Selection => ({
    active: { row: first, column: 0 },
    anchor: { row: last, column: lastColumn },
  })
  if (far && event.key.toLowerCase() === 'a') return rows(0, lastRow)
  if (event.key === ' ' && event.shiftKey) return rows(areaOf(selection).top, areaOf(selection).bottom)
  const target = ((): Place | undefined => {
    switch (event.key) {
      case 'ArrowUp':
        return { row: far ? 0 : row - 1, column }
      case 'ArrowDown':
        return { row: far ? lastRow : row + 1, column }
      case 'ArrowLeft':
        return { row, column: far ? 0 : column - 1 }
      case 'ArrowRight':
        return { row, column: far ? lastColumn : column + 1 }
      case 'Home':
        return { row: far ? 0 : row, column: 0 }
      case 'End':
        return { row: far ? lastRow : row, column: lastColumn }
      case 'PageUp':
        return { row: row - bounds.page, column }
      case 'PageDown':
        return { row: row + bounds.page, column }
      default:
        return undefined
    }
  })()
  if (target === undefined) return undefined
  const active = clamp(target, bounds)
  return event.shiftKey ? { active, anchor: selection.anchor } : selectionAt(active)
}

/** tabbed returns the cell beside the active one, or undefined at the end of the row, where Tab leaves the grid. */
export function tabbed({ active }: Selection, back: boolean, bounds: Bounds): Selection | undefined {
  const column = active.column + (back ? -1 : 1)
  return column < 0 || column >= bounds.columns ? undefined : selectionAt({ row: active.row, column })
}

function clamp({ row, column }: Place, { rows, columns }: Bounds): Place {
  return { row: between(row, rows), column: between(column, columns) }
}

function between(value: number, count: number): number {
  return Math.max(0, Math.min(value, count - 1))
}
