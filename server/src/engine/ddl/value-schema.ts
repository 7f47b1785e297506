// The JSON Schema 2020-12 of a column's values, as the data API returns and accepts them.
import {
  type DataType,
  type Family,
  MAX_EMAIL,
  PHONE_PATTERN,
  TYPE_FACTS,
} from '#engine/shapes/data-types.ts'

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

const FAMILIES: Readonly<Record<Family, ValueSchema>> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  temporal: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  json: {},
  bytes: { type: 'string', pattern: '^\\\\x(?:[0-9a-f]{2})*$' },
  inet: { type: 'string' },
}

const TYPES: Readonly<Partial<Record<DataType, ValueSchema>>> = {
  date: { format: 'date' },
  timestamp: { format: 'date-time' },
  email: { format: 'email', maxLength: MAX_EMAIL },
  phone: { pattern: PHONE_PATTERN },
}

/** valueSchema returns the schema of a value that is not null. */
export function valueSchema({ data_type, max_length, enum_values }: ValueType): ValueSchema {
  const { family, range } = TYPE_FACTS[data_type]
  // A larger bound would lose digits as a double.
  const bounded = range !== undefined && range[1] <= BigInt(Number.MAX_SAFE_INTEGER)
  return {
    ...FAMILIES[family],
    ...TYPES[data_type],
    ...(bounded ? { minimum: Number(range[0]), maximum: Number(range[1]) } : {}),
    ...(max_length === undefined ? {} : { maxLength: max_length }),
    ...(enum_values.length === 0 ? {} : { enum: enum_values }),
  }
}
