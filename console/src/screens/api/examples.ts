// Values that a column takes, as examples.
import type { Column, Table } from '#api/client/schemas.ts'

const ID = '00000000-0000-7000-8000-000000000001'

const EXAMPLES: Readonly<Record<Column['data_type'], unknown>> = {
  string: 'Utengano',
  text: 'Utengano',
  char: 'U',
  integer: 1,
  smallint: 1,
  bigint: 1,
  serial: 1,
  decimal: 12.5,
  money: 12.5,
  float: 12.5,
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

/** exampleOf returns a value that fits a column. */
export function exampleOf({ data_type, enum_values }: Column): unknown {
  return data_type === 'enum' ? (enum_values?.[0] ?? '') : EXAMPLES[data_type]
}

/** isWritten is whether clients write a column; the server fills the others in. */
export function isWritten({ is_system, data_type }: Column): boolean {
  return !is_system && data_type !== 'serial'
}

const MOST_COLUMNS = 8

/** rowOf returns a row with the columns that are required, and some others. */
export function rowOf({ columns }: Table): Readonly<Record<string, unknown>> {
  const written = columns.filter(isWritten)
  // Ids of other rows and of files exist nowhere; they are shown only where the table wants one.
  const shown = written.filter(
    ({ required, data_type }, at) =>
      required || (at < MOST_COLUMNS && data_type !== 'uuid' && data_type !== 'file'),
  )
  return Object.fromEntries(shown.map((column) => [column.name, exampleOf(column)]))
}
