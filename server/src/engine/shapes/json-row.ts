// A row as JSON, as live changes and requests carry it.

/** JsonRow is a row by the names of its columns; a column that is not known is left out. */
export type JsonRow = Readonly<Record<string, unknown>>
