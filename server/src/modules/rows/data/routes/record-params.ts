// The query string of records as that of the data API: a parameter is the value that a column must have, and
// `where=(…)` holds conditions in the grammar of `and=(…)`.
import { FilterError } from '#engine/request/operands.ts'
import { type QueryParams, RESERVED_PARAMS } from '#engine/request/parse/parse-level.ts'
import type { TableShape } from '#engine/shapes/shape.ts'

/** dataParams rewrites the query string of a request about a table's records, or throws a FilterError. */
export function dataParams(table: TableShape, query: QueryParams): QueryParams {
  const params = new Map<string, string | readonly string[]>()
  for (const [name, value] of Object.entries(query)) {
    if (isPlain(table, name)) {
      params.set(name, value)
      continue
    }
    for (const text of [value].flat()) {
      const [key, filter] = filterOf(table, name, text)
      params.set(key, [params.get(key) ?? [], filter].flat())
    }
  }
  return Object.fromEntries(params)
}

// What means here what it means in the data API: parameters that are not filters, also those of related rows. A column
// that is called `deleted` comes first, since its values stand alone here.
function isPlain({ columns }: TableShape, name: string): boolean {
  if (name === 'deleted') return !columns.has(name)
  return RESERVED_PARAMS.has(name.includes('->') ? name : lastName(name))
}

function filterOf({ columns }: TableShape, name: string, text: string): readonly [string, string] {
  if (name.includes('->') || lastName(name) !== 'where') return [name, `eq.${text}`]
  if (text.startsWith('(')) return [`${name.slice(0, -'where'.length)}and`, text]
  if (columns.has(name)) return [name, `eq.${text}`]
  throw new FilterError(`${name}: conditions stand in parentheses, as (price.lt.100,or(a.eq.1,b.is.null)).`)
}

function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
