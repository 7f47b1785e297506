// Rows that name different columns go in different statements, so that what a row leaves out gets its default. Where a row may be
// there already, their order counts: it must not be written twice, and of two new ones the earlier stays.
import type { Conflict } from '#engine/request/plan.ts'
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import type { ColumnShape } from '#engine/shapes/shape.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import type { RowInput } from './row-input.ts'

/** groupRows returns the places of the rows of each statement, in their order; it throws 400 where a merge writes a row twice. */
export function groupRows(rows: readonly RowInput[], conflict: Conflict | undefined): readonly number[][] {
  if (conflict === undefined)
    return [...Map.groupBy(rows.keys(), (place) => shapeOf(rows[place] as RowInput)).values()]
  const groups: number[][] = []
  const latest = new Map<string, number>()
  const written = new Map<string, number>()
  // No row may go before one that might be the same.
  let least = 0
  for (const [place, row] of rows.entries()) {
    const key = keyOf(row, conflict.columns)
    const before = key === undefined ? groups.length - 1 : (written.get(key) ?? 0)
    if (key !== undefined && written.has(key) && conflict.resolution === 'merge')
      throw invalidInput('The request writes the same row twice.')
    const shape = shapeOf(row)
    const known = latest.get(shape)
    const at = known === undefined || known < Math.max(least, before) ? groups.push([]) - 1 : known
    groups[at]?.push(place)
    latest.set(shape, at)
    if (key === undefined) least = at
    else written.set(key, at)
  }
  return groups
}

function shapeOf(row: RowInput): string {
  return JSON.stringify(row.columns.map((column) => column.name).sort())
}

// Undefined where only PostgreSQL knows whether two are equal, such as 1.0 and 1, or where a default is still to come.
function keyOf({ columns, values }: RowInput, of: readonly ColumnShape[]): string | undefined {
  const parts = of.map((column) => {
    const at = columns.findIndex(({ name }) => name === column.name)
    return isComparable(column) ? values[at] : undefined
  })
  return parts.some((part) => part === undefined || part === null) ? undefined : JSON.stringify(parts)
}

function isComparable({ data_type }: ColumnShape): boolean {
  return COMPARABLE.has(TYPE_FACTS[data_type].family) && data_type !== 'char'
}

const COMPARABLE: ReadonlySet<string> = new Set(['text', 'uuid', 'integer', 'boolean'])
