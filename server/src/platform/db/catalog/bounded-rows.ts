// How much metadata of one project is read at once. The API makes far less; code of a project may write its own.
import { conflict } from '#platform/errors/app-error.ts'

/** MOST are the bounds of what is read of one project; every list asks PostgreSQL for one row more at most. */
export const MOST = {
  /** columns of all tables and views together. */
  columns: 100_000,
  relationships: 10_000,
  /** policies of one table. */
  policies: 1000,
  /** labels of one enum. */
  labels: 1000,
  /** functions, triggers or views. */
  objects: 1000,
} as const

/** bounded returns the rows, or throws a 409 that says of what there is too much. */
export function bounded<Row>(rows: Row[], most: number, what: string): Row[] {
  if (rows.length <= most) return rows
  throw conflict(
    'limit_reached',
    `There are more than ${most} ${what}, which is more than can be read. Drop some of them.`,
  )
}
