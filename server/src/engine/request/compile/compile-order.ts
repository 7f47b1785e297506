// Orders as SQL.

import { nullsOf } from '#engine/request/keyset.ts'
import type { Order } from '#engine/request/plan.ts'
import { operandText } from './compile-operand.ts'
import { relatedJoin } from './compile-where.ts'
import type { SqlWriter } from './sql-writer.ts'

/** Sorting is what an order sorts by, and the joins that this takes. */
export interface Sorting {
  readonly joins: string
  readonly texts: readonly string[]
}

/**
 * sortingOf writes the operands of an order of the rows `at`. An order by related rows joins them. A relation to one has one
 * row at most, so no row comes twice; a subquery would look each up by itself, where a join may read them all at once.
 */
export function sortingOf(at: string, order: readonly Order[], writer: SqlWriter): Sorting {
  const ways = new Set(order.flatMap(({ via }) => via ?? []))
  const names = new Map([...ways].map((via) => [via, writer.table()]))
  const joins = [...names].map(([via, name]) => relatedJoin(name, at, via, writer)).join('')
  const texts = order.map((one) => operandText((one.via && names.get(one.via)) ?? at, one, writer))
  return { joins, texts }
}

/** orderBy writes ` order by …`, or nothing. */
export function orderBy(at: string, order: readonly Order[], writer: SqlWriter): string {
  return orderClause(
    order,
    order.map((one) => operandText(at, one, writer)),
  )
}

/** orderClause writes ` order by …` of an order whose operands are written already. */
export function orderClause(order: readonly Order[], texts: readonly string[]): string {
  const items = order.map((one, index) => `${texts[index]} ${one.direction}${nullsText(one)}`)
  return items.length === 0 ? '' : ` order by ${items.join(', ')}`
}

// No index would fit an order of nulls that it does not have itself, be there any or not.
function nullsText(order: Order): string {
  const { direction, nulls } = order
  const isDefault = nulls === undefined || nulls === (direction === 'asc' ? 'last' : 'first')
  return isDefault || nullsOf(order) === undefined ? '' : ` nulls ${nulls}`
}
