// Reads as SQL: one statement for the whole tree. Related rows come from subqueries in the select list: PostgreSQL runs
// those for the rows of the page alone, where a lateral join would be made for all rows before they are sorted and cut.

import { qualify, quoteIdentifier, quoteLiteral } from '#engine/shapes/identifiers.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { operandText } from './compile-operand.ts'
import { conditionTexts, liveRows, relatedJoin, relatedRows, whereClause } from './compile-where.ts'
import type {
  CountPlan,
  Embed,
  GetPlan,
  ListPlan,
  Order,
  PickByKeyPlan,
  PickPlan,
  Selection,
} from './plan.ts'
import type { CompiledStatement } from './sql-writer.ts'
import { SqlWriter } from './sql-writer.ts'

/** MAX_LIST_BYTES is how long the JSON of a list may be: rows have no bound of their own. */
export const MAX_LIST_BYTES = 64 * 1024 * 1024

/** compileList writes a list. */
export function compileList(plan: ListPlan): CompiledStatement {
  const writer = new SqlWriter()
  const { table } = plan
  const relation = qualify(table.schema, table.slug)
  const conditions = [...liveRows('t$', table), ...conditionTexts('t$', plan.where, writer)]
  let known = 'true'
  if (plan.cursor !== undefined) {
    const cursor = `${writer.add(plan.cursor)}::uuid`
    const sign = plan.order[0]?.direction === 'desc' ? '<' : '>'
    const anchor = `(select c$.created_at from ${relation} c$ where c$.id = ${cursor})`
    conditions.push(`(t$.created_at, t$.id) ${sign} (${anchor}, ${cursor})`)
    known = `exists (select from ${relation} c$ where c$.id = ${cursor})`
  }
  const filter = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  const page = pageOf(plan, writer)
  const { joins, order } = ordering('t$', plan.order, writer)
  const row = rowText('t$', plan.selection, writer)
  // A view may have no id; pages then go by offset alone.
  const id = table.columns.has('id') ? 't$.id' : 'null as id'
  const inner = `select ${row} as j, ${id} from ${relation} t$${joins}${filter}${order} ${page}`
  const rows = `'[' || coalesce(string_agg(row_to_json(p.j)::text, ','), '') || ']'`
  const whole = `select ${rows} as rows, count(*) as count, (array_agg(p.id))[count(*)] as last from (${inner}) p`
  const fitting = `case when octet_length(l.rows) <= ${MAX_LIST_BYTES} then l.rows end`
  return { text: `select ${fitting}, l.count, l.last, ${known} from (${whole}) l`, values: writer.values }
}

/** compileCount writes a count. */
export function compileCount({ table, where }: CountPlan): CompiledStatement {
  const writer = new SqlWriter()
  const relation = qualify(table.schema, table.slug)
  const text = `select '{"count":' || count(*) || '}' from ${relation} t$${whereClause('t$', table, where, writer)}`
  return { text, values: writer.values }
}

/** compileGet writes the reading of one row. */
export function compileGet({ table, selection, where, id }: GetPlan): CompiledStatement {
  const writer = new SqlWriter()
  const relation = qualify(table.schema, table.slug)
  const conditions = [`t$.id = ${writer.add(id)}`, ...liveRows('t$', table)]
  const filter = [...conditions, ...conditionTexts('t$', where, writer)].join(' and ')
  const row = rowText('t$', selection, writer)
  return {
    // In a view, any number of rows may have the id.
    text: `select row_to_json(${row})::text from ${relation} t$ where ${filter}${table.is_view ? ' limit 1' : ''}`,
    values: writer.values,
  }
}

/** compilePick writes the reading of rows by their ids. */
export function compilePick({ table, selection, ids }: PickPlan): CompiledStatement {
  const writer = new SqlWriter()
  const keys = `unnest(${writer.add(`{${ids.join()}}`)}::uuid[]) with ordinality k$(id, n)`
  const match = ['t$.id = k$.id', ...liveRows('t$', table)].join(' and ')
  return { text: pickText(table, selection, keys, match, writer), values: writer.values }
}

