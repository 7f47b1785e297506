// Filters of the data API as a condition of the policies' language, which is evaluated in JavaScript: for those who decide
// about a row that is in memory, such as live changes.
import { type Condition, compileCondition } from '#engine/conditions/condition.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import {
  COMPARISON_SQL,
  type ConditionWriter,
  conditionSql,
  type Filter,
} from '#engine/request/conditions.ts'
import { FilterError, type Operand } from '#engine/request/operands.ts'
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { quoteIdentifier, quoteLiteral } from '#engine/shapes/identifiers.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { parseGroup } from './parse-logic.ts'

const NOT_IN_MEMORY =
  'this is decided for a row in memory, which leaves out the order of texts, and comparisons of intervals, bytes, ' +
  'networks and whole json.'

const IN_MEMORY: ConditionWriter = {
  filter: filterText,
  exists: () => {
    throw new FilterError('related rows cannot be asked about here, the row alone can.')
  },
}

/**
 * readRowCondition reads filters, written as within `and=(…)`: `board_id.eq.42,state.in.(open,late)`. It throws a
 * FilterError where they are wrong, look beyond the row, or take PostgreSQL to decide. The parser must have been loaded.
 */
export function readRowCondition(table: TableShape, text: string): Condition {
  const source = conditionSql(parseGroup(table, 'and', `(${text})`), IN_MEMORY)
  try {
    const condition = compileCondition(source, { table, findTable: () => undefined })
    if (condition.evaluate !== undefined) return condition
    throw new FilterError(NOT_IN_MEMORY)
  } catch (error) {
    throw error instanceof SqlError ? new FilterError(error.message) : error
  }
}

function filterText(filter: Filter): string {
  const operand = operandText(filter)
  switch (filter.operator) {
    case 'is_null':
      return `${operand} is null`
    case 'is_not_null':
      return `${operand} is not null`
    case 'in':
      return filter.values.length === 0
        ? 'false'
        : `${operand} in (${filter.values.map(quoteLiteral).join()})`
    case 'like':
    case 'ilike':
      if (TYPE_FACTS[filter.column.data_type].family !== 'text')
        throw new FilterError(
          `${filter.column.name}: ${filter.operator} is for texts here.`,
          filter.column.name,
        )
      return `${operand}::text ${filter.operator} ${quoteLiteral(filter.value)}`
    case 'fts':
    case 'plfts':
    case 'phfts':
    case 'wfts':
      throw new FilterError(
        `${filter.column.name}: words cannot be searched here, like and ilike can.`,
        filter.column.name,
      )
    default:
      if (isOrder(filter))
        throw new FilterError(`${filter.column.name}: ${NOT_IN_MEMORY}`, filter.column.name)
      return `${operand} ${COMPARISON_SQL[filter.operator]} ${quoteLiteral(filter.value)}`
  }
}

function isOrder({ column, operator }: Filter): boolean {
  return TYPE_FACTS[column.data_type].family === 'text' && operator !== 'eq' && operator !== 'neq'
}

function operandText({ column, path }: Operand): string {
  if (path === undefined) return quoteIdentifier(column.name)
  const { source, steps, text } = path
  const last = steps.length - 1
  const parts = steps.map((step, at) => {
    const arrow = text && at === last ? '->>' : '->'
    return `${arrow} ${typeof step === 'number' ? `(${step})` : quoteLiteral(step)}`
  })
  return `(${quoteIdentifier(source.name)} ${parts.join(' ')})`
}
