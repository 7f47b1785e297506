// POST /schema/dry-run: runs a change of the schema and rolls it back.
import type { z } from 'zod'
import { type ChangeScope, DryRun } from '#modules/database/schema/change/schema-change.service.ts'
import type { Platform } from '#platform/platform.ts'
import { applyOperation } from './apply-migrations.ts'
import type { dryRunBody } from './schema-history.schema.ts'

/** dryRun returns the statements of a change and the milliseconds that they took. Throws what the change itself would throw. */
export async function dryRun(
  platform: Platform,
  scope: ChangeScope,
  { operation }: z.output<typeof dryRunBody>,
): Promise<{ sql: string; milliseconds: number }> {
  const start = performance.now()
  try {
    await applyOperation(platform, { ...scope, dryRun: true }, operation)
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
    const sql = error.ran.map((statement) => `${statement};`).join('\n')
    return { sql, milliseconds: Math.round(performance.now() - start) }
  }
  throw new Error(`a change of kind ${operation.kind} does not end in changeSchema()`)
}
