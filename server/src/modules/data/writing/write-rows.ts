// Running one write: errors that name the field, inserts that the caller may not read back, Idempotency-Key.

import type { Outcome, RowOperation, Written } from '#modules/data/operations/operations.ts'
import { explainRefusal } from '#modules/policies/hint.service.ts'
import { type Actor, contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import type { Statement, StatementResult } from '#platform/db/connections/packet.ts'
import { withField } from '#platform/db/executor/value-errors.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
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
  platform: Platform,
  project: ProjectRecord,
  actor: Actor,
  operation: RowOperation,
  idempotent: IdempotentRequest | undefined,
): Promise<Written> {
  const { target } = operation
  if (target?.action !== 'delete') platform.quotas.check(project.id, ROW_QUOTAS)
  const attempt = () =>
    attemptBoth(platform, project, actor, operation, idempotent).catch(async (thrown) => {
      const error = await explainConflict(platform, project, actor, operation, thrown)
      throw target === undefined ? error : explainRefusal(platform, error, project, contextOf(actor), target)
    })
  if (contextOf(actor).trial) return tryOut(platform, project, actor, operation, attempt)
  const written = await attempt()
  if (written.replayed !== true) {
    for (const { table, rows } of operation.writes)
      platform.statistics.count(project, table, written.count ?? rows)
  }
  return written
}

async function attemptBoth(
  platform: Platform,
  project: ProjectRecord,
  actor: Actor,
  operation: RowOperation,
  idempotent: IdempotentRequest | undefined,
): Promise<Written> {
  try {
    return await attempt(platform, project, actor, operation, idempotent)
  } catch (error) {
    if (!isForbidden(error)) throw error
    // A version that another write replaces at this moment looks like a row that policies refuse, but not a second time.
    if (operation.conditional) return attempt(platform, project, actor, operation, idempotent)
    // The insert may be allowed although its row may not be read: RETURNING asks for both at once.
    if (operation.withoutReturning === undefined) throw error
    return attempt(platform, project, actor, operation.withoutReturning(), idempotent)
  }
}

async function attempt(
  platform: Platform,
  project: ProjectRecord,
  actor: Actor,
  operation: RowOperation,
  idempotent: IdempotentRequest | undefined,
): Promise<Written> {
  const { executor } = platform.clusters.of(project)
  const { statements, action, fields } = operation
  const context = contextOf(actor)
  const caller = { executor, project, actor: context }
  if (idempotent === undefined && !operation.checked) {
    const results = await withField(caller, fields, () =>
      executor.execute(project, context, statements, { action }),
    )
    return operation.outcome(results)
  }
  const claim = idempotent && claimOf(actor, idempotent)
  let outcome: Outcome | undefined
  const check = (results: StatementResult[]): Statement[] => {
    outcome = operation.outcome(claim === undefined ? results : results.slice(1))
    return claim === undefined ? [] : [saveAnswer(claim, outcome)]
  }
  try {
    const all = claim === undefined ? statements : [claimKey(claim), ...statements]
    await withField(caller, fields, () => executor.execute(project, context, all, { action, check }))
    return outcome as unknown as Outcome
  } catch (error) {
    if (claim === undefined || !isKeyTaken(error)) throw error
    return replay(executor, project, context, claim)
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof AppError && error.status === 403
}
