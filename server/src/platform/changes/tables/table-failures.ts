// What cannot be captured ends the capture of its table alone: the reason is kept for the project's owner, and a while
// passes before it is tried again.

import type { CaptureContext } from '#platform/changes/reading/capture.ts'
import {
  findTable,
  noteFailure,
  type PhysicalTable,
  type WatchedRelation,
} from '#platform/changes/state/watched-tables.store.ts'
import { AppError } from '#platform/errors/app-error.ts'

/** TableWork makes a table ready to be captured. */
export type TableWork = (table: PhysicalTable) => Promise<void>

const RETRY_SECONDS = 10

/** isOfTable is true where an error is about one table, false where the database cannot be reached or has no room. */
export function isOfTable(error: unknown): boolean {
  if (error instanceof AppError) return error.code !== 'unavailable'
  const code = (error as { code?: string }).code ?? ''
  return /^[0-9A-Z]{5}$/.test(code) && !/^(?:08|53|57P|58|25P)/.test(code)
}

/**
 * beginWith makes a table ready to be captured. Where that has just failed, or fails, it throws an error
 * that says why: 503 where trying again may help.
 */
export async function beginWith(
  context: CaptureContext,
  table: PhysicalTable,
  work: TableWork,
): Promise<void> {
  if (table.failure !== null && (table.failed_seconds_ago ?? 0) < RETRY_SECONDS)
    throw notCaptured(table.failure)
  try {
    await work(table)
  } catch (error) {
    if (!isOfTable(error) || isBusy(error)) throw error
    const reason = (error as Error).message
    await noteFailure(context.cluster.admin, table, reason)
    report(context, table, reason)
    throw notCaptured(reason)
  }
}

/** isBusy is true where a table could not be locked in time: lock_not_available, or deadlock_detected, which may come first. */
export function isBusy(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return BUSY.has(code ?? '') || BUSY.has(cause?.code ?? '')
}

const BUSY: ReadonlySet<string> = new Set(['55P03', '40P01'])

function notCaptured(reason: string): AppError {
  return new AppError('unavailable', `Live changes of this table cannot be captured: ${reason}`, {
    headers: { 'retry-after': String(RETRY_SECONDS) },
  })
}

/** AdoptOptions say how tables become ready again that are watched but are not captured as they should be. */
export interface AdoptOptions {
  readonly relations: readonly WatchedRelation[]
  readonly prepare: TableWork
  /** end ends the capture of a table. */
  readonly end: (relation: WatchedRelation, reason: string) => Promise<void>
}

// So many at once, and for so long: everybody's changes wait for it at a start.
const AT_ONCE = 4
const PATIENCE_MS = 15_000

/** adoptTables makes tables ready, and ends the capture of those for which that fails or for which there is no time. */
export async function adoptTables(context: CaptureContext, options: AdoptOptions): Promise<void> {
  const waiting = [...options.relations]
  const end = performance.now() + PATIENCE_MS
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (performance.now() > end)
        await endWith(context, options, next, 'There was no time for it at the start.')
      else await adopt(context, options, next)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function adopt(
  context: CaptureContext,
  options: AdoptOptions,
  relation: WatchedRelation,
): Promise<void> {
  const table = await findTable(context.cluster.admin, relation.project_id, relation.table_id)
  if (!table?.active) {
    await endWith(
      context,
      options,
      relation,
      'There is no table of this name any more, or it is another one.',
    )
    return
  }
  try {
    await options.prepare(table)
  } catch (error) {
    if (!isOfTable(error)) throw error
    await endWith(context, options, relation, (error as Error).message)
  }
}

async function endWith(
  context: CaptureContext,
  options: AdoptOptions,
  relation: WatchedRelation,
  reason: string,
): Promise<void> {
  await options.end(relation, reason)
  report(context, relation, reason)
}

/** report writes the reason why a table is not captured into the log. */
export function report(
  { log }: CaptureContext,
  { project_id, table_id }: { readonly project_id: string; readonly table_id: string },
  reason: string,
): void {
  log.error(
    { project: project_id, table: table_id, reason },
    'the live changes of a table are not captured any more',
  )
}
