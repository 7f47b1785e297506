// PostgreSQL's error codes as outcomes of the API, in this one place.
import pg from 'pg'
import { AppError, type ErrorCode } from '#platform/errors/app-error.ts'

const { DatabaseError } = pg

// Codes that concern the request. What is not listed is our own fault and becomes a 500.
const CODES: Record<string, readonly [ErrorCode, string?]> = {
  '21000': ['invalid_input'],
  '23001': ['in_use'],
  '23502': ['invalid_input'],
  '23503': ['reference_missing'],
  '23505': ['already_exists'],
  '23514': ['invalid_input'],
  '23P01': ['conflict'],
  '40001': ['changed_meanwhile', 'Another request changed the same rows at the same time. Try again.'],
  '40P01': ['changed_meanwhile', 'Another request changed the same rows at the same time. Try again.'],
  // Metadata was read just before somebody changed the schema.
  '42P01': ['changed_meanwhile', 'The table has just been changed. Try again.'],
  '42703': ['changed_meanwhile', 'The table has just been changed. Try again.'],
  '428C9': ['invalid_input'],
  '42P10': ['invalid_input'],
  '42501': ['policy_denied', 'The policies of this table do not allow this.'],
  '42P17': [
    'invalid_input',
    'The policies of this table refer to each other in a circle: create or change one of them to see how.',
  ],
  '54000': ['invalid_input', 'The request is too complex.'],
  '54001': ['invalid_input', 'The request is nested too deeply.'],
  '54023': ['invalid_input', 'The request has too many values.'],
  '55P03': ['changed_meanwhile', 'The rows are locked by another request. Try again.'],
  '57014': ['timeout'],
  '57P01': ['unavailable'],
  '57P02': ['unavailable'],
  '57P03': ['unavailable'],
  '53300': ['unavailable'],
  '53400': ['unavailable'],
  // The server's own: the id of a file that is missing or hidden; a row of a watched table that is too large.
  MS404: ['invalid_input'],
  MS413: ['payload_too_large'],
}

// Whole classes: data exceptions (22) are always about a value; P0001 is RAISE in a project's own function.
const CLASSES: Record<string, readonly [ErrorCode, string?]> = {
  '08': ['unavailable'],
  '22': ['invalid_input'],
  P0: ['invalid_input'],
}

const OF_PROJECT = ['invalid_input'] as const

// Whatever fails within a function that a project wrote is the project's to mend. The server's own hold a $ or stand in
// schemas of the server.
function isOfProject({ where }: InstanceType<typeof DatabaseError>): boolean {
  const [, name] = where?.match(/(?:PL\/pgSQL|SQL) function "?([^"\s(]+)/) ?? []
  return name !== undefined && /^(?:p_[0-9a-f]{32}\.)?[^.$]+$/.test(name)
}

/** isConnectionLoss is true where the connection broke, so that it is unknown whether the statement ran. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(57P0[123]|08)/.test(error.code ?? '')
  return (
    error instanceof Error &&
    !(error instanceof AppError) &&
    /terminated|ECONN|EPIPE|ENOENT|timeout expired/i.test(
      `${error.message} ${(error as NodeJS.ErrnoException).code ?? ''}`,
    )
  )
}

/** mayBeCommitted is true where the connection broke under statements of the executor, so that it is unknown what became of them. */
export function mayBeCommitted(error: unknown): boolean {
  return isConnectionLoss(error instanceof AppError ? error.cause : error)
}

/**
 * translateError turns an error of PostgreSQL or of the connection into an AppError; others pass unchanged. To a caller
 * that is `guarded`, a publishable key or a project user, it names no other table than the one that was asked for.
 */
export function translateError(error: unknown, guarded = false): unknown {
  if (error instanceof DatabaseError)
    return guarded && isForeignKey(error) ? guardedForeignKey(error) : translateDatabaseError(error)
  if (isConnectionLoss(error)) return new AppError('unavailable', undefined, { cause: error })
  return error
}

