// The filters of a query. `logic` joins a filter to the one before it. AND binds tighter than OR, as in SQL:
// a, OR b, AND c means a or (b and c). The first filter's logic says nothing.

import type { Comparison, Condition, Filter } from '#engine/request/conditions.ts'
import { compared, textSearch, within } from '#engine/request/filters.ts'
import { FilterError, type Operand } from '#engine/request/operands.ts'
import type { TextSearch } from '#engine/request/text-search.ts'
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { at } from './at.ts'
import type { FilterConfig } from './query-config.ts'
import { type QueryScope, resolve } from './scope.ts'

/** Conditions are what must hold of rows, and what must hold of groups. */
export interface Conditions {
  readonly where: readonly Condition[]
  readonly having: readonly Condition[]
}

interface Part {
  readonly condition: Condition
  /** grouped is true where the filter is on an aggregate. */
  readonly grouped: boolean
}

// The data API's names, and what people write who think in SQL.
const OPERATORS: Readonly<Record<string, Comparison>> = {
  ...{ eq: 'eq', neq: 'neq', gt: 'gt', gte: 'gte', lt: 'lt', lte: 'lte', like: 'like', ilike: 'ilike' },
  ...{ '=': 'eq', '!=': 'neq', '<>': 'neq', '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' },
}
const SEARCH = /^(fts|plfts|phfts|wfts)(?:\(([a-z_]{1,30})\))?$/
const NAMES =
  'eq, neq, gt, gte, lt, lte, like, ilike, in, is.null, is.not.null, fts, plfts, phfts, wfts, each also with not. before it'

/** parseConditions reads the filters. */
export function parseConditions(scope: QueryScope, configs: readonly FilterConfig[]): Conditions {
  const groups: Part[][] = []
  configs.forEach((config, index) => {
    const part = at(`filters[${index}]`, () => parsePart(scope, config))
    const or = logicOf(config.logic, index) === 'OR'
    if (groups.length === 0 || or) groups.push([part])
    else groups.at(-1)?.push(part)
  })
  const parts = groups.flat()
  if (groups.length > 1) {
    const grouped = parts.filter((part) => part.grouped).length
    if (grouped > 0 && grouped < parts.length)
      throw new FilterError('filters: OR cannot join a filter on rows with one on an aggregate.')
    const all = groups.map(
      (group): Condition => ({ kind: 'all', conditions: group.map(({ condition }) => condition) }),
    )
    const any: Condition[] = [{ kind: 'any', conditions: all }]
    return grouped > 0 ? { where: [], having: any } : { where: any, having: [] }
  }
  return {
    where: parts.filter(({ grouped }) => !grouped).map(({ condition }) => condition),
    having: parts.filter(({ grouped }) => grouped).map(({ condition }) => condition),
  }
}

function logicOf(logic: string | null | undefined, index: number): 'AND' | 'OR' {
  const word = (logic || 'AND').trim().toUpperCase()
  if (word === 'AND' || word === 'OR') return word
  throw new FilterError(`filters[${index}]: logic: must be AND or OR.`)
}

function parsePart(scope: QueryScope, config: FilterConfig): Part {
  const operand = at('column', () => resolve(scope, config.column))
  return { condition: parseFilter(operand, config), grouped: operand.aggregate !== undefined }
}

function parseFilter(operand: Operand, config: FilterConfig): Condition {
  const name = config.operator.trim().toLowerCase().replace(/\s+/g, '.')
  if (/^is[._]null$/.test(name)) return { ...operand, kind: 'filter', operator: 'is_null' }
  if (/^(?:is[._]not[._]null|not\.is\.null)$/.test(name))
    return { ...operand, kind: 'filter', operator: 'is_not_null' }
  if (name.startsWith('not.'))
    return { kind: 'not', condition: positive(operand, config, name.slice('not.'.length)) }
  return positive(operand, config, name)
}

function positive(operand: Operand, { operator, value, values }: FilterConfig, name: string): Filter {
  if (name === 'in') return within(operand, listOf(operand, values ?? value))
  const comparison = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined
  const search = SEARCH.exec(name)
  if (comparison === undefined && search === null)
    throw new FilterError(`operator: ${operator.slice(0, 40)} is unknown; there are ${NAMES}.`)
  if (value === undefined || value === null)
    throw new FilterError('value is required; is.null and is.not.null find what is empty.')
  const text = textOf(operand, value, comparison)
  if (search !== null) return textSearch(operand, search[1] as TextSearch, search[2], text)
  return compared(operand, comparison as Comparison, text)
}

function listOf(operand: Operand, values: unknown): string[] {
  if (!Array.isArray(values)) throw new FilterError('values: in takes an array of them.')
  return values.map((value, index) => {
    if (value === null) throw new FilterError(`values[${index}]: in finds no null; use is.null.`)
    return textOf(operand, value, undefined)
  })
}

// What a jsonb column holds is compared as JSON; a pattern, and anything else, as text. Digits that a double could not
// hold are written as they came.
function textOf(
  { column: { data_type } }: Operand,
  value: unknown,
  comparison: Comparison | undefined,
): string {
  const pattern = comparison === 'like' || comparison === 'ilike'
  const json = TYPE_FACTS[data_type].family === 'json' && !pattern
  if (typeof value === 'string' && !json) return value
  const text = JSON.stringify(value)
  if (typeof value === 'object' && !json && /^[[{]/.test(text))
    throw new FilterError('value: must be a text, a number, true or false.')
  return text
}
