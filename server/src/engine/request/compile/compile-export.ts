// Exports as SQL: all rows that match, each by itself, as JSON or as the cells of CSV.
import type { Cell, ExportPlan } from '#engine/request/plan.ts'
import { qualify, quoteLiteral } from '#engine/shapes/identifiers.ts'
import { shownText } from './compile-operand.ts'
import { orderClause, sortingOf } from './compile-order.ts'
import { rowText, urlText } from './compile-read.ts'
import { whereClause } from './compile-where.ts'
import { type CompiledStatement, SqlWriter } from './sql-writer.ts'

/** compileExport writes an export. Without an order, rows come as PostgreSQL finds them. */
export function compileExport(plan: ExportPlan): CompiledStatement {
  const { table, cells, selection, where, order, deleted } = plan
  const writer = new SqlWriter()
  const { joins, texts } = sortingOf('t$', order, writer)
  const shown = cells?.map((cell) => cellText(cell, writer)) ?? [
    `row_to_json(${rowText('t$', selection, writer)})::text`,
  ]
  const rows = `from ${qualify(table.schema, table.slug)} t$${joins}${whereClause(table, where, writer, deleted)}`
  return writer.statement(`select ${shown.join(', ')} ${rows}${orderClause(order, texts)}`)
}

// The text of a value without its quotes in JSON, so that a cell says the same as a row of the data API.
function cellText(cell: Cell, writer: SqlWriter): string {
  if (cell.kind === 'text') return quoteLiteral(cell.text)
  if (cell.kind === 'url') return `${urlText('t$', writer, cell.image)}::text`
  return shownText('t$', cell, writer)
}
