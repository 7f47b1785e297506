// What has come of a text of SQL: where it stands, how many rows, why it was refused, and what is remembered of it.
import { ApiError } from '#api/client/api-error.ts'
import type { SqlPlan } from '#api/client/schemas.ts'
import type { SqlResult } from '#api/data/sql.ts'
import type { Statements } from '#screens/sql/editor/read-sql.ts'
import type { Diagnostic, SelectedText } from '#ui/code-editor/types.ts'
import type { RanSql } from './history.ts'
import type { Written } from './review.ts'

/** Work is what is asked of queries. */
export type Work = 'run' | 'explain' | 'analyze'

/** Ordered is a text of a tab that runs, `as` a caller or the viewer. */
export interface Ordered extends SelectedText {
  readonly work: Work
  readonly as: string | undefined
}

/** Ended is what has come of one part of a text, and how many milliseconds it ran; `left` is what somebody would not have run. */
export type Ended = { readonly part: Statements } & (
  | { readonly state: 'rows'; readonly result: SqlResult; readonly ms: number }
  | ({ readonly state: 'written' } & Written)
  | { readonly state: 'plan'; readonly plan: SqlPlan; readonly ms: number }
  | { readonly state: 'failed'; readonly error: Error; readonly cancelled: boolean; readonly ms?: number }
  | { readonly state: 'left' }
)

/** Run is where a text stands: its parts run one after the other, until one fails. `cancel` is there while they run. */
export interface Run extends Ordered {
  readonly started: number
  readonly parts: readonly Statements[]
  readonly ended: readonly Ended[]
  readonly cancel: (() => void) | undefined
}

/** rowsOf returns how many rows a run has returned and touched in all; undefined where it had nothing to do with rows. */
export function rowsOf({ ended }: Run): number | undefined {
  const counts = ended.flatMap((one) => {
    if (one.state === 'rows') return one.result.rows.length
    return one.state === 'written' ? one.outcomes.flatMap(({ rows_affected }) => rows_affected ?? []) : []
  })
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0)
}

/** refusalOf returns why a run has ended early. */
export function refusalOf({ ended }: Run): Error | undefined {
  const last = ended.at(-1)
  return last?.state === 'failed' ? last.error : undefined
}

/** ranOf returns a run as it is kept; undefined where nothing of it has run. */
export function ranOf(run: Run): RanSql | undefined {
  const ran = run.ended.flatMap((one) => (one.state === 'left' ? [] : one))
  if (ran.length === 0) return
  const rows = rowsOf(run)
  const refusal = refusalOf(run)
  const stopped = run.parts.length - ran.length
  return {
    at: new Date(run.started).toISOString(),
    sql: run.text,
    // Without the time for which somebody read what would change.
    ms: ran.reduce((sum, { ms = 0 }) => sum + ms, 0),
    ...(rows === undefined ? {} : { rows }),
    ...(refusal === undefined ? {} : { error: refusal.message }),
    ...(refusal === undefined && stopped > 0 ? { stopped } : {}),
  }
}

/** placesOf returns where in its tab a run was refused; nothing where the server does not say. */
export function placesOf(run: Run | undefined): readonly Diagnostic[] {
  const part = run?.ended.at(-1)?.part
  const error = run && refusalOf(run)
  if (run === undefined || part === undefined || !(error instanceof ApiError)) return []
  const { line, column } = (error.details ?? {}) as { line?: number; column?: number }
  if (line === undefined) return []
  const inPart = shifted({ line, column }, part)
  const { column: at, ...place } = shifted(inPart, run)
  return [{ ...place, message: error.message, ...(at === undefined ? {} : { column: at }) }]
}

// A place in a text that begins at another place.
function shifted(
  { line, column }: { readonly line: number; readonly column: number | undefined },
  from: { readonly line: number; readonly column: number },
) {
  const before = line === 1 ? from.column - 1 : 0
  return { line: line + from.line - 1, column: column === undefined ? undefined : column + before }
}
