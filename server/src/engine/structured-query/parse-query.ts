// From a config to a QueryPlan. What the config names is looked up in the project's metadata, and what is not
// there is refused by name.
import { FilterError, type Operand } from '#engine/request/operands.ts'
import type { SelectedColumn } from '#engine/request/plan.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import { at } from './at.ts'
import { parseAggregates } from './parse-aggregates.ts'
import { parseColumns } from './parse-columns.ts'
import { parseConditions } from './parse-conditions.ts'
import { parseJoins, resolveTable } from './parse-joins.ts'
import { parseOrder } from './parse-order.ts'
import type { QueryConfig } from './query-config.ts'
import type { QueryOutput, QueryPlan, Source } from './query-plan.ts'
import { NO_ALIASES, resolve, sameOperand } from './scope.ts'

/** QUERY_LIMITS bound the rows of one answer. */
export const QUERY_LIMITS = { default: 50, max: 1000 } as const

/** parseQuery reads a config, or throws a FilterError that says what is wrong with it. */
export function parseQuery(schema: SchemaShape, slug: string, config: QueryConfig): QueryPlan {
  const main = { name: slug, table: at('table_slug', () => resolveTable(schema, slug)) }
  const joins = parseJoins(schema, main, config.joins ?? [])
  const sources = [main, ...joins.map(({ source }) => source)]
  const aggregates = parseAggregates(sources, config.aggregates ?? [])
  const group = parseGroup(sources, config.group_by ?? [], aggregates)
  const named = config.columns ?? []
  const all = group === undefined ? ['*'] : (config.group_by ?? [])
  const columns = parseColumns(sources, named.length === 0 ? all : named)
  if (group !== undefined) checkGrouped(columns, group)
  const outputs = unique([...columns, ...aggregates])
  const distinct = config.distinct === true
  if (distinct) checkDistinct(outputs)
  const aliases = new Map<string, Operand>(aggregates.map((one) => [one.key, one]))
  const { where, having } = parseConditions({ sources, aliases }, config.filters ?? [])
  const order = parseOrder({ sources, aliases: keysOf(outputs) }, config.sort ?? [], {
    outputs: columnsOf(outputs),
    distinct,
    group,
  })
  return {
    ...{ main, joins, outputs, distinct, where, group, having, order },
    limit: config.limit ?? QUERY_LIMITS.default,
    offset: config.offset ?? 0,
  }
}

function parseGroup(
  sources: readonly Source[],
  names: readonly string[],
  aggregates: readonly SelectedColumn[],
): Operand[] | undefined {
  if (names.length === 0 && aggregates.length === 0) return undefined
  return names.map((name, index) =>
    at(`group_by[${index}]`, () => {
      const operand = resolve({ sources, aliases: NO_ALIASES }, name)
      if (operand.column.data_type === 'json') throw new FilterError(`a json column cannot be grouped by.`)
      return operand
    }),
  )
}

function checkGrouped(columns: readonly QueryOutput[], group: readonly Operand[]): void {
  const isGrouped = (column: QueryOutput) =>
    column.kind === 'column' && group.some((operand) => sameOperand(operand, column))
  const stray = columns.find((column) => !isGrouped(column))
  if (stray === undefined) return
  if (stray.kind === 'url')
    throw new FilterError(`columns: ${stray.key} is that of one file, not of a group.`)
  const name = `${stray.source}.${stray.column.name}`
  throw new FilterError(`columns: ${name} must be in group_by, or be made one value by an aggregate.`)
}

function checkDistinct(outputs: readonly QueryOutput[]): void {
  const url = outputs.find(({ kind }) => kind === 'url')
  if (url !== undefined)
    throw new FilterError(`distinct: ${url.key} makes each row another one; leave one of the two out.`)
  const json = columnsOf(outputs).find(({ column }) => column.data_type === 'json')
  if (json !== undefined)
    throw new FilterError(`distinct: ${json.key} has no equality, so that rows with it cannot be distinct.`)
}

function unique(outputs: readonly QueryOutput[]): readonly QueryOutput[] {
  const keys = new Set<string>()
  for (const { key } of outputs) {
    if (keys.has(key)) throw new FilterError(`aggregates: two columns of the result are called ${key}.`)
    keys.add(key)
  }
  return outputs
}

// Sorting may name what the result names; a plain column's own name means the same either way.
function keysOf(outputs: readonly QueryOutput[]): Map<string, Operand> {
  return new Map(columnsOf(outputs).map(({ key, kind: _, ...operand }) => [key, operand]))
}

function columnsOf(outputs: readonly QueryOutput[]): SelectedColumn[] {
  return outputs.filter((one) => one.kind === 'column')
}
