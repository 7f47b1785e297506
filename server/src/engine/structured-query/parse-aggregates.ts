// The aggregates of a query, and what type each comes out as.

import { type AggregateFunction, FilterError, type Operand } from '#engine/request/operands.ts'
import type { SelectedColumn } from '#engine/request/plan.ts'
import type { BaseType } from '#engine/shapes/base-types.ts'
import { type DataType, TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { at } from './at.ts'
import { checkKey } from './keys.ts'
import type { AggregateConfig } from './query-config.ts'
import type { Source } from './query-plan.ts'
import { NO_ALIASES, resolve } from './scope.ts'

const FUNCTIONS: readonly AggregateFunction[] = [
  ...(['count', 'count_distinct', 'sum', 'avg', 'min', 'max', 'array_agg', 'string_agg'] as const),
]

const MAX_SEPARATOR = 100

/** parseAggregates reads the aggregates; each goes by its alias, or by a name made of function and column. */
export function parseAggregates(
  sources: readonly Source[],
  configs: readonly AggregateConfig[],
): SelectedColumn[] {
  return configs.map((config, index) => at(`aggregates[${index}]`, () => parseAggregate(sources, config)))
}

function parseAggregate(sources: readonly Source[], config: AggregateConfig): SelectedColumn {
  const fn = functionOf(config.fn)
  const name = config.column || '*'
  if (name === '*' && fn !== 'count') throw new FilterError('column: only COUNT goes without one.')
  const of = name === '*' ? undefined : at('column', () => resolve({ sources, aliases: NO_ALIASES }, name))
  const separator = config.separator ?? ','
  if (separator.length > MAX_SEPARATOR || separator.includes('\0'))
    throw new FilterError(`separator: must have at most ${MAX_SEPARATOR} characters, none of them NUL.`)
  const plain = of === undefined ? fn : `${fn}_${(of.path?.source ?? of.column).name}`
  const key = config.alias ? checkKey(config.alias) : plain.slice(0, 63)
  const column = {
    ...{ name: key, data_type: resultType(fn, of), required: false, has_default: false },
    enum_values: of?.column.enum_values ?? [],
  }
  return { kind: 'column', key, column, aggregate: { fn, of, separator } }
}

function functionOf(text: string): AggregateFunction {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '_')
  const fn = FUNCTIONS.find((known) => known === name)
  if (fn !== undefined) return fn
  const names = FUNCTIONS.map((known) =>
    known === 'count_distinct' ? 'COUNT DISTINCT' : known.toUpperCase(),
  )
  throw new FilterError(`fn: ${text.slice(0, 40)} is no aggregate; there are ${names.join(', ')}.`)
}

function resultType(fn: AggregateFunction, of: Operand | undefined): DataType {
  switch (fn) {
    case 'count':
      return 'bigint'
    case 'count_distinct':
      return notOf(of, fn, ['json']) && 'bigint'
    case 'string_agg':
      return 'text'
    // An array has no place among the types of columns; like json it is only shown.
    case 'array_agg':
      return 'json'
    case 'sum':
    case 'avg':
      return sumType(fn, of)
    default:
      return notOf(of, fn, ['json', 'jsonb', 'bool', 'uuid', 'bytea'])
  }
}

function sumType(fn: AggregateFunction, of: Operand | undefined): DataType {
  const type = of?.column.data_type as DataType
  const { family } = TYPE_FACTS[type]
  if (type === 'float' || type === 'interval') return type
  if (family === 'integer') return fn === 'sum' && type !== 'bigint' ? 'bigint' : 'decimal'
  return family === 'number' ? 'decimal' : refused(of, fn)
}

function notOf(of: Operand | undefined, fn: AggregateFunction, bases: readonly BaseType[]): DataType {
  const type = of?.column.data_type as DataType
  return bases.includes(TYPE_FACTS[type].base) ? refused(of, fn) : type
}

function refused(of: Operand | undefined, fn: AggregateFunction): never {
  const { name, data_type } = (of as Operand).column
  const word = fn === 'count_distinct' ? 'COUNT DISTINCT' : fn.toUpperCase()
  throw new FilterError(`column: ${name} is a ${data_type} column, of which there is no ${word}.`)
}
