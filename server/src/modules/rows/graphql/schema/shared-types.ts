// GraphQL types that all projects share, and those of single columns.
import {
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLInputFieldConfig,
  type GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql'
import { LIST_LIMITS } from '#engine/request/parse/parse-level.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { comparisonOf } from './comparisons.ts'
import { ALL_SCALARS, scalarOf } from './scalars.ts'

/** DIRECTION is how a column is sorted. */
export const DIRECTION = new GraphQLEnumType({ name: 'Direction', values: { asc: {}, desc: {} } })

/** RESOLUTION is what an upsert does with rows that exist. */
export const RESOLUTION = new GraphQLEnumType({
  name: 'Resolution',
  description: 'What happens to a row that exists: it takes the new values, or stays as it is.',
  values: { merge_duplicates: { value: 'merge' }, ignore_duplicates: { value: 'ignore' } },
})

/** FIXED are the types that all projects share. */
export const FIXED: readonly GraphQLNamedType[] = [
  DIRECTION,
  RESOLUTION,
  ...ALL_SCALARS.flatMap((scalar) => [scalar, comparisonOf(scalar)]),
]

/** PAGE are the arguments of a list that choose a page of it. */
export const PAGE = {
  limit: {
    type: GraphQLInt,
    description: `${LIST_LIMITS.default} where nothing is said, at most ${LIST_LIMITS.max}.`,
  },
  offset: { type: GraphQLInt },
}

/** list is a list without nulls in it. */
export function list<T extends GraphQLObjectType | GraphQLInputObjectType | GraphQLEnumType>(type: T) {
  return new GraphQLList(new GraphQLNonNull(type))
}

/** URL_TYPE is the address of a file. It is made for each answer, so that nothing is sorted or filtered by it. */
export const URL_TYPE: GraphQLFieldConfig<unknown, unknown> = {
  type: new GraphQLNonNull(GraphQLString),
  description: 'Where the bytes are, for an hour; of a public bucket for good.',
}

/** outputOf returns the type of a column in a row. */
export function outputOf({ data_type, required }: ColumnShape): GraphQLOutputType {
  return required ? new GraphQLNonNull(scalarOf(data_type)) : scalarOf(data_type)
}

/** inputOf returns the type of a column in a write. The owner of a row is filled in for users, so that nobody must name it. */
export function inputOf(
  table: TableShape,
  column: ColumnShape,
  mode: 'insert' | 'update',
): GraphQLInputFieldConfig {
  const type = scalarOf(column.data_type)
  const needed = column.required && !column.has_default && column.name !== table.owner_column
  return { type: mode === 'insert' && needed ? new GraphQLNonNull(type) : type }
}
