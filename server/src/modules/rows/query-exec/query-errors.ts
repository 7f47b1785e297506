// What is wrong with a query, said at its place in the client's text. What PostgreSQL says of the written text is led
// back to it, without the names that only the written text has.
import pg from 'pg'
import { SqlError, sentenceOf } from '#engine/parser/sql-error.ts'
import { locate, type ReadQuery } from '#engine/sql/query.ts'
import { AppError, conflict, forbidden, invalidInput } from '#platform/errors/app-error.ts'
import { type BoundSql, fieldOf } from './query-params.ts'

const { DatabaseError } = pg
type Names = BoundSql['names']
type PostgresError = InstanceType<typeof DatabaseError>

const FRIENDLY: Readonly<Record<string, string>> = {
  '57014': 'The query took too long and was stopped. Read fewer rows, or filter by an indexed column.',
  '53200': 'The query needs more memory than it may use.',
  '53400': 'The query needs more temporary space than it may use. Sort or group fewer rows.',
  '54000': 'The query makes a value that is too large.',
  '54001': 'The query is nested too deeply.',
  '54011': 'The query has too many columns.',
  '54023': 'A function in the query has too many arguments.',
}

/** explainRefusal turns the engine's refusal into a 400. */
export function explainRefusal(error: unknown, sql: string, names: Names): unknown {
  if (!(error instanceof SqlError)) return error
  return invalidInput(sentenceOf(withNames(error.message, names)), placeIn(sql, error.position))
}

/** explainFailure turns PostgreSQL's error into one that speaks of the client's text; others pass unchanged. */
export function explainFailure(error: unknown, sql: string, query: ReadQuery, names: Names): unknown {
  const cause = error instanceof AppError ? error.cause : error
  if (!(cause instanceof DatabaseError)) return error
  const code = cause.code ?? ''
  if (code === '42501' || code === '25006')
    return forbidden('policy_denied', 'These credentials do not have access to all that this query reads.')
  if (code === '57014' && / user /.test(cause.message))
    return conflict('cancelled', 'The query was cancelled.', { sqlstate: code })
  const friendly = FRIENDLY[code] ?? (/memory/.test(cause.message) ? FRIENDLY['54000'] : undefined)
  if (friendly !== undefined)
    return new AppError('invalid_input', friendly, { cause, details: { sqlstate: code } })
  // Metadata was read just before somebody changed the schema, or a policy is at fault: that has been said already.
  if (['42P01', '42703', '42P17'].includes(code) || !/^(?:22|42|21|0A)/.test(code)) return error
  const number = / parameter \$(\d+)/.exec(cause.where ?? '')?.[1]
  const field = number === undefined ? '' : `${fieldOf(names, Number(number) - 1)}: `
  const message = sentenceOf(withNames(plain(cause.message), names))
  return new AppError('invalid_input', `${field}${message}`, {
    cause,
    details: { sqlstate: code, ...placeIn(sql, positionIn(cause, query)), ...hintOf(cause) },
  })
}

// PostgreSQL knows parameters by their numbers.
function withNames(message: string, names: Names): string {
  return message.replace(/\$(\d+)/g, (text, number) => {
    const name = names?.[Number(number) - 1]
    return name === undefined ? text : `:${name}`
  })
}

function positionIn({ position }: PostgresError, query: ReadQuery): number | undefined {
  return position === undefined ? undefined : query.positionOf(Number(position))
}

function placeIn(sql: string, position: number | undefined): object {
  return position === undefined ? {} : { position, ...locate(sql, position) }
}

function hintOf({ hint }: PostgresError): object {
  return hint === undefined || hint !== plain(hint) ? {} : { hint }
}

function plain(message: string): string {
  return message.replace(/"t\$\d+"\.|\bt\$\d+\./g, '').replace(/\b(?:pg_catalog|p_[0-9a-f]{32})\./g, '')
}
