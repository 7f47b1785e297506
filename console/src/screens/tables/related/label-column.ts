// By which column people know the rows of a table.
import type { Table } from '#api/client/schemas.ts'

const LABELS = ['name', 'title', 'label', 'full_name', 'slug', 'email', 'code']
const TEXTS = new Set(['string', 'text', 'email', 'char'])

/** labelColumn returns the column by which people know the rows of a table: one of a telling name, the first text, or the id. */
export function labelColumn({ columns }: Table): string {
  const texts = columns.filter(({ data_type }) => TEXTS.has(data_type))
  const named = LABELS.flatMap((label) => texts.find(({ name }) => name === label) ?? [])
  return (named[0] ?? texts[0])?.name ?? 'id'
}
