// Values that a column takes, as examples.
import type { Column, Table } from '#api/client/schemas.ts'
import { TYPE_EXAMPLES } from '#api/data/data-types.ts'

/** exampleOf returns a value that fits a column. */
export function exampleOf({ data_type, enum_values }: Column): unknown {
  return data_type === 'enum' ? (enum_values?.[0] ?? '') : TYPE_EXAMPLES[data_type]
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
