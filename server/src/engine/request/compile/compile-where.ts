// Conditions as SQL. Soft-deleted rows are left out here, not in policies, which must see them.

import {
  COMPARISON_SQL,
  type Condition,
  conditionSql,
  type Filter,
  type Related,
} from '#engine/request/conditions.ts'
import type { DeletedRows } from '#engine/request/plan.ts'
import { TEXT_SEARCH } from '#engine/request/text-search.ts'
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { qualify, quoteIdentifier, quoteLiteral } from '#engine/shapes/identifiers.ts'
import type { LinkTable } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { operandText, shownText } from './compile-operand.ts'
import type { SqlWriter } from './sql-writer.ts'

/** whereClause writes `where …` for the rows `t$` of a table that are wanted and meet all conditions. */
export function whereClause(
  table: TableShape,
  conditions: readonly Condition[],
  writer: SqlWriter,
  deleted?: DeletedRows,
): string {
  const all = [...wantedRows('t$', table, deleted), ...conditionTexts('t$', conditions, writer)]
  return all.length === 0 ? '' : ` where ${all.join(' and ')}`
}

/** conditionTexts writes each condition on a row of the table that is called `at`. */
export function conditionTexts(at: string, conditions: readonly Condition[], writer: SqlWriter): string[] {
  const parts = {
    filter: (filter: Filter) => filterText(at, filter, writer),
    exists: (related: Related) => `exists (select ${relatedRows(writer.table(), at, related, writer)})`,
  }
  return conditions.map((condition) => conditionSql(condition, parts))
}

/** liveRows is the condition that leaves out soft-deleted rows, where the table has any. */
export function liveRows(at: string, table: TableShape): string[] {
  return table.soft_delete ? [`${at}.deleted_at is null`] : []
}

/** wantedRows is the condition on `t$` that leaves out soft-deleted rows, or those that the caller may not see. */
export function wantedRows(at: 't$', table: TableShape, deleted: DeletedRows | undefined): string[] {
  if (deleted === undefined) return liveRows(at, table)
  const { mode, access } = deleted
  const gone = `${at}.deleted_at is not null and ${access}`
  return [mode === 'only' ? gone : `(${at}.deleted_at is null or (${gone}))`]
}

/** relatedRows writes `from … where …` for the live rows `at` of a relation of `outer` that meet its conditions. */
export function relatedRows(
  at: string,
  outer: string,
  related: Related,
  writer: SqlWriter,
  joins = '',
): string {
  const { schema, slug } = related.table
  return `from ${qualify(schema, slug)} ${at}${joins} where ${isRelated(at, outer, related, writer)}`
}

/** relatedJoin writes the left join of the one live row `at` of a relation of `outer`. */
export function relatedJoin(at: string, outer: string, related: Related, writer: SqlWriter): string {
  const { schema, slug } = related.table
  return ` left join ${qualify(schema, slug)} ${at} on ${isRelated(at, outer, related, writer)}`
}

function isRelated(
  at: string,
  outer: string,
  { relation, table, through, where }: Related,
  writer: SqlWriter,
): string {
  const start = `${outer}.${quoteIdentifier(relation.column)}`
  const end = `${at}.${quoteIdentifier(relation.other_column)}`
  const ends = through === undefined ? `${end} = ${start}` : isLinked(start, end, through, writer)
  return [ends, ...liveRows(at, table), ...conditionTexts(at, where, writer)].join(' and ')
}

// A row that several rows of the link table lead to is related once.
function isLinked(start: string, end: string, { table, column, other_column }: LinkTable, writer: SqlWriter) {
  const at = writer.table()
  const starts = `${at}.${quoteIdentifier(column)} = ${start}`
  const ends = `${at}.${quoteIdentifier(other_column)} = ${end}`
  const link = `${qualify(table.schema, table.slug)} ${at}`
  return `exists (select from ${link} where ${[starts, ends, ...liveRows(at, table)].join(' and ')})`
}

// A pattern is about the text that answers show, but for the blanks at the end of a char, which mean nothing to eq either.
function likeText(at: string, filter: Filter, writer: SqlWriter): string {
  const { base } = TYPE_FACTS[filter.column.data_type]
  if (base === 'char') return `${operandText(at, filter, writer)}::text`
  return base === 'text' ? operandText(at, filter, writer) : shownText(at, filter, writer)
}

function filterText(at: string, filter: Filter, writer: SqlWriter): string {
  const operand = operandText(at, filter, writer)
  switch (filter.operator) {
    case 'is_null':
      return `${operand} is null`
    case 'is_not_null':
      return `${operand} is not null`
    case 'in':
      return `${operand} = any(${writer.add(arrayLiteral(filter.values))})`
    case 'like':
    case 'ilike': {
      const text = likeText(at, filter, writer)
      return `${text} ${COMPARISON_SQL[filter.operator]} ${writer.add(filter.value)}`
    }
    case 'fts':
    case 'plfts':
    case 'phfts':
    case 'wfts': {
      const config = `${quoteLiteral(filter.config)}::regconfig`
      const words = `${TEXT_SEARCH[filter.operator]}(${config}, ${writer.add(filter.value)})`
      return `to_tsvector(${config}, ${operand}::text) @@ ${words}`
    }
    default:
      return `${operand} ${COMPARISON_SQL[filter.operator]} ${writer.add(filter.value)}`
  }
}

// One parameter for any number of values keeps the statement's text, and so its plan, the same.
function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`
}
