// Where the pages before and behind a page begin.
import { cursorToken, isBackward, isInclusive } from '#engine/request/cursor.ts'
import type { ListPlan, Side } from '#engine/request/plan.ts'
import type { StatementResult } from '#platform/db/connections/packet.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

/** PageCursor is the cursor of another page. */
export interface PageCursor {
  readonly cursor: string
}

/** Neighbours are the pages on either side of a page, as far as there may be any. */
export interface Neighbours {
  /** next begins at an offset where the order has no cursors. */
  readonly next?: PageCursor | { readonly offset: number } | undefined
  readonly previous?: PageCursor | undefined
}

/** neighboursOf reads them from the result of a list. */
export function neighboursOf(plan: ListPlan, result: StatementResult | undefined): Neighbours {
  const [, count, first, last] = result?.rows[0] ?? []
  if (Number(count) === 0) return wayBack(plan)
  const [next, previous] = [cursorOf(plan, 'after', last), cursorOf(plan, 'before', first)]
  const { cursor, offset, limit } = plan
  if (cursor === undefined && next === undefined && Number(count) === limit)
    return { next: { offset: offset + limit }, previous }
  const isCut = isBackward(cursor) ? first && !previous : last && !next
  if (isCut)
    throw invalidInput(
      'cursor: the rows here are sorted by texts that are too long for a cursor; use offset, or another order.',
    )
  return { next, previous }
}

function cursorOf(plan: ListPlan, side: Side, place: string | null | undefined): PageCursor | undefined {
  const cursor = place ? cursorToken(plan.table, plan.order, side, place) : undefined
  return cursor === undefined ? undefined : { cursor }
}

// Whoever went past the last row, or before the first, gets back to the row that the cursor was taken from.
function wayBack(plan: ListPlan): Neighbours {
  const { cursor } = plan
  if (cursor === undefined || 'id' in cursor.place || isInclusive(cursor)) return {}
  const place = JSON.stringify(cursor.place.values)
  return isBackward(cursor)
    ? { next: cursorOf(plan, 'from', place) }
    : { previous: cursorOf(plan, 'until', place) }
}
