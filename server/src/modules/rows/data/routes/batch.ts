// POST /batch: up to 100 writes on several tables, all or none, under the caller's policies.
import type { z } from 'zod'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import { explainRefusal, type PolicyTarget } from '#modules/database/policies/hint.service.ts'
import {
  deleteOperation,
  insertOperation,
  type Outcome,
  type RowOperation,
  updateOperation,
  type Written,
} from '#modules/rows/data/operations/operations.ts'
import { rowId } from '#modules/rows/data/reading/read-rows.service.ts'
import { combine, naming } from '#modules/rows/data/writing/combine.ts'
import type { IdempotentRequest } from '#modules/rows/data/writing/idempotency.service.ts'
import { write } from '#modules/rows/data/writing/write-rows.ts'
import type { Asker } from '#platform/asker.ts'
import type { Actor } from '#platform/credentials/actor.ts'
import type { ProjectTables } from '#platform/db/catalog/table-shapes.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'
import type { batchBody } from './data.schema.ts'

/** BatchItem is one write of a batch. */
export type BatchItem = z.output<typeof batchBody>['operations'][number]

/** runBatch runs all operations in one transaction; the first that fails undoes all and is named in the error. */
export async function runBatch(
  asker: Asker,
  items: readonly BatchItem[],
  idempotent: IdempotentRequest | undefined,
): Promise<Written> {
  const tables = await asker.tables()
  const explained = (error: unknown, target: PolicyTarget) => explainRefusal(asker, error, target)
  const wording = { explained, join, named, fieldName }
  const operations = items.map((item, index) =>
    naming(index, named, () => prepare(tables, asker.actor, item)),
  )
  let { operation, blame } = combine(operations, wording)
  // Which of the inserts may not be read back is not known before the second attempt: all answer with their ids.
  const withoutReturning = () => {
    const again = combine(
      operations.map((one) => one.withoutReturning?.() ?? one),
      wording,
    )
    blame = again.blame
    return again.operation
  }
  if (operations.some((one) => one.withoutReturning !== undefined))
    operation = { ...operation, withoutReturning }
  try {
    return await write(asker, operation, idempotent)
  } catch (error) {
    throw blame(error, idempotent === undefined ? 0 : 1)
  }
}

function prepare(tables: ProjectTables, actor: Actor, item: BatchItem): RowOperation {
  const table = tables.get(item.table)
  if (table === undefined)
    throw invalidInput(`There is no table ${item.table}.${suggestion(item.table, tables.keys())}`)
  if (item.method === 'POST') return insertOperation(table, actor, item.body, undefined)
  const id = rowId(table.slug, item.id)
  return item.method === 'DELETE' ? deleteOperation(table, id) : updateOperation(table, actor, id, item.body)
}

function join(parts: readonly Outcome[]): Outcome {
  const texts = parts.map(({ status, data }) => `{"status":${status},"data":${data?.text ?? 'null'}}`)
  return { status: 200, data: new JsonText(`[${texts.join(',')}]`) }
}

function fieldName(index: number, name: string): string {
  return `operations[${index}].body.${name}`
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
