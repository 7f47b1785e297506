// Which orders a cursor can go on from, and by which of their operands.
import type { TableShape } from '#engine/shapes/shape.ts'
import type { Order } from './plan.ts'

// Each operand adds a search of its own to the statement that goes on from a cursor.
const MAX_KEYS = 10

/**
 * keysetOf returns the operands that place a row in an order, up to the id, which no two rows share; undefined where a
 * cursor cannot go on from a row. In a view several rows may have one id, and a cursor would skip some of them.
 */
export function keysetOf(table: TableShape, order: readonly Order[]): readonly Order[] | undefined {
  if (!hasRowId(table)) return undefined
  const end = order.findIndex(isRowId)
  return end < 0 || end >= MAX_KEYS ? undefined : order.slice(0, end + 1)
}

/** hasRowId reports whether the id names one row of a table. */
export function hasRowId({ is_view, columns }: TableShape): boolean {
  return is_view !== true && columns.get('id')?.data_type === 'uuid'
}

/** isNewestOrOldest reports whether rows stand in (created_at, id) order, where a row's own id is a cursor. */
export function isNewestOrOldest([first, second]: readonly Order[]): boolean {
  const made = first?.via === undefined && first?.column.name === 'created_at' && first.path === undefined
  return made && second !== undefined && isRowId(second) && first.direction === second.direction
}

function isRowId({ column, path, via }: Order): boolean {
  return column.name === 'id' && path === undefined && via === undefined
}

/** nullsOf returns on which side of all values the rows without one stand; undefined where there are none. */
export function nullsOf({ column, via, direction, nulls }: Order): 'first' | 'last' | undefined {
  if (column.required && via === undefined) return undefined
  return nulls ?? (direction === 'asc' ? 'last' : 'first')
}

/** reversed returns an order the other way round. */
export function reversed(order: readonly Order[]): Order[] {
  return order.map((one) => ({
    ...one,
    direction: one.direction === 'asc' ? 'desc' : 'asc',
    ...(one.nulls === undefined ? {} : { nulls: one.nulls === 'first' ? 'last' : 'first' }),
  }))
}
