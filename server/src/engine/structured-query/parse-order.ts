// The order of a query's result. It is completed, so that pages neither repeat rows nor leave any out: with the tables'
// ids, or where rows are grouped or distinct, with the columns that make them differ.
import { FilterError, type Operand } from '#engine/request/operands.ts'
import { tieColumns } from '#engine/request/parse/parse-order.ts'
import type { Order, SelectedColumn } from '#engine/request/plan.ts'
import { at } from './at.ts'
import type { SortConfig } from './query-config.ts'
import { operandOf, type QueryScope, resolve, sameOperand } from './scope.ts'

/** Shape is what the rows of the result are. */
export interface Shape {
  readonly outputs: readonly SelectedColumn[]
  readonly distinct: boolean
  readonly group: readonly Operand[] | undefined
}

/** parseOrder reads `sort`; without one, rows are newest first, and groups in the order of their columns. */
export function parseOrder(scope: QueryScope, configs: readonly SortConfig[], shape: Shape): Order[] {
  const order = configs.map((config, index) => at(`sort[${index}]`, () => parseSort(scope, config, shape)))
  const grouped = shape.group !== undefined || shape.distinct
  if (order.length === 0 && !grouped) order.push(...newestFirst(scope))
  const direction = order[0]?.direction ?? 'asc'
  for (const operand of tiebreakers(scope, shape)) {
    if (!order.some((one) => sameOperand(one, operand))) order.push({ ...operand, direction })
  }
  return order
}

function parseSort(scope: QueryScope, config: SortConfig, { outputs, distinct, group }: Shape): Order {
  const operand = at('column', () => resolve(scope, config.column))
  const name = config.column.slice(0, 63)
  if (operand.column.data_type === 'json') throw new FilterError(`column: ${name} has no order.`)
  const among = (operands: readonly Operand[]) => operands.some((one) => sameOperand(one, operand))
  if (distinct && !among(outputs))
    throw new FilterError(
      `column: rows that are distinct are sorted by their own columns, and ${name} is none.`,
    )
  if (group !== undefined && operand.aggregate === undefined && !among(group))
    throw new FilterError(`column: ${name} must be in group_by, or the alias of an aggregate.`)
  const direction = (config.direction || 'asc').trim().toLowerCase()
  if (direction !== 'asc' && direction !== 'desc') throw new FilterError('direction: must be asc or desc.')
  return { ...operand, direction }
}

function newestFirst({ sources: [main] }: QueryScope): Order[] {
  const operand = main && operandOf(main, 'created_at')
  return operand === undefined || operand.column.data_type === 'json'
    ? []
    : [{ ...operand, direction: 'desc' }]
}

function tiebreakers({ sources }: QueryScope, { outputs, distinct, group }: Shape): Operand[] {
  if (distinct) return outputs.map(({ key: _key, kind: _kind, ...operand }) => operand)
  if (group !== undefined) return [...group]
  return sources.flatMap((source) =>
    tieColumns(source.table).flatMap(({ name }) => operandOf(source, name) ?? []),
  )
}
