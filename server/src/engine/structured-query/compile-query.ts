// A QueryPlan as SQL. Identifiers come from metadata or are aliases that were checked, values are parameters.

import { DEEP, MAX_LIST_BYTES } from '#engine/request/compile/compile-list.ts'
import { operandText } from '#engine/request/compile/compile-operand.ts'
import { orderBy } from '#engine/request/compile/compile-order.ts'
import { pageOf, urlText } from '#engine/request/compile/compile-read.ts'
import { conditionTexts, liveRows } from '#engine/request/compile/compile-where.ts'
import type { CompiledStatement } from '#engine/request/compile/sql-writer.ts'
import { LiteralWriter, SqlWriter } from '#engine/request/compile/sql-writer.ts'
import { hasRowId } from '#engine/request/keyset.ts'
import type { Operand } from '#engine/request/operands.ts'
import { qualify, quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { Join, QueryOutput, QueryPlan, Source } from './query-plan.ts'

/**
 * compileQuery returns the statement. Its one row holds the rows of the page as a JSON array, or null where that is too
 * long, and the number of all rows. PostgreSQL counts them only where the page does not show it: a subquery that nothing
 * asks for is not run.
 */
export function compileQuery(plan: QueryPlan): CompiledStatement {
  const writer = new SqlWriter()
  const { page, all } = queryTexts(plan, writer, ({ schema, slug }) => qualify(schema, slug))
  const rows = `'[' || coalesce(string_agg(row_to_json(p$)::text, ','), '') || ']'`
  const whole = `select ${rows} as rows, count(*) as count from (${page}) p$`
  const last = `l$.count < ${plan.limit}${plan.offset === 0 ? '' : ' and l$.count > 0'}`
  const total = `case when ${last} then ${plan.offset} + l$.count else (select count(*) from (${all}) c$) end`
  const fitting = `case when octet_length(l$.rows) <= ${MAX_LIST_BYTES} then l$.rows end`
  const versions = [...new Set([plan.main, ...plan.joins.map(({ source }) => source)])].map(
    ({ table }) => table.version,
  )
  return writer.statement(`select ${fitting}, ${total} from (${whole}) l$ --${versions.join()}`)
}

/** queryForReading writes the query for people: values stand in it, and tables go by their slugs. */
export function queryForReading(plan: QueryPlan): string {
  return queryTexts(plan, new LiteralWriter(), ({ slug }) => quoteIdentifier(slug)).page
}

type TableName = (table: TableShape) => string

// The page, and all rows without order and limit. They share their text, and so their parameters.
function queryTexts(plan: QueryPlan, writer: SqlWriter, name: TableName): { page: string; all: string } {
  const { outputs, distinct, group } = plan
  const texts = outputs.map((one) => `${outputText(one, writer)} as ${quoteIdentifier(one.key)}`)
  const list = distinct ? `select distinct ${texts.join(', ')}` : `select ${texts.join(', ')}`
  const body = [fromClause(plan, writer, name), whereClause(plan, writer)]
  if (group !== undefined && group.length > 0)
    body.push(`\ngroup by ${group.map((one) => operandText('', one, writer)).join(', ')}`)
  if (plan.having.length > 0) body.push(`\nhaving ${conditionTexts('', plan.having, writer).join(' and ')}`)
  const rows = body.join('')
  const order = orderBy('', plan.order, writer).replace(' ', '\n')
  const cut = `${order}\n${pageOf(plan, writer)}`
  const page = isDeep(plan)
    ? `${list}${chosenFirst(plan, `${rows}${cut}`, name)}${order}`
    : `${list}${rows}${cut}`
  // Without group by, only an aggregate makes one row of all.
  const counted = group?.length === 0 ? 'select count(*)' : 'select'
  return { page, all: `${distinct ? list : counted}${rows}` }
}

function outputText(output: QueryOutput, writer: SqlWriter): string {
  if (output.kind === 'url') return urlText(quoteIdentifier(output.source), writer)
  return operandText('', output, writer)
}

// As in a list: of a row that the offset skips, nothing is needed but where it stands.
function isDeep({ main, joins, distinct, group, offset }: QueryPlan): boolean {
  return offset >= DEEP && joins.length === 0 && !distinct && group === undefined && hasRowId(main.table)
}

function chosenFirst({ main }: QueryPlan, rows: string, name: TableName): string {
  const alias = quoteIdentifier(main.name)
  return `\nfrom (select ${alias}.id${rows}) k$ join ${name(main.table)} ${alias} on ${alias}.id = k$.id`
}

// The deleted rows of each table are left out before it is joined: afterwards, a row without a partner would look like
// one whose partner is deleted.
function fromClause({ main, joins }: QueryPlan, writer: SqlWriter, name: TableName): string {
  if (joins.length === 0) return `\nfrom ${name(main.table)} ${quoteIdentifier(main.name)}`
  return `\nfrom ${live(main, name)}${joins.map((join) => `\n${joinText(join, writer, name)}`).join('')}`
}

function whereClause({ main, joins, where }: QueryPlan, writer: SqlWriter): string {
  const own = joins.length === 0 ? liveRows(quoteIdentifier(main.name), main.table) : []
  const conditions = [...own, ...conditionTexts('', where, writer)]
  return conditions.length === 0 ? '' : `\nwhere ${conditions.join(' and ')}`
}

function joinText({ kind, source, on }: Join, writer: SqlWriter, name: TableName): string {
  const text = `${kind} join ${live(source, name)}`
  if (kind === 'cross') return text
  const sides = on.map((pair) => pair.map((one) => comparand(one, writer)).join(' = '))
  return `${text} on ${sides.join(' and ')}`
}

function live({ name, table }: Source, tableName: TableName): string {
  const alias = quoteIdentifier(name)
  const conditions = liveRows('d$', table)
  if (conditions.length === 0) return `${tableName(table)} ${alias}`
  return `(select * from ${tableName(table)} d$ where ${conditions.join(' and ')}) ${alias}`
}

// Each enum is a type of its own, equal to nothing but itself.
function comparand(operand: Operand, writer: SqlWriter): string {
  const text = operandText('', operand, writer)
  return operand.column.data_type === 'enum' ? `${text}::text` : text
}
