// From a cell of CSV, which is text, to the JSON value that a body of the data API would have.
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import type { ColumnShape } from '#engine/shapes/shape.ts'
import { LIMITS } from '#platform/http/bodies/body-limits.ts'
import { parseJsonBody } from '#platform/http/bodies/json-body.ts'

const TRUE = /^(?:t|true|y|yes|on|1)$/i
const FALSE = /^(?:f|false|n|no|off|0)$/i

/** DATE_ORDERS are the orders in which a file may have day, month and year. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const

/** DateOrder is one of them. */
export type DateOrder = (typeof DATE_ORDERS)[number]

// What stands between the numbers says nothing of their order. A year of two digits is none.
const YEAR_LAST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)(.*)$/s
const YEAR_FIRST = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/s

/** NOT_JSON stands for a cell of a json column that is none. */
export const NOT_JSON: unique symbol = Symbol('not JSON')

/** cellValue returns the value of a cell. What does not fit the column stays text, which is refused like any other. */
export function cellValue(
  { data_type }: ColumnShape,
  cell: string | null,
  dates: DateOrder | undefined,
): unknown {
  if (cell === null) return null
  switch (TYPE_FACTS[data_type].family) {
    case 'boolean':
      return TRUE.test(cell) ? true : FALSE.test(cell) ? false : cell
    case 'json':
      return jsonValue(cell)
    case 'temporal':
      return dates === undefined || data_type === 'interval' ? cell : isoDate(cell.trim(), dates)
    default:
      return cell
  }
}

// What is written in another order than is said stays as it is, and is refused, unless it is of ISO 8601.
function isoDate(cell: string, dates: DateOrder): string {
  const [, first = '', , second = '', third = '', rest = ''] =
    (dates === 'ymd' ? YEAR_FIRST : YEAR_LAST).exec(cell) ?? []
  const [year, month, day] = {
    dmy: [third, second, first],
    mdy: [third, first, second],
    ymd: [first, second, third],
  }[dates] as [string, string, string]
  if (month === '' || Number(month) > 12) return cell
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}`
}

function jsonValue(cell: string): unknown {
  try {
    return parseJsonBody(Buffer.from(cell), LIMITS.server)
  } catch {
    return NOT_JSON
  }
}
