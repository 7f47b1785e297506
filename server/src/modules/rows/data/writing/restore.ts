// What becomes of deleted rows: they are made live again, or removed for good.

import { compile } from '#engine/request/compile/compile.ts'
import type { Plan } from '#engine/request/plan.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { deletedAccess } from '#modules/database/policies/deleted-rows.service.ts'
import { refusedRow } from '#modules/database/policies/hint.service.ts'
import {
  checkKeepsDeleted,
  type RowOperation,
  type Written,
} from '#modules/rows/data/operations/operations.ts'
import { rowId } from '#modules/rows/data/reading/read-rows.service.ts'
import type { Asker } from '#platform/asker.ts'
import { conflict, notFound } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'
import { write } from './write-rows.ts'

/**
 * restoreRow makes a deleted row live again and answers with it. It undoes what the policies for delete allow, and is a
 * change that those for update must allow as well.
 */
export async function restoreRow(asker: Asker, table: TableShape, id: string): Promise<Written> {
  checkKeepsDeleted(table)
  const access = await deletedAccess(asker, table)
  const operation = deletedRowOperation(table, { kind: 'restore', table, id: rowId(table.slug, id), access })
  return write(asker, operation, undefined)
}

/** purgeRow removes a deleted row for good, for callers whom the policies let delete it. */
export async function purgeRow(asker: Asker, table: TableShape, id: string): Promise<Written> {
  checkKeepsDeleted(table)
  const access = await deletedAccess(asker, table)
  const operation = deletedRowOperation(table, { kind: 'purge', table, id: rowId(table.slug, id), access })
  return write(asker, operation, undefined)
}

function deletedRowOperation(
  table: TableShape,
  plan: Extract<Plan, { kind: 'restore' | 'purge' }>,
): RowOperation {
  const isRestore = plan.kind === 'restore'
  return {
    statements: [compile(plan)],
    action: '',
    writes: [{ table, rows: 1 }],
    target: { table, action: isRestore ? 'restore' : 'delete' },
    concerns: (isRestore ? (['delete', 'update'] as const) : (['delete'] as const)).map((action) => ({
      table,
      action,
      id: plan.id,
    })),
    fields: () => [],
    outcome: ([result]) => {
      const [json, visible, live] = result?.rows[0] ?? []
      if (json) return isRestore ? { status: 200, data: new JsonText(json) } : { status: 204, data: null }
      if (visible === 't') throw refusedRow()
      if (live === 't') throw conflict('wrong_state', `The row ${plan.id} of ${table.slug} is not deleted.`)
      throw notFound(`A deleted row ${plan.id} of ${table.slug}`)
    },
  }
}
