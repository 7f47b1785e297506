// Reads the query string of a write of all rows that match: filters, and what is wanted of the rows.

import { FilterError } from '#engine/request/operands.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { asksForDeleted } from './deleted-param.ts'
import { Budget, type Level, parseLevel, type QueryParams, RESERVED_PARAMS } from './parse-level.ts'

/** parseMany reads the parameters, or throws a FilterError, also where there is no filter. */
export function parseMany(
  schema: SchemaShape,
  table: TableShape,
  params: QueryParams,
): Pick<Level, 'where' | 'selection'> {
  for (const name of RESERVED_PARAMS) {
    if (name === 'select' || params[name] === undefined) continue
    throw new FilterError(
      `${name}: a write concerns all rows that match. Bound their number with Prefer: max-affected=10.`,
    )
  }
  if (asksForDeleted(params))
    throw new FilterError(
      'deleted: deleted rows cannot be written; POST …/{id}/restore makes one live again.',
    )
  const { where, selection } = parseLevel(schema, table, params, new Budget())
  if (where.length > 0) return { where, selection }
  throw new FilterError(
    `Say which rows: one by its id, as /data/${table.slug}/{id}, or those that match a filter, as ` +
      `/data/${table.slug}?created_at=lt.2026-01-31. For all rows, the filter is id=is.not.null.`,
  )
}
