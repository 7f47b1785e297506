// The JSON Schema 2020-12 of a column's values, as the data API returns and accepts them.
import { FAMILIES, type ValueKind } from '#engine/shapes/base-types.ts'
import { type DataType, TYPE_FACTS } from '#engine/shapes/data-types.ts'

/** ValueSchema is a JSON Schema of a value. */
export type ValueSchema = Record<string, unknown>

/** ValueType is what a schema must know of a column. */
export interface ValueType {
  readonly data_type: DataType
  /** max_length is how many characters a `string` or `char` column holds. */
  readonly max_length: number | undefined
  /** enum_values are the labels of an enum column; empty for every other type. */
  readonly enum_values: readonly string[]
}

const JSON_TYPES: Readonly<Record<ValueKind, ValueSchema>> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  json: {},
}

/** valueSchema returns the schema of a value that is not null. */
export function valueSchema({ data_type, max_length, enum_values }: ValueType): ValueSchema {
  const { family, range, schema } = TYPE_FACTS[data_type]
  const { kind, schema: ofFamily } = FAMILIES[family]
  // A larger bound would lose digits as a double.
  const bounded = range !== undefined && range[1] <= BigInt(Number.MAX_SAFE_INTEGER)
  return {
    ...JSON_TYPES[kind],
    ...ofFamily,
    ...schema,
    ...(bounded ? { minimum: Number(range[0]), maximum: Number(range[1]) } : {}),
    ...(max_length === undefined ? {} : { maxLength: max_length }),
    ...(enum_values.length === 0 ? {} : { enum: enum_values }),
  }
}
