// What goes wrong with definitions: dependents that stand in the way, and errors with their place (spec 4.13, 7).
import pg from 'pg'
import { AppError, conflict, invalidInput } from '#platform/errors/app-error.ts'
import type { Dependent } from './dependents.store.ts'

/** refuseDependents throws a 409 that names what would break, unless it is to go as well. */
export function refuseDependents(what: string, dependents: readonly Dependent[], cascade: boolean): void {
  // Policies are never taken along: with one that denies, a table would lose protection in silence.
  const policies = dependents.some(({ kind }) => kind === 'policy')
  if (dependents.length === 0 || (cascade && !policies)) return
  const names = dependents.map(({ kind, name }) => `${kind} ${name}`)
  const advice = policies
    ? 'Change or delete these policies first'
    : 'Add ?cascade=true to remove these as well'
  throw conflict(`${what} is used by ${names.join(', ')}. ${advice}.`, { dependents })
}

// What PostgreSQL says of a definition that means nothing to it.
const OF_THE_DEFINITION = /^(42|22|0A|2F|P0)/
const ABOUT_WHAT_IS_THERE: ReadonlySet<string> = new Set(['42P07', '42723', '42710', '42P16'])

/** locating turns PostgreSQL's errors about a definition into a 400 of the field, with the position. */
export async function locating<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const code = error.code ?? ''
    if (code === '42501') throw new AppError('forbidden', `${field}: ${error.message}.`, { cause: error })
    if (!OF_THE_DEFINITION.test(code) || ABOUT_WHAT_IS_THERE.has(code)) throw error
    const hint = error.hint === undefined ? '' : ` ${error.hint}`
    throw invalidInput(`${field}: ${error.message}.${hint}`, {
      fields: [field],
      sqlstate: code,
      position: error.position === undefined ? undefined : Number(error.position),
    })
  }
}
