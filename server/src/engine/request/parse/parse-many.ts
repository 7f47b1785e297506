// Reads the query string of a write of all rows that match: filters, and what is wanted of the rows.

import type { Condition } from '#engine/request/conditions.ts'
import { FilterError } from '#engine/request/operands.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { asksForDeleted } from './deleted-param.ts'
import { Budget, type Level, parseLevel, type QueryParams, RESERVED_PARAMS } from './parse-level.ts'

/** ManyRows says which rows a write concerns. */
export interface ManyRows {
  readonly params: QueryParams
  /** ids are those of the rows; what matches a filter must be among them. */
  readonly ids?: readonly string[] | undefined
  /** ways says how to choose rows, for the refusal of a write that chooses none. */
  readonly ways: string
}

/** parseMany reads the parameters, or throws a FilterError, also where no rows are chosen. */
export function parseMany(
  schema: SchemaShape,
  table: TableShape,
  { params, ids, ways }: ManyRows,
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
  const chosen = [...(ids === undefined ? [] : [among(table, ids)]), ...where]
  if (chosen.length > 0) return { where: chosen, selection }
  throw new FilterError(`Say which rows: ${ways}.`)
}

function among({ slug, columns }: TableShape, ids: readonly string[]): Condition {
  const column = columns.get('id')
  if (column?.data_type !== 'uuid') throw new FilterError(`ids: ${slug} has no column id of type uuid.`)
  return { kind: 'filter', column, operator: 'in', values: ids }
}
