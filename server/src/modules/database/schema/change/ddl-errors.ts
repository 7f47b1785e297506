// Translates PostgreSQL's errors for DDL into those of the API. Unlike for rows, most are conflicts.
import pg from 'pg'
import { isTwiceInCatalog, toSentences } from '#platform/db/database-sentences.ts'
import { AppError, type ErrorCode } from '#platform/errors/app-error.ts'

const { DatabaseError } = pg

// Codes without a message here keep PostgreSQL's.
const CODES: Readonly<Record<string, readonly [ErrorCode, string?]>> = {
  '0A000': ['conflict'],
  '23502': [
    'values_in_the_way',
    'Some rows have no value in this column. Fill it in before you make it required.',
  ],
  '23503': ['values_in_the_way'],
  '23505': ['values_in_the_way', 'Some rows have the same value. Make the values unique first.'],
  '23514': [
    'values_in_the_way',
    'Some rows have a value that the column would not accept. Change these values first.',
  ],
  '2BP01': ['in_use'],
  '42701': ['already_exists', 'A column with this name already exists.'],
  // An index of the column needs an order that the new type does not have.
  '42704': ['invalid_input'],
  '42710': ['already_exists', 'An object with this name already exists in this project. Use another name.'],
  '42723': [
    'already_exists',
    'A function with this name and these arguments exists already. Use another name, or change that one.',
  ],
  '42804': ['invalid_input'],
  '42830': ['invalid_input'],
  '42846': ['invalid_input'],
  '42P16': ['invalid_input'],
  '42P07': ['already_exists', 'An object with this name already exists in this project. Use another name.'],
  '54000': ['limit_reached'],
  '54011': [
    'limit_reached',
    'The table can have no more columns: PostgreSQL allows 1600, including dropped ones.',
  ],
  '55006': ['in_use'],
  '55P03': ['in_use', 'The table is in use by a long request or by another change. Try again.'],
}

/** translateDdlError returns an AppError for an error of PostgreSQL, and any other error unchanged. */
export function translateDdlError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  const outcome = CODES[isTwiceInCatalog(error) ? '42710' : (error.code ?? '')]
  if (outcome === undefined) return error
  const [code, friendly] = outcome
  const message = friendly ?? toSentences([error.message, error.code === '2BP01' ? error.detail : undefined])
  return new AppError(code, message, { details: { sqlstate: error.code }, cause: error })
}
