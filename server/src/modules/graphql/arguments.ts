// Arguments of GraphQL fields as parts of a Plan: conditions, orders and pages, under the same limits as in a query
// string.
import { type Condition, compared, type Related, within } from '#engine/filters.ts'
import { FilterError } from '#engine/operands.ts'
import { type Budget, LIST_LIMITS } from '#engine/parse-level.ts'
import { withTies } from '#engine/parse-order.ts'
import type { Order } from '#engine/plan.ts'
import type { ColumnShape, TableShape } from '#engine/shape.ts'
import { COMPARISONS, type ProjectApi } from './project-schema.ts'
import { textOf } from './scalars.ts'

type Values = Readonly<Record<string, unknown>>

const MAX_OFFSET = 10_000_000

/** readWhere gives the conditions of a `where`. */
export function readWhere(api: ProjectApi, table: TableShape, where: unknown, budget: Budget): Condition[] {
  if (where === undefined || where === null) return []
  const parts = Object.entries(where as Values).flatMap(([name, value]): Condition[] => {
    if (value === null) return []
    if (name === '_and') return (value as unknown[]).map((one) => all(readWhere(api, table, one, budget)))
    if (name === '_or')
      return [{ any: (value as unknown[]).map((one) => all(readWhere(api, table, one, budget))) }]
    if (name === '_not') return [{ not: all(readWhere(api, table, value, budget)) }]
    const field = api.fields(table).get(name)
    if (field?.kind === 'relation') {
      budget.relation()
      const related: Related = { ...field, where: readWhere(api, field.table, value, budget) }
      return [{ exists: related }]
    }
    const conditions = field === undefined ? [] : readComparison(field.column, value as Values)
    budget.filters(conditions)
    return conditions
  })
  return parts
}

/** readOrder gives the order of an `order_by`. */
export function readOrder(table: TableShape, orderBy: unknown): Order[] {
  const given = ((orderBy ?? []) as Values[]).flatMap((one) =>
    Object.entries(one).flatMap(([name, direction]): Order[] => {
      const column = table.columns.get(name)
      if (column === undefined || (direction !== 'asc' && direction !== 'desc')) return []
      return [{ column, direction }]
    }),
  )
  return withTies(table, given)
}

/** readPage gives the page that `limit` and `offset` ask for. */
export function readPage({ limit, offset }: Values): { limit: number; offset: number } {
  return {
    limit: whole('limit', limit, LIST_LIMITS.default, LIST_LIMITS.max),
    offset: whole('offset', offset, 0, MAX_OFFSET),
  }
}

function all(conditions: Condition[]): Condition {
  return { all: conditions }
}

function readComparison(column: ColumnShape, comparison: Values): Condition[] {
  const operand = { column }
  return Object.entries(comparison).flatMap(([name, value]): Condition[] => {
    if (name === '_is_null')
      return value === null ? [] : [{ ...operand, operator: value === true ? 'is_null' : 'is_not_null' }]
    if (value === null)
      throw new FilterError(
        `${column.name}: ${name} takes a value; _is_null is for those that are not there.`,
      )
    if (name === '_in') return [within(operand, (value as unknown[]).map(textOf))]
    if (name === '_nin') return [{ not: within(operand, (value as unknown[]).map(textOf)) }]
    return [compared(operand, COMPARISONS[name as keyof typeof COMPARISONS], textOf(value))]
  })
}

function whole(name: string, value: unknown, fallback: number, most: number): number {
  if (value === undefined || value === null) return fallback
  const number = value as number
  if (number >= 0 && number <= most) return number
  throw new FilterError(`${name}: must be a whole number between 0 and ${most}.`)
}
