// Errors about definitions: dependent objects, and errors with their position.
import pg from 'pg'
import { AppError, conflict, invalidInput } from '#platform/errors/app-error.ts'
import type { Dependent } from './dependents.store.ts'

/** refuseDependents throws a 409 that names the dependents, unless `cascade` drops them too. */
export function refuseDependents(what: string, dependents: readonly Dependent[], cascade: boolean): void {
  // Policies are never dropped by cascade: without a `deny` policy a table would silently lose protection.
  const policies = dependents.some(({ kind }) => kind === 'policy')
  if (dependents.length === 0 || (cascade && !policies)) return
  const names = dependents.map(({ kind, name }) => `${kind} ${name}`)
  const advice = policies
    ? 'Change or delete these policies first'
    : 'Add ?cascade=true to remove these as well'
  throw conflict('in_use', `${what} is used by ${names.join(', ')}. ${advice}.`, { dependents })
}

// SQLSTATE classes of errors in the definition itself.
const DEFINITION_ERRORS = /^(42|22|0A|2F|54|P0)/
const CONFLICT_CODES: ReadonlySet<string> = new Set(['42P07', '42723', '42710', '42P16'])

/** FieldAt names the field that an error is about, by its place in the statement from 0 and its SQLSTATE, if known. */
export type FieldAt = string | ((position: number | undefined, sqlstate?: string) => string)

/** fieldNameAt returns the name. */
export function fieldNameAt(field: FieldAt, position: number | undefined, sqlstate?: string): string {
  return typeof field === 'string' ? field : field(position, sqlstate)
}

/** withFieldError turns PostgreSQL's errors about a definition into a 400 for the field, with the position. */
export async function withFieldError<T>(fieldAt: FieldAt, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const code = error.code ?? ''
    const position = error.position === undefined ? undefined : Number(error.position)
    const field = fieldNameAt(fieldAt, position && position - 1, code)
    if (code === '42501') throw new AppError('forbidden', `${field}: ${error.message}.`, { cause: error })
    if (!DEFINITION_ERRORS.test(code) || CONFLICT_CODES.has(code)) throw error
    const hint = error.hint === undefined ? '' : ` ${error.hint}`
    throw invalidInput(`${field}: ${error.message}.${hint}`, {
      fields: [field],
      sqlstate: code,
      position,
    })
  }
}
