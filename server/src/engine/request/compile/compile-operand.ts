// Operands as SQL: columns, places in json columns, and what is made of groups of rows.

import type { Aggregate, Operand } from '#engine/request/operands.ts'
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { SqlWriter } from './sql-writer.ts'

/** operandText writes an operand of the row `at`, or of the row of the table that it names itself. */
export function operandText(at: string, operand: Operand, writer: SqlWriter): string {
  const { column, path, aggregate, source } = operand
  if (aggregate !== undefined) return aggregateText(at, aggregate, writer)
  const row = source === undefined ? at : quoteIdentifier(source)
  if (path === undefined) return `${row}.${quoteIdentifier(column.name)}`
  const steps = path.steps.map((step, index) => {
    const arrow = path.text && index === path.steps.length - 1 ? '->>' : '->'
    return ` ${arrow} ${writer.once(String(step), typeof step === 'number' ? 'integer' : 'text')}`
  })
  return `(${row}.${quoteIdentifier(path.source.name)}${steps.join('')})`
}

/** shownText is the text of an operand as answers show it: a cast gives timestamps, addresses and padded texts another one. */
export function shownText(at: string, operand: Operand, writer: SqlWriter): string {
  const text = operandText(at, operand, writer)
  if (operand.path !== undefined || operand.aggregate !== undefined) return `${text}::text`
  return TYPE_FACTS[operand.column.data_type].shown?.(text) ?? `${text}::text`
}

// Arrays and joined texts are in the order of their values, so that the same rows always give the same.
function aggregateText(at: string, { fn, of, separator }: Aggregate, writer: SqlWriter): string {
  if (of === undefined) return 'count(*)'
  const value = operandText(at, of, writer)
  switch (fn) {
    case 'count_distinct':
      return `count(distinct ${value})`
    case 'array_agg':
      return of.column.data_type === 'json' ? `array_agg(${value})` : `array_agg(${value} order by ${value})`
    case 'string_agg': {
      const text = shownText(at, of, writer)
      return `string_agg(${text}, ${writer.once(separator, 'text')} order by ${text})`
    }
    default:
      return `${fn}(${value})`
  }
}
