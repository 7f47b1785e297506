// Reads the query string of a list or of one row (spec 4.2) into a Plan.

import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { isUuid } from '#engine/shapes/uuid.ts'
import { FilterError } from './operands.ts'
import { Budget, parseLevel, type QueryParams, single } from './parse-level.ts'
import type { CountPlan, GetPlan, ListPlan, Order } from './plan.ts'

/** parseList reads the parameters, or throws a FilterError that says what is wrong with them. */
export function parseList(schema: SchemaShape, table: TableShape, params: QueryParams): ListPlan | CountPlan {
  const level = parseLevel(schema, table, params, new Budget())
  const count = single(params, 'count')
  if (count !== undefined) {
    if (count !== 'exact') throw new FilterError('count: the only value is exact.')
    return { kind: 'count', table, where: level.where }
  }
  const cursor = single(params, 'cursor')
  if (cursor !== undefined) checkCursor(table, cursor, level.order)
  const { selection, where, order, limit, offset } = level
  return {
    ...{ kind: 'list', table, selection, where, order, limit },
    offset: cursor === undefined ? offset : 0,
    cursor: cursor?.toLowerCase(),
  }
}

/** parseGet reads what of one row is wanted: `select`, and the parameters of related rows. Others are passed over. */
export function parseGet(schema: SchemaShape, table: TableShape, id: string, params: QueryParams): GetPlan {
  const related = Object.entries(params).filter(([name]) => name === 'select' || /^[^.>]+\./.test(name))
  const { selection, where } = parseLevel(schema, table, Object.fromEntries(related), new Budget())
  return { kind: 'get', table, selection, where, id }
}

/**
 * isKeyset reports whether rows stand in an order that a cursor can go on from. In a view several rows may have one id, and
 * a cursor would skip some of them.
 */
export function isKeyset({ is_view }: TableShape, [first, second, ...rest]: readonly Order[]): boolean {
  if (is_view === true || first?.via !== undefined) return false
  const keyset = first?.column.name === 'created_at' && second?.column.name === 'id' && rest.length === 0
  return keyset && first.direction === second.direction
}

/** checkCursor refuses what cannot be a cursor, and orders that none goes with. */
export function checkCursor(table: TableShape, cursor: string, order: readonly Order[]): void {
  if (table.is_view === true)
    throw new FilterError(`cursor: ${table.slug} is a view; go through its pages with offset.`)
  if (!isUuid(cursor)) throw new FilterError('cursor: must be the id of a row.')
  if (!isKeyset(table, order))
    throw new FilterError('cursor: works only with ordering by created_at; use offset with any other order.')
}
