// POST /batch: up to 100 writes on several tables, all or none, under the caller's policies.
import type { z } from 'zod'
import type { Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import type { FailedStatement, Statement, StatementResult } from '#platform/db/packet.ts'
import type { ProjectTables } from '#platform/db/table-shapes.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/envelope.ts'
import type { Platform } from '#platform/platform.ts'
import type { batchBody } from './data.schema.ts'
import type { IdempotentRequest } from './idempotency.ts'
import {
  deleteOperation,
  insertOperation,
  type Operation,
  updateOperation,
  type Written,
} from './operations.ts'
import { rowId } from './read-rows.ts'
import { write } from './write-rows.ts'

type BatchItem = z.output<typeof batchBody>['operations'][number]

/** runBatch runs all operations in one transaction; the first that fails undoes all and is named in the error. */
export async function runBatch(
  platform: Platform,
  project: ProjectRecord,
  actor: Actor,
  items: readonly BatchItem[],
  idempotent: IdempotentRequest | undefined,
): Promise<Written> {
  const tables = await platform.shapes.of(project)
  const operations = items.map((item, index) => naming(index, () => prepare(tables, actor, item)))
  let { operation, owners } = combine(operations)
  // Which of the inserts may not be read back is not known before the second attempt: all answer with their ids.
  const blind = () => {
    const again = combine(operations.map((one) => one.blind?.() ?? one))
    owners = again.owners
    return again.operation
  }
  if (operations.some((one) => one.blind !== undefined)) operation = { ...operation, blind }
  try {
    return await write(platform, project, actor, operation, idempotent)
  } catch (error) {
    throw withIndex(error, owners, idempotent === undefined ? 0 : 1)
  }
}

function prepare(tables: ProjectTables, actor: Actor, item: BatchItem): Operation {
  const table = tables.get(item.table)
  if (table === undefined) throw invalidInput(`There is no table ${item.table}.`)
  if (item.method === 'POST') return insertOperation(table, actor, item.body, undefined)
  const id = rowId(table.slug, item.id)
  return item.method === 'DELETE' ? deleteOperation(table, id) : updateOperation(table, actor, id, item.body)
}

// The statements of all operations in one row, and for each statement whose it is. Where a delete follows a write or
// the other way round, the setting that policies tell them apart by is changed in between.
function combine(operations: readonly Operation[]): { operation: Operation; owners: number[] } {
  const statements: Statement[] = []
  const owners: number[] = []
  let action = operations[0]?.action ?? ''
  operations.forEach((operation, index) => {
    if (operation.action !== action) {
      action = operation.action
      statements.push({ text: `set local msingi.action = '${action}'` })
      owners.push(-1)
    }
    statements.push(...operation.statements)
    owners.push(...operation.statements.map(() => index))
  })
  const outcome = (results: readonly StatementResult[]) => {
    const parts = operations.map((operation, index) =>
      naming(index, () => operation.outcome(results.filter((_, i) => owners[i] === index))),
    )
    const texts = parts.map(({ status, data }) => `{"status":${status},"data":${data?.text ?? 'null'}}`)
    return { status: 200, data: new JsonText(`[${texts.join(',')}]`) } as const
  }
  const fields = () =>
    operations.flatMap((operation, index) =>
      operation.fields().map((field) => ({ ...field, name: `operations[${index}].body.${field.name}` })),
    )
  return {
    operation: { statements, action: operations[0]?.action ?? '', checked: true, outcome, fields },
    owners,
  }
}

function naming<T>(index: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof AppError ? named(error, index) : error
  }
}

function withIndex(error: unknown, owners: readonly number[], ahead: number): unknown {
  if (!(error instanceof AppError)) return error
  const { statementIndex } = (error.cause ?? {}) as FailedStatement
  const index = statementIndex === undefined ? undefined : owners[statementIndex - ahead]
  return index === undefined || index < 0 ? error : named(error, index)
}

function named(error: AppError, index: number): AppError {
  const details = { ...(error.details as object | undefined), operation: index }
  const errors = error.errors.map((text) => `operations[${index}]: ${text}`)
  return new AppError(error.code, errors.length === 1 ? errors[0] : error.message, {
    errors,
    details,
    cause: error,
  })
}
