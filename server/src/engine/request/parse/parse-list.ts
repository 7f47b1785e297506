// Reads the query string of a list or of one row into a Plan.

import { parseCursor } from '#engine/request/cursor.ts'
import { FilterError } from '#engine/request/operands.ts'
import type { CountPlan, GetPlan, ListPlan, Precision } from '#engine/request/plan.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { parseDeleted } from './deleted-param.ts'
import { Budget, parseLevel, type QueryParams, single } from './parse-level.ts'

/**
 * parseList reads the parameters, or throws a FilterError that says what is wrong with them. `access` is what must hold of
 * deleted rows where they are asked for.
 */
export function parseList(
  schema: SchemaShape,
  table: TableShape,
  params: QueryParams,
  access = 'false',
): ListPlan | CountPlan {
  const deleted = parseDeleted(table, params, access)
  const level = parseLevel(schema, table, params, new Budget())
  const count = single(params, 'count')
  if (count !== undefined) {
    if (!isPrecision(count)) throw new FilterError('count: is exact, planned or estimated.')
    return { kind: 'count', table, where: level.where, precision: count, deleted }
  }
  const cursor = single(params, 'cursor')
  const { selection, where, order, limit, offset } = level
  return {
    ...{ kind: 'list', table, selection, where, order, limit },
    offset: cursor === undefined ? offset : 0,
    cursor: cursor === undefined ? undefined : parseCursor(table, order, cursor),
    deleted,
  }
}

/** isPrecision reports whether a text says how to count. */
export function isPrecision(text: string | undefined): text is Precision {
  return text === 'exact' || text === 'planned' || text === 'estimated'
}

/** parseGet reads what of one row is wanted: `select`, and the parameters of related rows. Others are passed over. */
export function parseGet(schema: SchemaShape, table: TableShape, id: string, params: QueryParams): GetPlan {
  const related = Object.entries(params).filter(([name]) => name === 'select' || /^[^.>]+\./.test(name))
  const { selection, where } = parseLevel(schema, table, Object.fromEntries(related), new Budget())
  return { kind: 'get', table, selection, where, id }
}
