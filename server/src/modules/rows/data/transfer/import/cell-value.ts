// From a cell of a file to the JSON value that a body of the data API would have.
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import type { ColumnShape } from '#engine/shapes/shape.ts'
import { type DateOrder, isoDate } from '#platform/csv/date-order.ts'
import { LIMITS } from '#platform/http/bodies/body-limits.ts'
import { parseJsonBody } from '#platform/http/bodies/json-body.ts'

const TRUE = /^(?:t|true|y|yes|on|1)$/i
const FALSE = /^(?:f|false|n|no|off|0)$/i

/** NOT_JSON stands for a cell of a json column that is none. */
export const NOT_JSON: unique symbol = Symbol('not JSON')

/** cellValue returns the value of a cell. What does not fit the column stays text, which is refused like any other. */
export function cellValue(column: ColumnShape, cell: string | null, dates: DateOrder | undefined): unknown {
  if (cell === null) return null
  switch (TYPE_FACTS[column.data_type].family) {
    case 'boolean':
      return TRUE.test(cell) ? true : FALSE.test(cell) ? false : cell
    case 'json':
      return jsonValue(cell)
    case 'temporal':
      return dateValue(column, cell, dates)
    default:
      return cell
  }
}

/** dateValue returns a date, or a time with its date, in the order of ISO 8601; anything else as it is. */
export function dateValue({ data_type }: ColumnShape, value: unknown, dates: DateOrder | undefined): unknown {
  const isDate = data_type === 'date' || data_type === 'timestamp'
  return dates !== undefined && isDate && typeof value === 'string' ? isoDate(value.trim(), dates) : value
}

function jsonValue(cell: string): unknown {
  try {
    return parseJsonBody(Buffer.from(cell), LIMITS.server)
  } catch {
    return NOT_JSON
  }
}
