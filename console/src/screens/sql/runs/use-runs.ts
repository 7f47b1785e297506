// What runs, and what has come of it, for each tab.
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#api/client/api-error.ts'
import type { SqlPlan, StatementOutcome } from '#api/client/schemas.ts'
import { cancelSql, explainSql, runSql, type SqlResult } from '#api/data/sql.ts'
import { parametersOf, partsOf, type Statements } from '#screens/sql/editor/read-sql.ts'
import type { Diagnostic, SelectedText } from '#ui/code-editor/types.ts'

/** Work is what is asked of queries. */
export type Work = 'run' | 'explain' | 'analyze'

/** Ordered is a text of a tab that runs, `as` a caller or the viewer. */
export interface Ordered extends SelectedText {
  readonly work: Work
  readonly as: string | undefined
}

/** Written is what statements have done. */
export interface Written {
  readonly outcomes: readonly StatementOutcome[]
  readonly ms: number
}

/** Review shows what statements would change and runs them. It returns undefined where somebody would not have it, and throws why not otherwise. */
export type Review = (sql: string) => Promise<Written | undefined>

/** Ended is what has come of one part of a text; `left` is what somebody would not have run. */
export type Ended = { readonly part: Statements } & (
  | { readonly state: 'rows'; readonly result: SqlResult; readonly ms: number }
  | ({ readonly state: 'written' } & Written)
  | { readonly state: 'plan'; readonly plan: SqlPlan }
  | { readonly state: 'failed'; readonly error: Error; readonly cancelled: boolean }
  | { readonly state: 'left' }
)

/** Run is where a text stands: its parts run one after the other, until one fails. `cancel` is there while they run. */
export interface Run extends Ordered {
  readonly started: number
  readonly parts: readonly Statements[]
  readonly ended: readonly Ended[]
  readonly cancel: (() => void) | undefined
}

/** Runs are those of all tabs that are open. */
export interface Runs {
  of(tab: string): Run | undefined
  /** start runs a text in place of the one before in the same tab. */
  start(tab: string, order: Ordered, values: Readonly<Record<string, string>>): void
  drop(tab: string): void
}

/** useRuns keeps the runs while the screen is open; `onEnd` is called with each that has ended. */
export function useRuns(projectId: string, review: Review, onEnd: (run: Run, ms: number) => void): Runs {
  const [runs, setRuns] = useState<Readonly<Record<string, Run>>>({})
  const latest = useRef<Record<string, string>>({})
  useEffect(() => {
    latest.current = {}
    return () => {
      // Nothing goes on behind a screen that is closed.
      latest.current = {}
    }
  }, [])
  const start: Runs['start'] = async (tab, order, values) => {
    const id = crypto.randomUUID()
    const started = Date.now()
    const aborter = new AbortController()
    const now = { query: '', cancelled: false }
    const cancel = () => {
      now.cancelled = true
      // Where the database does not work on it yet, it is enough to stop waiting.
      cancelSql(projectId, now.query).catch(() => aborter.abort())
    }
    const parts = partsOf(order.text)
    let run: Run = { ...order, started, parts, ended: [], cancel }
    // A later run of the tab takes its place.
    const isLatest = () => latest.current[tab] === id
    const show = () => (isLatest() ? setRuns((all) => ({ ...all, [tab]: run })) : undefined)
    const perform = async (part: Statements): Promise<Ended> => {
      if (part.writes) {
        const written = await review(part.sql)
        return written === undefined ? { part, state: 'left' } : { part, state: 'written', ...written }
      }
      now.query = crypto.randomUUID()
      const begun = Date.now()
      const names = parametersOf(part.sql)
      const params = Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
      const query = { sql: part.sql, params, query_id: now.query }
      if (order.work === 'run') {
        const result = await runSql(projectId, query, aborter.signal, order.as)
        return { part, state: 'rows', result, ms: Date.now() - begun }
      }
      const measured = order.work === 'analyze'
      const plan = await explainSql(projectId, query, measured, aborter.signal, order.as)
      return { part, state: 'plan', plan }
    }
    latest.current[tab] = id
    show()
    for (const part of parts) {
      const ended = await perform(part).catch(
        (error): Ended => ({ part, state: 'failed', error, cancelled: now.cancelled }),
      )
      run = { ...run, ended: [...run.ended, ended] }
      if (ended.state === 'failed' || ended.state === 'left' || now.cancelled || !isLatest()) break
      show()
    }
    run = { ...run, cancel: undefined }
    show()
    onEnd(run, Date.now() - started)
  }
  const drop = (tab: string) => {
    runs[tab]?.cancel?.()
    delete latest.current[tab]
    setRuns(({ [tab]: _dropped, ...others }) => others)
  }
  return { of: (tab) => runs[tab], start, drop }
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
