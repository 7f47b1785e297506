// Access checks for PostgreSQL: callers with the same rows to check form a group, and the size of a statement's rows is
// bounded.
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { LivePolicies } from '#modules/database/policies/live.service.ts'
import { textOf } from '#platform/changes/feed/row-change.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Executor } from '#platform/db/executor/executor.ts'
import { AppError, type ErrorCode } from '#platform/errors/app-error.ts'
import type { LiveCaller } from './callers.ts'

/** CheckContext is where checks run, and by which policies. */
export interface CheckContext {
  readonly executor: Pick<Executor, 'ask' | 'execute'>
  readonly project: ProjectRecord
  readonly table: TableShape
  readonly policies: Pick<LivePolicies, 'sql' | 'columns' | 'together'>
  /** deadline is when to give up, on the clock of `performance.now()`. */
  readonly deadline?: number | undefined
}

/** CHECK_TIMEOUT_MS is how long the checks of one chunk of changes can take altogether. */
export const CHECK_TIMEOUT_MS = 30_000

/** checkTime throws a timeout after the deadline: halving can repeat a check many times. */
export function checkTime({ deadline, table }: CheckContext): void {
  if (deadline === undefined || performance.now() < deadline) return
  throw new AppError('timeout', `The policies of the table ${table.slug} take too long to evaluate.`)
}

/** RowChecks are the rows to check, by caller. */
export type RowChecks = ReadonlyMap<LiveCaller, ReadonlySet<JsonRow>>

/**
 * decidable leaves out rows that lack a column that policies decide by, since it was added after they were written: in a
 * statement it would be NULL, which is not what stands in the table.
 */
export function decidable(checks: RowChecks, { columns }: CheckContext['policies']): RowChecks {
  const isWhole = (row: JsonRow) => columns.values().every((column) => Object.hasOwn(row, column))
  const whole = new Map<LiveCaller, ReadonlySet<JsonRow>>()
  for (const [caller, rows] of checks) {
    const some = new Set(rows.values().filter(isWhole))
    if (some.size > 0) whole.set(caller, some)
  }
  return whole
}

/** CallerGroup is callers with the same rows to check. */
export interface CallerGroup {
  readonly callers: readonly LiveCaller[]
  readonly rows: readonly JsonRow[]
}

/** VisibleRow is a caller and a row that the caller is allowed to see. */
export type VisibleRow = readonly [LiveCaller, JsonRow]

/** MAX_BYTES bounds the rows of one statement, unless a single row is larger. */
export const MAX_BYTES = 4 * 1024 * 1024

/** groupCallers groups callers of one kind with the same rows to check. */
export function groupCallers(checks: RowChecks): CallerGroup[] {
  const numbers = new Map<JsonRow, number>()
  const numberOf = (row: JsonRow) => {
    const known = numbers.get(row)
    if (known !== undefined) return known
    numbers.set(row, numbers.size)
    return numbers.size - 1
  }
  const alike = Map.groupBy(checks, ([{ kind }, rows]) => `${kind} ${[...rows].map(numberOf).join()}`)
  return [...alike.values()].flatMap((some) => {
    const callers = some.map(([caller]) => caller)
    return sliceBySize([...(some[0]?.[1] ?? [])]).map((rows) => ({ callers, rows }))
  })
}

/** sizeOf returns about how many bytes rows have as JSON. */
export function sizeOf(rows: readonly JsonRow[]): number {
  return rows.reduce((sum, row) => sum + textOf(row).length, 0)
}

/** jsonArrayOf returns the JSON text of an array of rows, each as it was captured. */
export function jsonArrayOf(rows: readonly JsonRow[]): string {
  return `[${rows.map(textOf).join()}]`
}

/** isOneOf reports whether an error has one of these codes. */
export function isOneOf(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof AppError && codes.includes(error.code)
}

/** CONDITION_ERRORS are the codes of errors that a policy's condition can raise. */
export const CONDITION_ERRORS = ['invalid_input', 'policy_denied'] as const

export function halve<T>(list: readonly T[]): [T[], T[]] {
  const middle = list.length >> 1
  return [list.slice(0, middle), list.slice(middle)]
}

function sliceBySize(rows: readonly JsonRow[]): JsonRow[][] {
  const slices: JsonRow[][] = []
  let room = 0
  for (const row of rows) {
    const size = textOf(row).length
    if (size <= room) slices.at(-1)?.push(row)
    else {
      slices.push([row])
      room = MAX_BYTES
    }
    room -= size
  }
  return slices
}
