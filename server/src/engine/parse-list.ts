// Reads the query string of a list (spec 4.2) into a Plan.
import { type Filter, FilterError, parseFilter } from '#engine/filters.ts'
import type { CountPlan, ListPlan, Order } from '#engine/plan.ts'
import type { ColumnShape, TableShape } from '#engine/shape.ts'

/** QueryParams is a query string: a parameter that is given several times has an array. */
export type QueryParams = Readonly<Record<string, string | readonly string[]>>

/** RESERVED_PARAMS are the parameters that are not filters; no column may have such a name. */
export const RESERVED_PARAMS: ReadonlySet<string> = new Set([
  'select',
  'order',
  'limit',
  'offset',
  'cursor',
  'count',
  'on_conflict',
])

/** LIST_LIMITS are the specification's section 8. */
export const LIST_LIMITS = { default: 50, max: 200 } as const

const MAX_OFFSET = 10_000_000
const MAX_FILTERS = 50
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** parseList reads the parameters, or throws a FilterError with all that is wrong with them in one sentence each. */
export function parseList(table: TableShape, params: QueryParams): ListPlan | CountPlan {
  const filters = parseFilters(table, params)
  const count = single(params, 'count')
  if (count !== undefined) {
    if (count !== 'exact') throw new FilterError('count: the only value is exact.')
    return { kind: 'count', table, filters }
  }
  const cursor = single(params, 'cursor')
  const order = parseOrder(table, single(params, 'order'))
  if (cursor !== undefined) checkCursor(cursor, order)
  return {
    kind: 'list',
    table,
    columns: parseSelect(table, single(params, 'select')),
    filters,
    order,
    limit: wholeNumber('limit', single(params, 'limit'), LIST_LIMITS.default, 1, LIST_LIMITS.max),
    offset: cursor === undefined ? wholeNumber('offset', single(params, 'offset'), 0, 0, MAX_OFFSET) : 0,
    cursor: cursor?.toLowerCase(),
  }
}

/** parseSelect reads `select`: unknown columns are ignored (spec 4.2), and nothing known means all. */
export function parseSelect(table: TableShape, text: string | undefined): readonly ColumnShape[] | undefined {
  if (text === undefined) return undefined
  const known = [...new Set(text.split(',').map((name) => name.trim()))]
    .map((name) => table.columns.get(name))
    .filter((column) => column !== undefined)
  return known.length === 0 ? undefined : known
}

function parseFilters(table: TableShape, params: QueryParams): Filter[] {
  const filters: Filter[] = []
  for (const [name, value] of Object.entries(params)) {
    if (RESERVED_PARAMS.has(name)) continue
    const column = findColumn(table, name)
    for (const text of typeof value === 'string' ? [value] : value) filters.push(parseFilter(column, text))
  }
  if (filters.length > MAX_FILTERS) throw new FilterError(`A request takes at most ${MAX_FILTERS} filters.`)
  return filters
}

// The id stands last, so that rows with equal values keep one order from page to page.
function parseOrder(table: TableShape, text: string | undefined): Order[] {
  const order =
    text === undefined || text === '' ? [] : text.split(',').map((item) => parseOrderItem(table, item.trim()))
  if (order.length === 0) order.push(...createdAt(table))
  const id = table.columns.get('id')
  if (id !== undefined && !order.some(({ column }) => column.name === 'id')) {
    order.push({ column: id, direction: order[0]?.direction ?? 'asc' })
  }
  return order
}

function parseOrderItem(table: TableShape, item: string): Order {
  const dot = item.lastIndexOf('.')
  const name = dot < 0 ? item : item.slice(0, dot)
  const direction = dot < 0 ? 'asc' : item.slice(dot + 1)
  if (name === '' || (direction !== 'asc' && direction !== 'desc'))
    throw new FilterError(`order: ${item.slice(0, 80)} is not column.asc or column.desc.`)
  const column = findColumn(table, name)
  if (column.data_type === 'json') throw new FilterError(`order: a json column such as ${name} has no order.`)
  return { column, direction }
}

// Newest first, where the table knows when its rows were made.
function createdAt(table: TableShape): Order[] {
  const column = table.columns.get('created_at')
  return column === undefined ? [] : [{ column, direction: 'desc' }]
}

function checkCursor(cursor: string, order: readonly Order[]): void {
  if (!UUID.test(cursor)) throw new FilterError('cursor: must be the id of a row.')
  const [first, second, ...rest] = order
  const keyset = first?.column.name === 'created_at' && second?.column.name === 'id' && rest.length === 0
  if (!keyset || first.direction !== second.direction) {
    throw new FilterError('cursor: works only with ordering by created_at; use offset with any other order.')
  }
}

function findColumn(table: TableShape, name: string): ColumnShape {
  const column = table.columns.get(name)
  if (column === undefined)
    throw new FilterError(`The table ${table.slug} has no column ${name.slice(0, 63)}.`)
  return column
}

function single(params: QueryParams, name: string): string | undefined {
  const value = params[name]
  if (value === undefined || typeof value === 'string') return value
  throw new FilterError(`${name}: may be given only once.`)
}

function wholeNumber(
  name: string,
  text: string | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value < least || value > most) {
    throw new FilterError(`${name}: must be a whole number between ${least} and ${most}.`)
  }
  return value
}
