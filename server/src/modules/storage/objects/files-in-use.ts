// Files that rows hold in a `file` column with the rule `restrict`: they cannot be deleted before these rows.
import type { CallerKind } from '#engine/conditions/sql/caller-sql.ts'
import { AppError, conflict } from '#platform/errors/app-error.ts'

/** FileUse is a column that holds a file. */
export interface FileUse {
  readonly table: string
  readonly column: string
}

const FOREIGN_KEY = '23503'
const MAY_KNOW: ReadonlySet<CallerKind> = new Set(['dashboard', 'secret'])

/** inUse returns the 409 of a file that is in use; only callers who may see all tables are told by which column. */
export function inUse(what: string, kind: CallerKind, { table, column }: FileUse): AppError {
  if (!MAY_KNOW.has(kind)) return conflict('in_use', `${what} is still in use.`)
  return conflict(
    'in_use',
    `${what} is still in use by ${table}.${column}. Change those rows first, or set on_delete of that column to set_null.`,
    { table, column },
  )
}

/** useIn returns the column that a deletion was refused for, if it was. */
export function useIn(error: unknown): FileUse | undefined {
  if (!(error instanceof AppError) || error.status !== 409) return undefined
  const { code, table, column } = (error.cause ?? {}) as { code?: string } & Partial<FileUse>
  return code === FOREIGN_KEY && table && column ? { table, column } : undefined
}
