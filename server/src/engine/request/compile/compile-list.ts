// Lists as SQL. Deep pages choose the ids of their rows first, from an index where one has all that is asked for, and read
// only the rows of the page: of a row that an offset skips, nothing else is needed.

import { isBackward, isInclusive, MAX_PLACE } from '#engine/request/cursor.ts'
import { hasRowId, keysetOf, nullsOf, reversed } from '#engine/request/keyset.ts'
import type { Cursor, ListPlan, Order } from '#engine/request/plan.ts'
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { qualify } from '#engine/shapes/identifiers.ts'
import { rowsBehind } from './compile-keyset.ts'
import { orderClause, sortingOf } from './compile-order.ts'
import { pageOf, rowText } from './compile-read.ts'
import { conditionTexts, wantedRows } from './compile-where.ts'
import { type CompiledStatement, SqlWriter } from './sql-writer.ts'

/** MAX_LIST_BYTES is how long the JSON of a list may be: rows have no bound of their own. */
export const MAX_LIST_BYTES = 64 * 1024 * 1024

/** DEEP is the offset from which choosing ids first saves more than it costs. */
export const DEEP = 1000

/** compileList writes a list. */
export function compileList(plan: ListPlan): CompiledStatement {
  const writer = new SqlWriter()
  const { table, cursor, limit, offset } = plan
  const relation = qualify(table.schema, table.slug)
  const wanted = [...wantedRows('t$', table, plan.deleted), ...conditionTexts('t$', plan.where, writer)]
  const { joins, texts } = sortingOf('t$', plan.order, writer)
  const backward = isBackward(cursor)
  const order = backward ? reversed(plan.order) : plan.order
  const ranges = cursor === undefined ? [] : rangesOf(cursor, plan, order, texts, writer)
  const rows = (range: readonly string[]) => {
    const conditions = [...wanted, ...range]
    const filter = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
    return `from ${relation} t$${joins}${filter}${orderClause(order, texts)}`
  }
  const page = pageOf(plan, writer)
  const late = backward || ranges.length > 1 || (offset >= DEEP && hasRowId(table))
  const parts = ranges.length === 0 ? [[]] : ranges.map((range) => [range])
  const source = late
    ? `from (${chain(
        parts.map((range) => `select t$.id ${rows(range)} ${page}`),
        limit,
      )}) k$ ` + `join ${relation} t$ on t$.id = k$.id${joins}${orderClause(plan.order, texts)}`
    : `${rows(ranges)} ${page}`
  const keys = keysetOf(table, plan.order) ?? []
  const shown = [
    `${rowText('t$', plan.selection, writer)} as j`,
    ...keys.map((key, index) => `${placeText(key, String(texts[index]))} as k${index}`),
  ]
  const listed = `'[' || coalesce(string_agg(row_to_json(p.j)::text, ','), '') || ']' as rows`
  const ends = endsOf(plan, keys.length)
  const whole = `select ${listed}, count(*) as count, ${ends} from (select ${shown.join(', ')} ${source}) p`
  const fitting = `case when octet_length(l.rows) <= ${MAX_LIST_BYTES} then l.rows end`
  return writer.statement(
    `select ${fitting}, l.count, l.first, l.last, ${knownText(plan, writer)} from (${whole}) l`,
  )
}

// What a page by cursor is read from: ranges of rows, one behind the other.
function rangesOf(
  cursor: Cursor,
  { table }: ListPlan,
  order: readonly Order[],
  texts: readonly string[],
  writer: SqlWriter,
): string[] {
  const keys = keysetOf(table, order) ?? []
  const at = placeOf(cursor, table, writer)
  const placed = keys.map((key, index) => ({
    ...{ text: String(texts[index]), direction: key.direction, nulls: nullsOf(key) },
    at: at[index] ?? null,
  }))
  const ranges = rowsBehind(placed, isInclusive(cursor))
  return ranges.length === 0 ? ['false'] : ranges
}

function placeOf({ place }: Cursor, { schema, slug }: ListPlan['table'], writer: SqlWriter) {
  if ('values' in place) return place.values.map((value) => (value === null ? null : writer.add(value)))
  const id = writer.once(place.id, 'uuid')
  return [`(select c$.created_at from ${qualify(schema, slug)} c$ where c$.id = ${id})`, id]
}

function knownText({ table, cursor }: ListPlan, writer: SqlWriter): string {
  if (cursor === undefined || 'values' in cursor.place) return 'true'
  const id = writer.once(cursor.place.id, 'uuid')
  return `exists (select from ${qualify(table.schema, table.slug)} c$ where c$.id = ${id})`
}

// Each part is read only where those before it have not filled the page. The inner limit is what the planner goes by.
function chain(parts: readonly string[], limit: number): string {
  const [only, second] = parts
  if (second === undefined) return String(only)
  const names = parts.map((_, index) => `s${index}$`)
  const tables = parts.map((part, index) => {
    const left = names.slice(0, index).map((name) => ` - (select count(*) from ${name})`)
    const rest = index === 0 ? part : `select x$.id from (${part}) x$ limit ${limit}${left.join('')}`
    return `${names[index]} as materialized (${rest})`
  })
  return `with ${tables.join(', ')} ${names.map((name) => `select id from ${name}`).join(' union all ')}`
}

// A place is kept only where it is short, so no more of a long text is gathered.
function placeText({ column, path }: Order, text: string): string {
  const isText = path !== undefined || TYPE_FACTS[column.data_type].family === 'text'
  return isText ? `left(${text}::text, ${MAX_PLACE})` : text
}

// The places of the first and of the last row, where there may be rows on that side of the page.
function endsOf({ cursor, limit, offset }: ListPlan, keys: number): string {
  if (keys === 0) return 'null as first, null as last'
  const place = (row: string) => {
    const values = Array.from({ length: keys }, (_, index) => `(array_agg(p.k${index}))[${row}]::text`)
    return `json_build_array(${values.join(', ')})::text`
  }
  const full = `count(*) = ${limit}`
  const backward = isBackward(cursor)
  const first = `case when ${backward ? full : 'count(*) > 0'} then ${place('1')} end`
  const last = `case when ${backward ? 'count(*) > 0' : full} then ${place('count(*)')} end`
  return `${cursor === undefined && offset === 0 ? 'null' : first} as first, ${last} as last`
}
