// What the row of a column and its details take.
import type { TypedColumn } from './table-draft.ts'

/** RowProps are a row; `path` is where the API has its fields, `link` those of its relationship, and `problems` are by such paths. */
export interface RowProps {
  readonly row: TypedColumn
  readonly path: string
  readonly link: string
  readonly problems: ReadonlyMap<string, string>
  readonly onChange: (changes: Partial<TypedColumn>) => void
}
