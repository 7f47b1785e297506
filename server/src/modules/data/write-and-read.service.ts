// Writes whose rows are read back in any shape, related rows included: all of them in one transaction and one packet.
import { randomUUID } from 'node:crypto'
import { compile } from '#engine/compile.ts'
import type { Selection } from '#engine/plan.ts'
import type { TableShape } from '#engine/shape.ts'
import type { Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { combine } from './combine.ts'
import { deleteOperation, insertOperation, type Operation, updateOperation } from './operations.ts'
import { write } from './write-rows.ts'

type Values = Readonly<Record<string, unknown>>

/** RowWrite is a write, and what is wanted of the rows that it concerns. */
export type RowWrite = { readonly table: TableShape; readonly selection: Selection } & (
  | { readonly kind: 'insert'; readonly rows: readonly Values[] }
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

/**
 * writeRows runs all writes or none, as the actor. Each gives the JSON of its rows in their order, null for those that
 * the actor may not read; of deleted rows as they were.
 */
export async function writeRows(
  platform: Platform,
  project: ProjectRecord,
  actor: Actor,
  writes: readonly RowWrite[],
): Promise<(string | null)[][]> {
  const gathered: (string | null)[][] = writes.map(() => [])
  const operations = writes.map((one, index) => {
    const gather = (rows: (string | null)[]) => {
      gathered[index] = rows
    }
    return blaming(index, () => withRows(one, actor, gather))
  })
  const { operation, blame } = combine(operations, {
    join: () => ({ status: 200, data: null }),
    named,
    fieldName: (_index, name) => name,
  })
  try {
    await write(platform, project, actor, operation, undefined)
  } catch (error) {
    throw blame(error, 0)
  }
  return gathered
}

// Rows are read by their ids behind the write, or ahead of a deletion. An insert returns nothing itself: whoever may
// insert a row may not always read it.
function withRows(one: RowWrite, actor: Actor, gather: (rows: (string | null)[]) => void): Operation {
  const { table, selection } = one
  const rows = one.kind === 'insert' ? one.rows.map((row) => ({ id: randomUUID(), ...row })) : []
  const ids = one.kind === 'insert' ? rows.map(({ id }) => String(id)) : [one.id]
  const operation = operationOf(one, rows, actor)
  const read = compile({ kind: 'pick', table, selection, ids })
  const ahead = one.kind === 'delete'
  return {
    ...operation,
    statements: ahead ? [read, ...operation.statements] : [...operation.statements, read],
    outcome: (results) => {
      const outcome = operation.outcome(ahead ? results.slice(1) : results.slice(0, -1))
      gather((results.at(ahead ? 0 : -1)?.rows ?? []).map(([json]) => json ?? null))
      return outcome
    },
  }
}

function operationOf(one: RowWrite, rows: readonly Values[], actor: Actor): Operation {
  if (one.kind === 'delete') return deleteOperation(one.table, one.id)
  if (one.kind === 'update') return updateOperation(one.table, actor, one.id, one.values)
  const operation = insertOperation(one.table, actor, rows, undefined)
  return operation.blind?.() ?? operation
}

function blaming<T>(index: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof AppError ? named(error, index) : error
  }
}

function named(error: AppError, index: number): AppError {
  return new WriteError(index, error)
}
