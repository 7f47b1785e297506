// Writes whose rows are read back in any shape, related rows included: all of them in one transaction and one packet.
import { randomUUID } from 'node:crypto'
import { compile } from '#engine/request/compile/compile.ts'
import type { Conflict, Plan, Selection } from '#engine/request/plan.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { explainRefusal } from '#modules/database/policies/hint.service.ts'
import { type LinkSource, withLinks } from '#modules/rows/data/operations/file-links.service.ts'
import {
  deleteOperation,
  insertOperation,
  type Outcome,
  type RowOperation,
  updateOperation,
  type Written,
} from '#modules/rows/data/operations/operations.ts'
import { withOwner } from '#modules/rows/data/operations/row-input.ts'
import type { Asker } from '#platform/asker.ts'
import type { Actor } from '#platform/credentials/actor.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import type { JsonText } from '#platform/http/answers/envelope.ts'
import { combine, naming } from './combine.ts'
import type { IdempotentRequest } from './idempotency.service.ts'
import { write } from './write-rows.ts'

type Values = Readonly<Record<string, unknown>>

/** RowWrite is a write, and what is wanted of the rows that it concerns. */
export type RowWrite = { readonly table: TableShape; readonly selection: Selection } & (
  | { readonly kind: 'insert'; readonly rows: readonly Values[]; readonly conflict: Conflict | undefined }
  | { readonly kind: 'update'; readonly id: string; readonly values: Values }
  | { readonly kind: 'delete'; readonly id: string }
)

/** WriteError is the error of one of several writes, of which nothing has happened then. */
export class WriteError extends AppError {
  readonly index: number

  constructor(index: number, error: AppError) {
    const { code, message, errors, details, headers } = error
    super(code, message, { errors, details, headers, cause: error })
    this.index = index
  }
}

/** WrittenRows are the JSON of the rows of each write in their order; null stands for those that the actor may not read. */
export type WrittenRows = readonly (readonly (string | null)[])[]

/** Answering says how writes are answered, and by which Idempotency-Key that answer is kept. */
export interface Answering {
  answer(rows: WrittenRows): JsonText
  readonly idempotent: IdempotentRequest | undefined
  readonly links: LinkSource
}

/**
 * writeRows runs all writes or none, as the actor, and answers with their rows; with deleted ones as they were. A request
 * that was sent before gets the answer of that time.
 */
export async function writeRows(
  asker: Asker,
  writes: readonly RowWrite[],
  { answer, idempotent, links }: Answering,
): Promise<Written> {
  const gathered: (string | null)[][] = writes.map(() => [])
  const operations = writes.map((one, index) => {
    const gather = (rows: (string | null)[]) => {
      gathered[index] = rows
    }
    return naming(index, named, () => withRows(one, asker.actor, gather))
  })
  const { operation, blame } = combine(operations, {
    explained: (error, target) => explainRefusal(asker, error, target),
    join: () => ({ status: 200, data: answer(gathered) }),
    named,
    fieldName: (_index, name) => name,
  })
  try {
    const statements = await withLinks(operation.statements, links)
    return await write(asker, { ...operation, statements }, idempotent)
  } catch (error) {
    throw blame(error, idempotent === undefined ? 0 : 1)
  }
}

// Rows are read behind the write, or ahead of a deletion. An insert returns nothing itself where it need not: whoever may
// insert a row may not always read it.
function withRows(one: RowWrite, actor: Actor, gather: (rows: (string | null)[]) => void): RowOperation {
  const make = (row: Values) => withOwner(one.table, { id: randomUUID(), ...row }, 'insert', actor)
  const rows = one.kind === 'insert' ? one.rows.map(make) : []
  const operation = operationOf(one, rows, actor)
  const read = compile(readingOf(one, rows))
  const ahead = one.kind === 'delete'
  return {
    ...operation,
    statements: ahead ? [read, ...operation.statements] : [...operation.statements, read],
    outcome: (results) => {
      const outcome = operation.outcome(ahead ? results.slice(1) : results.slice(0, -1))
      const read = (results.at(ahead ? 0 : -1)?.rows ?? []).map(([json]) => json ?? null)
      gather(ignores(one) ? written(rows, outcome, read) : read)
      return outcome
    },
  }
}

function operationOf(one: RowWrite, rows: readonly Values[], actor: Actor): RowOperation {
  if (one.kind === 'delete') return deleteOperation(one.table, one.id)
  if (one.kind === 'update') return updateOperation(one.table, actor, one.id, one.values)
  const operation = insertOperation(one.table, actor, rows, one.conflict)
  return operation.withoutReturning?.() ?? operation
}

// A row that takes the values of another keeps its own id, and is found by what they have in common.
function readingOf(one: RowWrite, rows: readonly Values[]): Plan {
  const { table, selection } = one
  if (one.kind !== 'insert') return { kind: 'pick', table, selection, ids: [one.id] }
  const columns = one.conflict?.columns ?? []
  if (one.conflict?.resolution !== 'merge' || columns.some(({ name }) => name === 'id'))
    return { kind: 'pick', table, selection, ids: rows.map(({ id }) => String(id)) }
  // What a default will be is not known here, and so neither which row has it.
  const unknown = columns.find(
    ({ name, has_default }) => has_default && rows.some((row) => row[name] === undefined),
  )
  if (unknown !== undefined)
    throw invalidInput(`on_conflict: every row must have a value for ${unknown.name}.`)
  const keys = rows.map((row) => ({
    id: row.id,
    ...Object.fromEntries(columns.map(({ name }) => [name, row[name]])),
  }))
  return { kind: 'pick_by_key', table, selection, columns, json: JSON.stringify(keys) }
}

function ignores(one: RowWrite): boolean {
  return one.kind === 'insert' && one.conflict?.resolution === 'ignore'
}

// Of rows that were left as they are, whoever chose the id of one would be shown it; the data API gives only what is new.
function written(
  rows: readonly Values[],
  { data }: Outcome,
  read: readonly (string | null)[],
): (string | null)[] {
  const made: { id: string }[] = JSON.parse(data?.text ?? '[]')
  const ids = new Set(made.map(({ id }) => id))
  // An id that is given twice makes one row, the first.
  return read.map((json, index) => (ids.delete(String(rows[index]?.id).toLowerCase()) ? json : null))
}

function named(error: AppError, index: number): AppError {
  return new WriteError(index, error)
}
