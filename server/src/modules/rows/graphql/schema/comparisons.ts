// What `where` may say of one column: the input types of comparisons, and how they are read into conditions. The types
// are those of scalars, the same for every project.
import {
  GraphQLBoolean,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLScalarType,
  GraphQLString,
} from 'graphql'
import type { Comparison, Condition } from '#engine/request/conditions.ts'
import { compared, textSearch, within } from '#engine/request/filters.ts'
import { FilterError, getOperand, type Operand } from '#engine/request/operands.ts'
import type { TextSearch } from '#engine/request/text-search.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { exactNumber } from '#platform/json/exact-json.ts'
import { scalarOf, textOf } from './scalars.ts'

type Values = Readonly<Record<string, unknown>>

// By the operators of the data API that they stand for.
const COMPARISONS: ReadonlyMap<string, Comparison> = new Map(
  (['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'] as const).map((name) => [`_${name}`, name]),
)
const SEARCHES: ReadonlyMap<string, TextSearch> = new Map(
  (['fts', 'plfts', 'phfts', 'wfts'] as const).map((name) => [`_${name}`, name]),
)

const SEARCH = new GraphQLInputObjectType({
  name: 'TextSearch',
  description: 'Words to look for; `config` is a text search configuration such as `english`, else `simple`.',
  fields: { query: { type: new GraphQLNonNull(GraphQLString) }, config: { type: GraphQLString } },
})

const JSON_VALUE = scalarOf('jsonb')

const JSON_AT = new GraphQLInputObjectType({
  name: 'JSONAt',
  description: 'What stands at `path`, such as `->address->>city`; `->>` gives a text, `->` JSON.',
  fields: { path: { type: new GraphQLNonNull(GraphQLString) }, ...operators(JSON_VALUE), ...searches() },
})

const TYPES = new Map<GraphQLScalarType, GraphQLInputObjectType>()

/** comparisonOf returns the type of comparisons with a scalar. */
export function comparisonOf(scalar: GraphQLScalarType): GraphQLInputObjectType {
  const known = TYPES.get(scalar)
  if (known !== undefined) return known
  const type = new GraphQLInputObjectType({ name: `${scalar.name}Comparison`, fields: fieldsOf(scalar) })
  TYPES.set(scalar, type)
  return type
}

function fieldsOf(scalar: GraphQLScalarType): Record<string, GraphQLInputFieldConfig> {
  if (scalar === JSON_VALUE) return { ...nullness(), _at: { type: listOf(JSON_AT) } }
  return { ...operators(scalar), ...(scalar === GraphQLString ? searches() : {}) }
}

function operators(scalar: GraphQLScalarType): Record<string, GraphQLInputFieldConfig> {
  const one = (name: string) => [name, { type: name.endsWith('like') ? GraphQLString : scalar }]
  const lists = { _in: { type: listOf(scalar) }, _nin: { type: listOf(scalar) } }
  return { ...Object.fromEntries([...COMPARISONS.keys()].map(one)), ...lists, ...nullness() }
}

function searches(): Record<string, GraphQLInputFieldConfig> {
  return Object.fromEntries([...SEARCHES.keys()].map((name) => [name, { type: SEARCH }]))
}

function nullness(): Record<string, GraphQLInputFieldConfig> {
  return { _is_null: { type: GraphQLBoolean } }
}

function listOf(type: GraphQLScalarType | GraphQLInputObjectType) {
  return new GraphQLList(new GraphQLNonNull(type))
}

/** readComparison returns the conditions of a comparison with a column. */
export function readComparison(table: TableShape, column: ColumnShape, comparison: Values): Condition[] {
  const { _at: places, ...rest } = comparison
  const inside = ((places ?? []) as Values[]).flatMap(({ path, ...one }) => {
    if (!String(path).startsWith('->'))
      throw new FilterError(`${column.name}: path begins with -> or ->>, as in ->address->>city.`)
    return readOperators(getOperand(table, `${column.name}${path}`), one)
  })
  return [...readOperators({ column }, rest), ...inside]
}

function readOperators(operand: Operand, comparison: Values): Condition[] {
  return Object.entries(comparison).flatMap(([name, value]) => readOperator(operand, name, value))
}

function readOperator(operand: Operand, name: string, value: unknown): Condition[] {
  const { column, path } = operand
  if (name === '_is_null')
    return value === null
      ? []
      : [{ ...operand, kind: 'filter', operator: value === true ? 'is_null' : 'is_not_null' }]
  if (value === null)
    throw new FilterError(`${column.name}: ${name} takes a value; _is_null is for those that are not there.`)
  const search = SEARCHES.get(name)
  if (search !== undefined) {
    const { query, config } = value as { query: string; config?: string | null }
    return [textSearch(operand, search, config ?? undefined, query)]
  }
  // Behind `->` stands JSON, which compares with JSON.
  const isJson = path !== undefined && !path.text && !name.endsWith('like')
  const text = (one: unknown) => (isJson ? JSON.stringify(one) : plainText(column, one))
  if (name === '_in') return [within(operand, (value as unknown[]).map(text))]
  if (name === '_nin') return [{ kind: 'not', condition: within(operand, (value as unknown[]).map(text)) }]
  return [compared(operand, COMPARISONS.get(name) as Comparison, text(value))]
}

function plainText(column: ColumnShape, value: unknown): string {
  if (typeof value !== 'object' || exactNumber(value) !== undefined) return textOf(value)
  throw new FilterError(`${column.name}: is compared as a text; use -> in place of ->> to compare JSON.`)
}
