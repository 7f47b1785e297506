// Reads as SQL: one statement for the whole tree; lists are in compile-list.ts. Related rows come from subqueries in the select list: PostgreSQL runs
// those for the rows of the page alone, where a lateral join would be made for all rows before they are sorted and cut.

import type {
  CountPlan,
  Embed,
  EstimatePlan,
  GetPlan,
  ListPlan,
  PickByKeyPlan,
  PickPlan,
  Selection,
} from '#engine/request/plan.ts'
import { qualify, quoteIdentifier, quoteLiteral } from '#engine/shapes/identifiers.ts'
import { IMAGE_KEY } from '#engine/shapes/image-options.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { operandText } from './compile-operand.ts'
import { orderClause, sortingOf } from './compile-order.ts'
import { conditionTexts, liveRows, relatedRows, whereClause } from './compile-where.ts'
import type { CompiledStatement } from './sql-writer.ts'
import { SqlWriter } from './sql-writer.ts'

/** MAX_COUNTED is up to how many rows an estimated count is exact. */
export const MAX_COUNTED = 10_000

/** compileCount writes a count: of all rows that match, or as far as the bound of estimated counts. */
export function compileCount({ table, where, precision, deleted }: CountPlan): CompiledStatement {
  const writer = new SqlWriter()
  const rows = `from ${qualify(table.schema, table.slug)} t$${whereClause(table, where, writer, deleted)}`
  const counted = precision === 'estimated' ? `from (select ${rows} limit ${MAX_COUNTED + 1}) c$` : rows
  return { text: `select '{"count":' || count(*) || '}' ${counted}`, values: writer.values }
}

/** compileEstimate writes the question how many rows the planner takes to match. Nothing is read of them. */
export function compileEstimate({ table, where }: EstimatePlan): CompiledStatement {
  const writer = new SqlWriter()
  const relation = qualify(table.schema, table.slug)
  const text = `explain (format json) select from ${relation} t$${whereClause(table, where, writer)}`
  return { text, values: writer.values }
}

/** compileGet writes the reading of one row. */
export function compileGet({ table, selection, where, id }: GetPlan): CompiledStatement {
  const writer = new SqlWriter()
  const relation = qualify(table.schema, table.slug)
  const conditions = [`t$.id = ${writer.add(id)}`, ...liveRows('t$', table)]
  const filter = [...conditions, ...conditionTexts('t$', where, writer)].join(' and ')
  const row = `row_to_json(${rowText('t$', selection, writer)})::text`
  // In a view, any number of rows may have the id, and none has a version.
  const [version, limit] = table.is_view ? ['', ' limit 1'] : [', t$.xmin', '']
  return writer.statement(`select ${row}${version} from ${relation} t$ where ${filter}${limit}`)
}

/** compilePick writes the reading of rows by their ids. */
export function compilePick({ table, selection, ids }: PickPlan): CompiledStatement {
  const writer = new SqlWriter()
  const keys = `unnest(${writer.add(`{${ids.join()}}`)}::uuid[]) with ordinality k$(id, n)`
  const match = ['t$.id = k$.id', ...liveRows('t$', table)].join(' and ')
  return writer.statement(pickText(table, selection, keys, match, writer))
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
  return writer.statement(pickText(table, selection, keys, match, writer))
}

// For each row of `keys` the one that matches it, in their order.
function pickText(table: TableShape, selection: Selection, keys: string, match: string, writer: SqlWriter) {
  const row = `case when t$.id is not null then row_to_json(${rowText('t$', selection, writer)})::text end`
  return `select ${row} from ${keys} left join ${qualify(table.schema, table.slug)} t$ on ${match} order by k$.n`
}

/**
 * rowText writes the row `at`, or what a selection shows of it. The aliases t$, r$ and c$ hold a character that no name of a
 * column does: to PostgreSQL, a column comes before a row of the same name.
 */
export function rowText(at: string, selection: Selection, writer: SqlWriter): string {
  if (selection === undefined) return at
  return `(select r$ from (select ${selection.map((entry) => entryText(at, entry, writer)).join(', ')}) r$)`
}

/**
 * urlText writes the address of the file whose row is `at`; with `image`, that of the image which the options make of it. Such an
 * address is signed by a key of those options, so that nobody changes them.
 */
export function urlText(at: string, writer: SqlWriter, image?: string): string {
  const links = writer.links()
  const urlBy = (source: string) => `msingi_storage.object_url(${source}, ${at}.id, ${at}.bucket, ${at}.name)`
  if (image === undefined) return urlBy(links)
  const [options, signed] = [writer.once(image, 'text'), writer.once(IMAGE_KEY + image, 'text')]
  const key = `sha256(decode(${links} ->> 'key', 'hex') || convert_to(${signed}, 'UTF8'))`
  // All of it is immutable, so that PostgreSQL derives the key once for a statement, and `offset 0` has it make an address once.
  const url = urlBy(`jsonb_set(${links}, '{key}'::text[], ('"' || encode(${key}, 'hex') || '"')::jsonb)`)
  const base = `(${links} ->> 'base')`
  const isSigned = `u$.u$ like '%?token=%'`
  const ofToken = `${base} || '/images/' || substr(u$.u$, length(${base}) + length('/files/') + 1) || '&' || ${options}`
  return `(select case when ${isSigned} then ${ofToken} else u$.u$ || '/image?' || ${options} end from (select ${url} as u$ offset 0) u$)`
}

function entryText(at: string, entry: NonNullable<Selection>[number], writer: SqlWriter): string {
  const key = quoteIdentifier(entry.key)
  switch (entry.kind) {
    case 'text':
      return `${quoteLiteral(entry.text)}::text as ${key}`
    case 'url':
      return `${urlText(at, writer, entry.image)} as ${key}`
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
  const { joins, texts } = sortingOf(at, embed.order, writer)
  const rows = relatedRows(at, outer, embed, writer, joins)
  const order = orderClause(embed.order, texts)
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