/** compilePickByKey writes the reading of rows by what unique columns hold. Null is in no row's way, so there the id counts. */
export function compilePickByKey({ table, selection, columns, json }: PickByKeyPlan): CompiledStatement {
  const writer = new SqlWriter()
  const relation = qualify(table.schema, table.slug)
  const rows = `json_array_elements(${writer.add(json)}::json) with ordinality e$(value, n)`
  const keys = `(select json_populate_record(null::${relation}, e$.value) as r, e$.n from ${rows}) k$`
  const same = columns.map(({ name }) => `u$.${quoteIdentifier(name)} = (k$.r).${quoteIdentifier(name)}`)
  const found = `select u$.id from ${relation} u$ where ${[...same, ...liveRows('u$', table)].join(' and ')}`
  const match = [`t$.id = coalesce((${found}), (k$.r).id)`, ...liveRows('t$', table)].join(' and ')
  return { text: pickText(table, selection, keys, match, writer), values: writer.values }
}

// For each row of `keys` the one that matches it, in their order.
function pickText(table: TableShape, selection: Selection, keys: string, match: string, writer: SqlWriter) {
  const row = `case when t$.id is not null then row_to_json(${rowText('t$', selection, writer)})::text end`
  return `select ${row} from ${keys} left join ${qualify(table.schema, table.slug)} t$ on ${match} order by k$.n`
}

// The aliases t$, r$ and c$ hold a character that no name of a column does: to PostgreSQL, a column comes before a row
// of the same name.
function rowText(at: string, selection: Selection, writer: SqlWriter): string {
  if (selection === undefined) return at
  return `(select r$ from (select ${selection.map((entry) => entryText(at, entry, writer)).join(', ')}) r$)`
}

function entryText(at: string, entry: NonNullable<Selection>[number], writer: SqlWriter): string {
  const key = quoteIdentifier(entry.key)
  switch (entry.kind) {
    case 'text':
      return `${quoteLiteral(entry.text)}::text as ${key}`
    case 'embed':
      return `${embedText(at, entry, writer)} as ${key}`
    case 'column': {
      const text = operandText(at, entry, writer)
      return entry.path === undefined && entry.key === entry.column.name ? text : `${text} as ${key}`
    }
  }
}

function embedText(outer: string, embed: Embed, writer: SqlWriter): string {
  const at = writer.table()
  if (!embed.relation.many) {
    const rows = relatedRows(at, outer, embed, writer)
    const row = rowText(at, embed.selection, writer)
    return `(select row_to_json(${row}) ${rows} limit 1)`
  }
  const { joins, order } = ordering(at, embed.order, writer)
  const rows = relatedRows(at, outer, embed, writer, joins)
  const page = pageOf(embed, writer)
  const row = rowText(at, embed.selection, writer)
  return `(select coalesce(json_agg(row_to_json(p.j)), '[]') from (select ${row} as j ${rows}${order} ${page}) p)`
}

/**
 * pageOf writes `limit …`, and `offset …` where there is one. The limit is a number that the parser has checked. As a
 * parameter it would leave the planner in the dark, and PostgreSQL would plan every request anew.
 */
export function pageOf({ limit, offset }: Pick<ListPlan, 'limit' | 'offset'>, writer: SqlWriter): string {
  return `limit ${limit}${offset === 0 ? '' : ` offset ${writer.number(offset)}`}`
}

// An order by related rows joins them. A relation to one has one row at most, so no row comes twice; a subquery would
// look each up by itself, where a join may read them all at once.
function ordering(at: string, order: readonly Order[], writer: SqlWriter): { joins: string; order: string } {
  const ways = new Set(order.flatMap(({ via }) => via ?? []))
  const names = new Map([...ways].map((via) => [via, writer.table()]))
  const joins = [...names].map(([via, name]) => relatedJoin(name, at, via, writer)).join('')
  const texts = order.map((one) => orderText((one.via && names.get(one.via)) ?? at, one, writer))
  return { joins, order: orderClause(texts) }
}

/** orderBy writes ` order by …`, or nothing. */
export function orderBy(at: string, order: readonly Order[], writer: SqlWriter): string {
  return orderClause(order.map((one) => orderText(at, one, writer)))
}

function orderText(at: string, order: Order, writer: SqlWriter): string {
  return `${operandText(at, order, writer)} ${order.direction}`
}

function orderClause(texts: readonly string[]): string {
  return texts.length === 0 ? '' : ` order by ${texts.join(', ')}`
}
