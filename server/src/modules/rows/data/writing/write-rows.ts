// Running one write: errors that name the field, inserts that the caller may not read back, Idempotency-Key.

import { explainRefusal } from '#modules/database/policies/hint.service.ts'
import type { Outcome, RowOperation, Written } from '#modules/rows/data/operations/operations.ts'
import type { Asker } from '#platform/asker.ts'
import type { Statement, StatementResult } from '#platform/db/connections/packet.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { explainConflict } from './deleted-conflict.ts'
import {
  claimKey,
  claimOf,
  type IdempotentRequest,
  isKeyTaken,
  replay,
  saveAnswer,
} from './idempotency.service.ts'
import { tryOut } from './trial.ts'

// Deletes are allowed past them; batches, whatever they hold, are not.
const ROW_QUOTAS = ['database_rows', 'database_bytes'] as const

/** write runs one operation as the actor, at most once for each Idempotency-Key. Where a dashboard user acts as that actor, it is undone. */
export async function write(
  asker: Asker,
  operation: RowOperation,
  idempotent: IdempotentRequest | undefined,
): Promise<Written> {
  const { target } = operation
  if (target?.action !== 'delete') asker.platform.quotas.check(asker.project.id, ROW_QUOTAS)
  const attempt = () =>
    attemptBoth(asker, operation, idempotent).catch(async (thrown) => {
      const error = await explainConflict(asker, operation, thrown)
      throw target === undefined ? error : explainRefusal(asker, error, target)
    })
  if (asker.context.trial) return tryOut(asker, operation, attempt)
  const written = await attempt()
  if (written.replayed !== true) {
    for (const { table, rows } of operation.writes)
      asker.platform.statistics.count(asker.project, table, written.count ?? rows)
  }
  return written
}

async function attemptBoth(
  asker: Asker,
  operation: RowOperation,
  idempotent: IdempotentRequest | undefined,
): Promise<Written> {
  try {
    return await attempt(asker, operation, idempotent)
  } catch (error) {
    if (!isForbidden(error)) throw error
    // A version that another write replaces at this moment looks like a row that policies refuse, but not a second time.
    if (operation.conditional) return attempt(asker, operation, idempotent)
    // The insert may be allowed although its row may not be read: RETURNING asks for both at once.
    if (operation.withoutReturning === undefined) throw error
    return attempt(asker, operation.withoutReturning(), idempotent)
  }
}

async function attempt(
  asker: Asker,
  operation: RowOperation,
  idempotent: IdempotentRequest | undefined,
): Promise<Written> {
  const { statements, action, fields } = operation
  if (idempotent === undefined && !operation.checked)
    return operation.outcome(await asker.run(statements, { action, fields }))
  const claim = idempotent && claimOf(asker.actor, idempotent)
  let outcome: Outcome | undefined
  const check = (results: StatementResult[]): Statement[] => {
    outcome = operation.outcome(claim === undefined ? results : results.slice(1))
    return claim === undefined ? [] : [saveAnswer(claim, outcome)]
  }
  try {
    const all = claim === undefined ? statements : [claimKey(claim), ...statements]
    await asker.run(all, { action, check, fields })
    return outcome as unknown as Outcome
  } catch (error) {
    if (claim === undefined || !isKeyTaken(error)) throw error
    return replay(asker, claim)
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof AppError && error.status === 403
}
