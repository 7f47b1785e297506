// What PostgreSQL says to DDL, as outcomes of the API (spec 7): other than with rows, it is mostly about what is there.
import pg from 'pg'
import { AppError, type ErrorCode } from '#platform/errors/app-error.ts'

const { DatabaseError } = pg

// Without a sentence of its own, an error keeps PostgreSQL's.
const CODES: Readonly<Record<string, readonly [ErrorCode, string?]>> = {
  '0A000': ['conflict'],
  '23502': ['conflict', 'There are rows without a value, which the column would require.'],
  '23503': ['conflict'],
  '23505': ['conflict', 'There are rows with the same value, which would have to be unique.'],
  '23514': ['conflict', 'There are rows whose value the column would not take.'],
  '2BP01': ['conflict'],
  '42701': ['conflict', 'There is a column of that name already.'],
  '42710': ['conflict', 'Something in this project has that name already.'],
  '42804': ['invalid_input'],
  '42830': ['invalid_input'],
  '42846': ['invalid_input'],
  '42P07': ['conflict', 'Something in this project has that name already.'],
  '54000': ['conflict'],
  '54011': [
    'conflict',
    'The table takes no more columns: PostgreSQL counts those that were dropped, 1600 in all.',
  ],
  '55006': ['conflict'],
  '55P03': ['conflict', 'The table is in use by a long request or by another change. Try again.'],
}

/** translateDdlError turns an error of PostgreSQL during a change of schema into an AppError. */
export function translateDdlError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  const outcome = CODES[error.code ?? '']
  if (outcome === undefined) return error
  const [code, friendly] = outcome
  const message = friendly ?? spoken([error.message, error.code === '2BP01' ? error.detail : undefined])
  return new AppError(code, message, { details: { sqlstate: error.code }, cause: error })
}

// A project's schema has a name that means nothing to its people.
function spoken(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .map((part) => part.replaceAll(/\bp_[0-9a-f]{32}\./g, '').replaceAll('\n', '; '))
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}${part.endsWith('.') ? '' : '.'}`)
    .join(' ')
}
