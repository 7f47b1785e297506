// Which columns of a table a write may name.
import type { ColumnShape, TableShape } from './shape.ts'

const SERVER_FILLED: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'deleted_at'])

/** whyUnwritable says why no write may name a column, as the rest of a sentence; undefined where one may. */
export function whyUnwritable({
  name,
  is_generated,
}: Pick<ColumnShape, 'name' | 'is_generated'>): string | undefined {
  if (SERVER_FILLED.has(name)) return 'is filled in by the server and cannot be written'
  return is_generated ? 'is computed from other columns and cannot be written' : undefined
}

/** isNeeded reports whether an insert must name a column. The owner of a row is filled in where a user inserts it. */
export function isNeeded(
  { name, required, has_default }: ColumnShape,
  { owner_column }: TableShape,
): boolean {
  return required && !has_default && name !== owner_column
}
