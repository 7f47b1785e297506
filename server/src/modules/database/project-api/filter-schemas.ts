// Filters in query strings, one type for each family of column types.
import type { Family } from '#engine/shapes/base-types.ts'
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { type JsonSchema, refTo } from '#platform/http/schemas/api-schemas.ts'

const ORDERED = '`eq.`, `neq.`, `gt.`, `gte.`, `lt.`, `lte.`, `in.(a,b)`'
const NULLS = '`is.null`, `is.not.null`'
const NEGATED = 'each also with `not.` before it'

interface FilterType {
  readonly name: string
  readonly operators: string
  readonly examples: readonly string[]
}

const NUMBERS: FilterType = { name: 'NumberFilter', operators: ORDERED, examples: ['lt.100', 'in.(1,2)'] }
const TYPES: Readonly<Record<Family, FilterType>> = {
  text: {
    name: 'TextFilter',
    operators: `${ORDERED}, \`like.\`, \`ilike.\`, \`fts.\`, \`plfts.\`, \`phfts.\`, \`wfts.\``,
    examples: ['eq.Tea', 'ilike.*tea*'],
  },
  integer: NUMBERS,
  number: NUMBERS,
  boolean: { name: 'BooleanFilter', operators: ORDERED, examples: ['eq.true'] },
  temporal: { name: 'TimeFilter', operators: ORDERED, examples: ['gte.2026-01-15'] },
  uuid: { name: 'UuidFilter', operators: ORDERED, examples: ['eq.01920000-0000-7000-8000-000000000001'] },
  json: { name: 'JsonFilter', operators: '', examples: ['is.null'] },
  bytes: { name: 'BytesFilter', operators: ORDERED, examples: ['eq.\\x00ff'] },
  inet: { name: 'AddressFilter', operators: ORDERED, examples: ['eq.203.0.113.7'] },
}

/** FILTER_SCHEMAS are the types of filters by name. */
export const FILTER_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.values(TYPES).map(({ name, operators, examples }) => [
    name,
    {
      type: 'string',
      description: `An operator with its value: ${[operators, NULLS].filter((part) => part !== '').join(', ')}; ${NEGATED}.`,
      examples,
    },
  ]),
)

/** GROUPS are parameters that join filters. */
export const GROUPS: Readonly<Record<string, JsonSchema>> = {
  or: group('or', 'Filters of which at least one must hold'),
  and: group('and', 'Filters which must all hold, for several of one column'),
}

function group(name: string, what: string): JsonSchema {
  const description = `${what}: \`(price.gte.10,price.lt.100)\`.`
  return { name, in: 'query', description, schema: { type: 'string' } }
}

/** filterName returns the name of a column's type of filter. */
function filterName(family: Family): string {
  return TYPES[family].name
}

/** filterParameters returns a parameter for each column, and calls `use` with the types that they have. */
export function filterParameters(table: TableShape, use: (type: string) => void): JsonSchema[] {
  return [...table.columns.values()].map(({ name, data_type }) => {
    const type = filterName(TYPE_FACTS[data_type].family)
    use(type)
    return { name, in: 'query', description: `Filters by ${name}.`, schema: refTo(type) }
  })
}
