// What runs, and what has come of it, for each tab.
import { useRef, useState } from 'react'
import { ApiError } from '#api/client/api-error.ts'
import type { SqlPlan, StatementOutcome } from '#api/client/schemas.ts'
import { cancelSql, explainSql, runSql, type SqlResult } from '#api/data/sql.ts'
import { parametersOf } from '#screens/sql/editor/read-sql.ts'
import type { Diagnostic } from '#ui/code-editor/types.ts'

/** Work is what is asked of a query. */
export type Work = 'run' | 'explain' | 'analyze'

/** Ordered is a text that runs, `as` a caller or the viewer; `line` is where it begins in its tab, from 1. */
export interface Ordered {
  readonly sql: string
  readonly line: number
  readonly work: Work
  readonly as: string | undefined
}

/** Run is where a query stands. */
export type Run = Ordered & { readonly started: number } & (
    | { readonly state: 'running'; readonly cancel: () => void }
    | { readonly state: 'rows'; readonly result: SqlResult; readonly ms: number }
    | { readonly state: 'written'; readonly outcomes: readonly StatementOutcome[]; readonly ms: number }
    | { readonly state: 'plan'; readonly plan: SqlPlan }
    | { readonly state: 'failed'; readonly error: Error; readonly cancelled: boolean }
  )

/** Runs are those of all tabs that are open. */
export interface Runs {
  of(tab: string): Run | undefined
  /** start runs a query in place of the one before in the same tab. */
  start(tab: string, order: Ordered, values: Readonly<Record<string, string>>): void
  /** written takes what statements have written that ran for a tab. */
  written(tab: string, sql: string, outcomes: readonly StatementOutcome[], ms: number): void
  drop(tab: string): void
}

/** useRuns keeps the runs while the screen is open; `onEnd` is called with each that has ended. */
export function useRuns(projectId: string, onEnd: (run: Run, ms: number) => void): Runs {
  const [runs, setRuns] = useState<Readonly<Record<string, Run>>>({})
  const latest = useRef<Record<string, string>>({})
  const start: Runs['start'] = async (tab, order, values) => {
    const query_id = crypto.randomUUID()
    const started = Date.now()
    const aborter = new AbortController()
    let cancelled = false
    const show = (run: Run) => {
      // A later run of the tab has taken its place.
      if (latest.current[tab] === query_id) setRuns((now) => ({ ...now, [tab]: run }))
      if (run.state !== 'running') onEnd(run, Date.now() - started)
    }
    const cancel = () => {
      cancelled = true
      // Where the database does not work on it yet, it is enough to stop waiting.
      cancelSql(projectId, query_id).catch(() => aborter.abort())
    }
    latest.current[tab] = query_id
    show({ ...order, started, state: 'running', cancel })
    const names = parametersOf(order.sql)
    const params = Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
    const query = { sql: order.sql, params, query_id }
    try {
      if (order.work === 'run') {
        const result = await runSql(projectId, query, aborter.signal, order.as)
        show({ ...order, started, state: 'rows', result, ms: Date.now() - started })
      } else {
        const measured = order.work === 'analyze'
        const plan = await explainSql(projectId, query, measured, aborter.signal, order.as)
        show({ ...order, started, state: 'plan', plan })
      }
    } catch (error) {
      show({ ...order, started, state: 'failed', error: error as Error, cancelled })
    }
  }
  const drop = (tab: string) => {
    const run = runs[tab]
    if (run?.state === 'running') run.cancel()
    delete latest.current[tab]
    setRuns(({ [tab]: _dropped, ...others }) => others)
  }
  const written: Runs['written'] = (tab, sql, outcomes, ms) => {
    runs[tab]?.state === 'running' && runs[tab].cancel()
    delete latest.current[tab]
    const order = { sql, line: 1, work: 'run', as: undefined } as const
    const run = { ...order, started: Date.now() - ms, state: 'written', outcomes, ms } as const
    setRuns((now) => ({ ...now, [tab]: run }))
    onEnd(run, ms)
  }
  return { of: (tab) => runs[tab], start, written, drop }
}

/** touchedBy returns how many rows statements have touched in all; undefined where there were none that touch rows. */
export function touchedBy(outcomes: readonly StatementOutcome[]): number | undefined {
  const counts = outcomes.flatMap(({ rows_affected }) => rows_affected ?? [])
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0)
}

/** placesOf returns where in its tab a run was refused; nothing where the server does not say. */
export function placesOf(run: Run | undefined): readonly Diagnostic[] {
  if (run?.state !== 'failed' || !(run.error instanceof ApiError)) return []
  const { line, column } = (run.error.details ?? {}) as { line?: number; column?: number }
  if (line === undefined) return []
  const place = { line: line + run.line - 1, message: run.error.message }
  return [column === undefined ? place : { ...place, column }]
}
