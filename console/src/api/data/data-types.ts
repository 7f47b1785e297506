// The types of columns in the order in which they are offered, each with a value as an example.
import type { DataType } from '#api/client/schemas.ts'

const ID = '00000000-0000-7000-8000-000000000001'

/** TYPE_EXAMPLES are values that columns take; those of an enum are its own. */
export const TYPE_EXAMPLES: Readonly<Record<DataType, unknown>> = {
  string: 'Utengano',
  text: 'Utengano',
  char: 'U',
  integer: 1,
  smallint: 1,
  bigint: 1,
  serial: 1,
  decimal: 12.5,
  float: 12.5,
  money: 12.5,
  boolean: true,
  date: '2026-01-15',
  timestamp: '2026-01-15T08:30:00Z',
  time: '08:30:00',
  interval: '1 day',
  uuid: ID,
  json: { colour: 'blue' },
  jsonb: { colour: 'blue' },
  enum: '',
  email: 'amina@example.com',
  phone: '+255712345678',
  file: ID,
  bytea: '\\x4d73',
  inet: '192.0.2.1',
}

/** DATA_TYPES are all types of columns. */
export const DATA_TYPES = Object.keys(TYPE_EXAMPLES) as DataType[]
