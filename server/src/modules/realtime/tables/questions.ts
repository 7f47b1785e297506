// What PostgreSQL is asked, put in order: callers about whom the same rows are asked stand together, and no question
// holds more of them than a node and a connection can bear.
import type { Row } from '#engine/access/live-access.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { LivePolicies } from '#modules/policies/live.service.ts'
import { textOf } from '#platform/changes/feed/row-change.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Executor } from '#platform/db/executor.ts'
import { AppError, type ErrorCode } from '#platform/errors/app-error.ts'
import type { LiveCaller } from './callers.ts'

/** Inquiry is where to ask, and by which policies. */
export interface Inquiry {
  readonly executor: Pick<Executor, 'ask' | 'execute'>
  readonly project: ProjectRecord
  readonly table: TableShape
  readonly policies: Pick<LivePolicies, 'sql' | 'together'>
  /** deadline is when no more is asked, on the clock of `performance`. */
  readonly deadline?: number | undefined
}

/** DECIDING_MS is how long deciding about one round of changes may take altogether. */
export const DECIDING_MS = 30_000

/** checkTime throws a timeout where that has passed: lists that are halved could ask again and again. */
export function checkTime({ deadline, table }: Inquiry): void {
  if (deadline === undefined || performance.now() < deadline) return
  throw new AppError('timeout', `The policies of ${table.slug} take too long to decide.`)
}

/** RowQuestions are the rows to decide, by caller. */
export type RowQuestions = ReadonlyMap<LiveCaller, ReadonlySet<Row>>

/** Crowd is callers about whom the same rows are asked. */
export interface Crowd {
  readonly callers: readonly LiveCaller[]
  readonly rows: readonly Row[]
}

/** Pair is a caller who may see a row. */
export type Pair = readonly [LiveCaller, Row]

/** MAX_BYTES is how much of rows travels at once, unless a single row is larger. */
export const MAX_BYTES = 4 * 1024 * 1024

/** crowdsOf puts those of one kind together who are asked about the same rows. */
export function crowdsOf(questions: RowQuestions): Crowd[] {
  const numbers = new Map<Row, number>()
  const numberOf = (row: Row) => {
    const known = numbers.get(row)
    if (known !== undefined) return known
    numbers.set(row, numbers.size)
    return numbers.size - 1
  }
  const alike = Map.groupBy(questions, ([{ kind }, rows]) => `${kind} ${[...rows].map(numberOf).join()}`)
  return [...alike.values()].flatMap((some) => {
    const callers = some.map(([caller]) => caller)
    return sliced([...(some[0]?.[1] ?? [])]).map((rows) => ({ callers, rows }))
  })
}

/** sizeOf is how many bytes rows have as they travel, about. */
export function sizeOf(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + textOf(row).length, 0)
}

/** listOf writes rows as a JSON array, as they were captured. */
export function listOf(rows: readonly Row[]): string {
  return `[${rows.map(textOf).join()}]`
}

/** isOneOf says whether an error has one of these codes. */
export function isOneOf(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof AppError && codes.includes(error.code)
}

/** OF_CONDITION are the codes of what conditions end in. */
export const OF_CONDITION = ['invalid_input', 'forbidden'] as const

/** halved takes a list apart in the middle. */
export function halved<T>(list: readonly T[]): [T[], T[]] {
  const middle = list.length >> 1
  return [list.slice(0, middle), list.slice(middle)]
}

function sliced(rows: readonly Row[]): Row[][] {
  const slices: Row[][] = []
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
