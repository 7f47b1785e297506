// The scalars of the data types. Numbers beyond a double travel as their digits: a bigint goes through unrounded.

import {
  type ConstValueNode,
  GraphQLBoolean,
  GraphQLError,
  GraphQLFloat,
  GraphQLInt,
  GraphQLScalarType,
  GraphQLString,
  Kind,
} from 'graphql'
import type { BaseType } from '#engine/shapes/base-types.ts'
import { type DataType, TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { rawJson } from '#engine/shapes/raw-json.ts'
import { exactNumber } from '#platform/json/exact-json.ts'

/** scalarOf returns the scalar of a data type. */
export function scalarOf(type: DataType): GraphQLScalarType {
  return SCALARS[TYPE_FACTS[type].base]
}

/** UUID is the scalar of ids. */
export const UUID = textScalar('UUID', 'A UUID, such as 0198c0de-0000-7000-8000-000000000000.')

const BIG_INT = numberScalar('BigInt', 'A whole number of 64 bits, as a number or as a text of its digits.')
const DECIMAL = numberScalar(
  'Decimal',
  'A decimal number of any length, as a number or as a text of its digits.',
)
const TIMESTAMP = textScalar('Timestamp', 'A moment, such as 2026-01-31T14:30:00Z.')
const DATE = textScalar('Date', 'A day, such as 2026-01-31.')
const TIME = textScalar('Time', 'A time of day, such as 14:30:00.')
const INTERVAL = textScalar('Interval', 'A length of time, such as 2 days 03:00:00.')
const BYTES = textScalar('Bytes', 'Bytes as hexadecimal digits behind \\x.')
const INET = textScalar('Inet', 'An address of a host or a network.')

/** JSON_VALUE is any JSON value. */
const JSON_VALUE = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any JSON value.',
  coerceInputValue: (value) => value,
  coerceInputLiteral: jsonOf,
})

const SCALARS: Readonly<Record<BaseType, GraphQLScalarType>> = {
  text: GraphQLString,
  int4: GraphQLInt,
  int2: GraphQLInt,
  int8: BIG_INT,
  numeric: DECIMAL,
  float8: GraphQLFloat,
  bool: GraphQLBoolean,
  date: DATE,
  timestamptz: TIMESTAMP,
  time: TIME,
  interval: INTERVAL,
  uuid: UUID,
  json: JSON_VALUE,
  jsonb: JSON_VALUE,
  // Labels may be any text, which names in GraphQL may not.
  enum: GraphQLString,
  char: GraphQLString,
  bytea: BYTES,
  inet: INET,
}

/** ALL_SCALARS are those of all data types. */
export const ALL_SCALARS: readonly GraphQLScalarType[] = [...new Set(Object.values(SCALARS))]

/** textOf returns the text of a value of any scalar but JSON, as a filter takes it. */
export function textOf(value: unknown): string {
  return exactNumber(value) ?? String(value)
}

// What a text or a number means is checked by the engine against the column, so that all dialects refuse alike.
function textScalar(name: string, description: string): GraphQLScalarType {
  return new GraphQLScalarType({
    ...{ name, description },
    coerceInputValue: (value) => {
      if (typeof value === 'string') return value
      throw new GraphQLError(`${name} must be a text.`)
    },
    coerceInputLiteral: (node) => (node.kind === Kind.STRING ? node.value : undefined),
  })
}

function numberScalar(name: string, description: string): GraphQLScalarType {
  return new GraphQLScalarType({
    ...{ name, description },
    coerceInputValue: (value) => {
      const digits = exactNumber(value) ?? (typeof value === 'number' ? String(value) : value)
      if (typeof digits === 'string') return digits
      throw new GraphQLError(`${name} must be a number, or a text of its digits.`)
    },
    coerceInputLiteral: (node) =>
      node.kind === Kind.INT || node.kind === Kind.FLOAT || node.kind === Kind.STRING
        ? node.value
        : undefined,
  })
}

function jsonOf(node: ConstValueNode): unknown {
  switch (node.kind) {
    case Kind.NULL:
      return null
    case Kind.LIST:
      return node.values.map(jsonOf)
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, jsonOf(value)]))
    case Kind.INT:
    case Kind.FLOAT:
      return /[eE][+-]?\d{4}/.test(node.value) ? undefined : rawJson(node.value)
    default:
      return node.value
  }
}
