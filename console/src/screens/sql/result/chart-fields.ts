// Which columns of a result can be drawn.
import type { SqlResult } from '#api/data/sql.ts'

/** Fields are the names of the columns that can stand on either axis. */
export interface Fields {
  readonly numbers: readonly string[]
  /** labels are all columns of scalars: categories, moments and numbers. */
  readonly labels: readonly string[]
}

/** MOST_POINTS is how many rows a chart draws. */
export const MOST_POINTS = 1000

/** fieldsOf returns the columns that can be drawn. */
export function fieldsOf({ columns, rows }: SqlResult): Fields {
  const kinds = columns.map((name) => {
    const values = rows.map((row) => row[name]).filter((value) => value !== null)
    const numeric = values.length > 0 && values.every((value) => numberOf(value) !== null)
    const scalar = values.every((value) => numberOf(value) !== null || typeof value !== 'object')
    return { name, numeric, scalar }
  })
  return {
    numbers: kinds.filter(({ numeric }) => numeric).map(({ name }) => name),
    labels: kinds.filter(({ scalar }) => scalar).map(({ name }) => name),
  }
}

/** numberOf returns a value as the number that a chart draws, also of a number with more digits; null where it is none. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  // See parseExact: a number that JavaScript would round is an object that JSON writes as it came.
  if (typeof value !== 'object' || value === null) return null
  const text = JSON.stringify(value)
  return /^-?\d/.test(text) ? Number(text) : null
}
