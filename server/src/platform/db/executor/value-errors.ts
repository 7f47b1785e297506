// What is wrong with a query, or with a value that PostgreSQL refused: its message alone rarely says where.

import { NO_FILE } from '#engine/ddl/ddl-file.ts'
import type { Filter } from '#engine/request/conditions.ts'
import { FilterError } from '#engine/request/operands.ts'
import { FAMILIES } from '#engine/shapes/base-types.ts'
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import type { ColumnShape } from '#engine/shapes/shape.ts'
import { wrongValue } from '#engine/shapes/wrong-values.ts'
import type { Statement, StatementResult } from '#platform/db/connections/packet.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { fieldErrors } from '#platform/errors/field-errors.ts'
import type { ActorContext } from './actor-context.ts'
import type { DataProject, Executor } from './executor.ts'

/** FieldValue is one value of a write, and what it is called in the body. */
export interface FieldValue {
  readonly name: string
  readonly column: ColumnShape
  readonly value: string | null
}

/** MAX_SUSPECTS and MAX_SUSPECT_BYTES bound the values that are looked at after a refusal. */
export const MAX_SUSPECTS = 1000
const MAX_SUSPECT_BYTES = 64 * 1024
const MAX_NAMED = 100

const DIAGNOSE = 'select n, problem from msingi.value_errors($1) where problem is not null'

/** ValueCaller is who sent the values: what is wrong with them is asked as that caller, within its bounds. */
export interface ValueCaller {
  readonly executor: Executor
  readonly project: DataProject
  readonly actor: ActorContext
}

/** withField runs a statement; where PostgreSQL refuses a value, the error that is thrown names the field. */
export async function withField<T>(
  caller: ValueCaller,
  fields: () => Iterable<FieldValue>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (isNoFile(error)) throw namedFile(error, fields())
    if (!isValueError(error)) throw error
    // Whatever keeps it from being explained, the refusal itself is an answer.
    throw (await diagnose(caller, suspectsOf(fields(), quotedIn(error))).catch(() => undefined)) ?? error
  }
}

function isNoFile(error: unknown): error is AppError {
  return error instanceof AppError && (error.details as { sqlstate?: string })?.sqlstate === NO_FILE
}

// Of several rows, the one that holds the id which PostgreSQL names.
function namedFile({ cause, details }: AppError, fields: Iterable<FieldValue>): AppError {
  const { detail } = cause as { detail?: string }
  const { column: at = '' } = details as { column?: string }
  for (const { name, column, value } of fields)
    if (column.name === at && value === detail) return fieldErrors([{ field: name, problem: NOT_READABLE }])
  return fieldErrors([{ field: at, problem: NOT_READABLE }])
}

const NOT_READABLE = 'must be the id of a file that you can read'

function isValueError(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false
  const { sqlstate } = (error.details ?? {}) as { sqlstate?: string }
  return sqlstate?.startsWith('22') === true
}

// PostgreSQL repeats most values that it refuses: invalid input syntax for type inet: "x"
function quotedIn({ cause }: AppError): string | undefined {
  const { message = '' } = (cause ?? {}) as { message?: string }
  const [from, to] = [message.indexOf('"'), message.lastIndexOf('"')]
  return to > from ? message.slice(from + 1, to) : undefined
}

/**
 * suspectsOf returns the values that PostgreSQL may have refused, in their order, and no more than the bounds allow: the
 * first ones, or where none of these is what its message quotes, those that are as well.
 */
export function suspectsOf(fields: Iterable<FieldValue>, quoted: string | undefined): FieldValue[] {
  const first = new Suspects()
  const named = new Suspects()
  for (const field of fields) {
    if (field.value === null || !isDecidedByPostgres(field.column)) continue
    if (first.add(field, field.value)) continue
    if (quoted === undefined || named.full) break
    if (field.value === quoted) named.add(field, field.value)
  }
  if (first.fields.some(({ value }) => value === quoted)) return first.fields
  return [...first.fields.slice(0, MAX_SUSPECTS - named.fields.length), ...named.fields]
}

class Suspects {
  readonly fields: FieldValue[] = []
  full = false
  #bytes = 0

  /** add keeps a value and says so, unless there are too many already. */
  add(field: FieldValue, value: string): boolean {
    this.#bytes += value.length
    this.full ||= this.fields.length === MAX_SUSPECTS || this.#bytes > MAX_SUSPECT_BYTES
    if (!this.full) this.fields.push(field)
    return !this.full
  }
}

async function diagnose(
  { executor, project, actor }: ValueCaller,
  suspects: readonly FieldValue[],
): Promise<AppError | undefined> {
  if (suspects.length === 0) return undefined
  const wrong = await findWrong(suspects, async (question) => {
    const [result] = await executor.execute(project, actor, [question], { readOnly: true })
    return result
  })
  const named = wrong.slice(0, MAX_NAMED).map(({ of: { name }, problem }) => ({ field: name, problem }))
  return named.length === 0 ? undefined : fieldErrors(named)
}

/** isDecidedByPostgres reports whether only PostgreSQL knows if a value fits a column. */
export function isDecidedByPostgres({ data_type }: ColumnShape): boolean {
  return FAMILIES[TYPE_FACTS[data_type].family].checkedByPostgres === true
}

/** findWrong asks PostgreSQL which of the values do not fit their columns, and what is wrong with them. */
export async function findWrong<V extends Pick<FieldValue, 'column' | 'value'>>(
  suspects: readonly V[],
  ask: (question: Statement) => Promise<StatementResult | undefined>,
): Promise<{ readonly of: V; readonly problem: string }[]> {
  if (suspects.length === 0) return []
  const pairs = suspects.map(({ column, value }) => [value, TYPE_FACTS[column.data_type].sql])
  const result = await ask({ text: DIAGNOSE, values: [JSON.stringify(pairs)] })
  return (result?.rows ?? []).flatMap(([n, problem]) => {
    const suspect = suspects[Number(n) - 1]
    if (suspect === undefined) return []
    return [{ of: suspect, problem: wrongValue(suspect.column, suspect.value ?? '', problem ?? '') }]
  })
}

/** comparands yields the values of filters that PostgreSQL may yet refuse. */
export function* comparands(filters: Iterable<Filter>): Generator<FieldValue> {
  for (const filter of filters) {
    const { column } = filter
    switch (filter.operator) {
      case 'in':
        for (const value of filter.values) yield { name: column.name, column, value }
        break
      case 'eq':
      case 'neq':
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        yield { name: column.name, column, value: filter.value }
    }
  }
}

/** refusing turns the engine's refusal of a query into a 400. */
export function refusing<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    throw invalidInput(error.message, error.column === undefined ? undefined : { fields: [error.column] })
  }
}
