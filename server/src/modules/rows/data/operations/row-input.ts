// A write's body, checked field by field against the table before anything reaches PostgreSQL.

import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { fromJson, isProblem } from '#engine/shapes/values.ts'
import { whyUnwritable } from '#engine/shapes/written-columns.ts'
import type { Actor } from '#platform/credentials/actor.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { type FieldProblem, fieldErrors } from '#platform/errors/field-errors.ts'
import { exactNumber } from '#platform/json/exact-json.ts'

/** RowInput is one row of a body as columns and parameters. */
export interface RowInput {
  readonly columns: readonly ColumnShape[]
  readonly values: readonly (string | null)[]
  /** given is the row as JSON, for writes of several rows at once. */
  readonly given: Readonly<Record<string, unknown>>
}

/** WriteMode distinguishes an insert, where an id may be chosen and the owner is filled in, from an update. */
export type WriteMode = 'insert' | 'update'

// How many problems a refusal names, of one row and of many; what comes after them is not looked at.
const MAX_PROBLEMS = 1000
const MAX_PROBLEMS_OF_MANY = 100
const MAX_GUESSES = 5

/** readRow checks one row, or throws a 400 that names every field that is wrong. */
export function readRow(table: TableShape, body: unknown, mode: WriteMode, actor: Actor): RowInput {
  const problems: FieldProblem[] = []
  const row = checkRow(table, body, mode, actor, problems, '')
  if (problems.length > 0) throw fieldErrors(problems)
  return row
}

/** MAX_ROWS is how many rows one insert takes. */
export const MAX_ROWS = 5000

/** readRows checks an array of rows; the problems name the row by its place, from 0. */
export function readRows(table: TableShape, body: readonly unknown[], actor: Actor): RowInput[] {
  if (body.length > MAX_ROWS) throw invalidInput(`One request inserts at most ${MAX_ROWS} rows.`)
  const problems: FieldProblem[] = []
  const rows: RowInput[] = []
  for (const [index, row] of body.entries()) {
    rows.push(checkRow(table, row, 'insert', actor, problems, `[${index}].`))
    if (problems.length >= MAX_PROBLEMS_OF_MANY) break
  }
  if (problems.length > 0) throw fieldErrors(problems.slice(0, MAX_PROBLEMS_OF_MANY))
  return rows
}

/** inspectRow checks one row to insert as readRow does, and returns what is wrong with it. */
export function inspectRow(
  table: TableShape,
  body: unknown,
  actor: Actor,
): { readonly row: RowInput; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = []
  return { row: checkRow(table, body, 'insert', actor, problems, ''), problems }
}

function checkRow(
  table: TableShape,
  body: unknown,
  mode: WriteMode,
  actor: Actor,
  problems: FieldProblem[],
  at: string,
): RowInput {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || exactNumber(body) !== undefined) {
    // The body as a whole has no name.
    const shown = at === '' ? 'the body must' : 'must'
    problems.push({ field: at.slice(0, -1), problem: `${shown} be a JSON object of column values` })
    return { columns: [], values: [], given: {} }
  }
  const given = withOwner(table, body as Record<string, unknown>, mode, actor)
  const columns: ColumnShape[] = []
  const values: (string | null)[] = []
  for (const [name, value] of Object.entries(given)) {
    if (problems.length >= MAX_PROBLEMS) break
    const column = table.columns.get(name)
    const problem = column === undefined ? `is not a column of ${table.slug}` : refusal(column, mode)
    const parameter = column === undefined || problem !== undefined ? null : fromJson(column, value)
    if (problem !== undefined || isProblem(parameter)) {
      // One refusal names many problems: only the first few are worth a guess.
      const near =
        column === undefined && problems.length < MAX_GUESSES ? suggestion(name, table.columns.keys()) : ''
      const reason = problem ?? (isProblem(parameter) ? parameter.problem : '')
      problems.push({
        field: `${at}${name.slice(0, 100) || '""'}`,
        problem: near === '' ? reason : `${reason}.${near}`,
      })
    } else if (column !== undefined) {
      columns.push(column)
      values.push(parameter)
    }
  }
  if (mode === 'insert') {
    const absent = missingColumns(table, given)
    problems.push(...absent.map((name) => ({ field: `${at}${name}`, problem: 'is required' })))
  }
  return { columns, values, given }
}

function refusal(column: ColumnShape, mode: WriteMode): string | undefined {
  return (
    whyUnwritable(column) ?? (column.name === 'id' && mode === 'update' ? 'cannot be changed' : undefined)
  )
}

/** missingColumns names the columns that a row must have and does not. */
export function missingColumns(table: TableShape, given: Readonly<Record<string, unknown>>): string[] {
  return [...table.columns.values()]
    .filter((column) => column.required && !column.has_default && !Object.hasOwn(given, column.name))
    .map((column) => column.name)
}

/** withOwner sets the owner of a row: the user who inserts it, unless they name another and a policy allows it. */
export function withOwner(table: TableShape, body: Record<string, unknown>, mode: WriteMode, actor: Actor) {
  const owner = table.owner_column
  if (mode !== 'insert' || actor.type !== 'project_user' || owner === undefined || Object.hasOwn(body, owner))
    return body
  return { ...body, [owner]: actor.user_id }
}
