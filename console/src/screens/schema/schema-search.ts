// The state of the screen of the schema, as the address has it.
const COLUMN_ACTS = ['add', 'rename', 'change', 'drop'] as const

/** ColumnAct is what is done with a column; a new one has no name yet. */
export type ColumnAct = (typeof COLUMN_ACTS)[number]

/** SchemaSearch is what of the schema is shown. */
export interface SchemaSearch {
  readonly table?: string | undefined
  readonly tab?: string | undefined
  /** object is the name of the view, function or trigger that is open. */
  readonly object?: string | undefined
  /** act is which form of a column is open; `column` is its name. */
  readonly act?: ColumnAct | undefined
  readonly column?: string | undefined
  /** near is the table in the diagram that is shown with its neighbours alone. */
  readonly near?: string | undefined
}

// A name of digits is a number in an address.
const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined

/** schemaSearchOf reads the address, and leaves out what it does not know. */
export function schemaSearchOf(raw: Record<string, unknown>): SchemaSearch {
  return {
    table: text(raw.table),
    tab: text(raw.tab),
    object: text(raw.object),
    act: COLUMN_ACTS.find((one) => one === raw.act),
    column: text(raw.column),
    near: text(raw.near),
  }
}
