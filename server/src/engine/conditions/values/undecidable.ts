// How the JavaScript side of a condition says that only PostgreSQL can decide.

/** UNDECIDABLE is thrown, while compiling or for one row, where JavaScript cannot be sure of PostgreSQL's answer. */
export const UNDECIDABLE = new Error('only PostgreSQL can decide this condition')

/** undecidable returns up: there is no closure, or no answer for this row. */
export function undecidable(): never {
  throw UNDECIDABLE
}