function translateDatabaseError(error: InstanceType<typeof DatabaseError>): unknown {
  const code = error.code ?? ''
  const outcome =
    wordsOf(error) ??
    CODES[code] ??
    CLASSES[code.slice(0, 2)] ??
    (isOfProject(error) ? OF_PROJECT : undefined)
  if (outcome === undefined) return error
  const [name, friendly] = outcome
  const message =
    friendly ?? (name === 'unavailable' || name === 'timeout' ? undefined : describe(error, code))
  const reason = isForeignKey(error) ? foreignKeyCode(error) : name
  return new AppError(reason, message, { details: detailsOf(error), cause: error })
}

// Codes that PostgreSQL uses for many things: what was wrong follows from the routine that found it.
const ROUTINES: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ExecOnConflictUpdate: ['invalid_input', 'The request writes the same row twice.'],
  infer_arbiter_indexes: [
    'invalid_input',
    'on_conflict must name the columns of a unique constraint, or id.',
  ],
}

// Said of the request's own statement, they would be untrue of what a function of the project does.
const OF_STATEMENT: ReadonlySet<string> = new Set(['21000', '42P01', '42703', '42P10', '54023'])

// Compiled statements have no syntax errors of their own, but what somebody searches for may.
function wordsOf(error: InstanceType<typeof DatabaseError>): readonly [ErrorCode, string?] | undefined {
  const { code = '', file, routine = '' } = error
  if (OF_STATEMENT.has(code))
    return isOfProject(error) ? OF_PROJECT : Object.hasOwn(ROUTINES, routine) ? ROUTINES[routine] : undefined
  if (code !== '42601' || !/^ts(?:query|vector)/.test(file ?? '')) return undefined
  return [
    'invalid_input',
    'The words of a search with fts are joined by & and |; plfts and wfts take any text.',
  ]
}

function describe(error: InstanceType<typeof DatabaseError>, code: string): string {
  if (code === '23502') return `${error.column ?? 'A column'} is required.`
  if (code === '23505') return `A row with the same ${columnsOf(error) ?? 'value'} exists already.`
  if (isForeignKey(error)) return foreignKey(error)
  const text = error.message
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}

// DETAIL: Key (email)=(a@b.c) already exists. The value is not repeated: it may be another user's.
function columnsOf({ detail, constraint }: InstanceType<typeof DatabaseError>): string | undefined {
  return detail?.match(/^Key \((.*?)\)=/)?.[1] ?? columnIn(constraint)
}

// Under row-level security PostgreSQL keeps the columns to itself. A name that was too long holds a hash instead.
function columnIn(constraint: string | undefined): string | undefined {
  if (constraint?.endsWith('$pkey')) return 'id'
  const column = constraint?.match(/^[^$]+\$([^$]+)\$f?key$/)?.[1]
  return column === undefined || /^[0-9a-f]{16}$/.test(column) ? undefined : column
}

function isForeignKey({ code }: InstanceType<typeof DatabaseError>): boolean {
  return code === '23503' || code === '23001'
}

function isReferring({ detail = '' }: InstanceType<typeof DatabaseError>): boolean {
  return detail.includes('is not present in table')
}

const foreignKeyCode = (error: InstanceType<typeof DatabaseError>) =>
  isReferring(error) ? 'reference_missing' : 'in_use'

// The names of a constraint and of its table are as telling as the message.
function guardedForeignKey(error: InstanceType<typeof DatabaseError>): AppError {
  const message = isReferring(error)
    ? `${columnsOf(error) ?? 'A value'} refers to a row that does not exist.`
    : 'The row is still referred to by other rows.'
  return new AppError(foreignKeyCode(error), message, { details: { sqlstate: error.code }, cause: error })
}

// DETAIL: Key (album_id)=(…) is not present in table "albums". / … is still referenced from table "tracks".
function foreignKey(error: InstanceType<typeof DatabaseError>): string {
  const { detail } = error
  const column = columnsOf(error) ?? 'A value'
  const missing = detail?.match(/is not present in table "(.*)"/)?.[1]
  if (missing !== undefined) return `${column} refers to a row of ${missing} that does not exist.`
  const referencing = detail?.match(/referenced from table "(.*)"/)?.[1]
  return `The row is still referred to by rows of ${referencing ?? 'another table'}.`
}

function detailsOf(error: InstanceType<typeof DatabaseError>): Record<string, unknown> {
  const given = {
    constraint: error.constraint,
    column: error.column,
    table: error.table,
    sqlstate: error.code,
    fields: error.code === '23505' ? columnsOf(error)?.split(', ') : undefined,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
