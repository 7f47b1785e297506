// Cursors: places in an order, at which a page begins or ends. A token holds what the order's operands are at that place, so
// that it outlives the row there; whoever got it has seen that row, and could write the same values as filters. So it is
// not signed: only its form is checked, and that it was made for this table and order.
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { isUuid } from '#engine/shapes/uuid.ts'
import { fromText, isProblem } from '#engine/shapes/values.ts'
import type { Filter } from './conditions.ts'
import { isNewestOrOldest, keysetOf } from './keyset.ts'
import { FilterError } from './operands.ts'
import type { Cursor, ListPlan, Order, Side } from './plan.ts'

/** MAX_CURSOR is how long a token may be: it stands in addresses and headers. */
export const MAX_CURSOR = 4096

/** MAX_PLACE is how long the JSON of a place may be, so that its token is not too long. */
export const MAX_PLACE = 3000

/** isBackward reports whether a page is read from its end. */
export function isBackward(cursor: Cursor | undefined): boolean {
  return cursor?.side === 'before' || cursor?.side === 'until'
}

/** isInclusive reports whether the row at a cursor's place is among those it wants. */
export function isInclusive({ side }: Cursor): boolean {
  return side === 'from' || side === 'until'
}

/** cursorToken writes the cursor of a place, which is a JSON array of texts and nulls; undefined where it is too long. */
export function cursorToken(
  table: TableShape,
  order: readonly Order[],
  side: Side,
  place: string,
): string | undefined {
  if (place.length > MAX_PLACE) return undefined
  const token = Buffer.from(`["${side}","${printOf(table, order)}",${place.slice(1)}`).toString('base64url')
  return token.length > MAX_CURSOR ? undefined : token
}

/** parseCursor reads a token, or the id of a row, and refuses what does not belong to this table and order. */
export function parseCursor(table: TableShape, order: readonly Order[], token: string): Cursor {
  if (table.is_view === true)
    throw new FilterError(`cursor: ${table.slug} is a view; go through its pages with offset.`)
  if (isUuid(token)) {
    if (!isNewestOrOldest(order) || keysetOf(table, order) === undefined)
      throw new FilterError(
        'cursor: the id of a row works only with ordering by created_at; with any other order, take the cursor from X-Next-Cursor.',
      )
    return { side: 'after', place: { id: token.toLowerCase() } }
  }
  const keys = keysetOf(table, order)
  if (keys === undefined)
    throw new FilterError('cursor: no cursor goes with so many columns to sort by; use offset.')
  const [side, print, ...values] = read(token)
  if (!isSide(side) || !values.every(isPlaced))
    throw new FilterError('cursor: must be the id of a row, or what X-Next-Cursor or X-Prev-Cursor said.')
  if (print !== printOf(table, order) || values.length !== keys.length)
    throw new FilterError(
      'cursor: was made for another table or another order; begin again without a cursor.',
    )
  const bad = keys.some(({ column }, index) => isBad(column, values[index] ?? null))
  if (bad) throw new FilterError('cursor: holds values that its columns cannot have.')
  return { side, place: { values } }
}

/** comparedWith returns what a cursor compares the columns of its order with, as filters. */
export function comparedWith({ table, order, cursor }: ListPlan): Filter[] {
  if (cursor === undefined || 'id' in cursor.place) return []
  const { values } = cursor.place
  return (keysetOf(table, order) ?? []).flatMap(({ column }, index) => {
    const value = values[index]
    if (typeof value !== 'string') return []
    return [{ kind: 'filter', column: { ...column, name: 'cursor' }, operator: 'eq', value }]
  })
}

// Numbers are PostgreSQL's to judge: it may have written some that no filter takes.
function isBad(column: ColumnShape, value: string | null): boolean {
  return (
    value !== null && TYPE_FACTS[column.data_type].family !== 'number' && isProblem(fromText(column, value))
  )
}

function read(token: string): readonly unknown[] {
  if (token.length > MAX_CURSOR || !/^[\w-]+$/.test(token)) return []
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

const SIDES: ReadonlySet<unknown> = new Set<Side>(['after', 'before', 'from', 'until'])

function isSide(side: unknown): side is Side {
  return SIDES.has(side)
}

function isPlaced(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && !value.includes('\0'))
}

// Values of other operands would be compared with the wrong columns, or not at all. A checksum does: it keeps mistakes off,
// not attackers, who gain nothing here.
function printOf(table: TableShape, order: readonly Order[]): string {
  const parts = order.map(({ column, path, via, direction, nulls }) =>
    [
      via?.relation.link,
      via?.table.id,
      path?.source.name,
      column.name,
      column.data_type,
      direction,
      nulls,
    ].join(),
  )
  return checksum([table.id, ...parts].join(' '))
}

// FNV-1a, 32 bits.
function checksum(text: string): string {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return (sum >>> 0).toString(36)
}
