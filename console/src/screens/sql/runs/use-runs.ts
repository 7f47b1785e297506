// What runs, and what has come of it, for each tab.
import { useEffect, useRef, useState } from 'react'
import { cancelSql, explainSql, runSql } from '#api/data/sql.ts'
import { parametersOf, partsOf, type Statements } from '#screens/sql/editor/read-sql.ts'
import type { Ended, Ordered, Run } from './run.ts'
import type { Reviews } from './use-reviews.ts'

/** Runs are those of all tabs that are open. */
export interface Runs {
  of(tab: string): Run | undefined
  /** start runs a text in place of the one before in the same tab. */
  start(tab: string, order: Ordered, values: Readonly<Record<string, string>>): void
  drop(tab: string): void
}

/** useRuns keeps the runs while the screen is open; `onEnd` is called with each that has ended. */
export function useRuns(projectId: string, reviews: Reviews, onEnd: (run: Run) => void): Runs {
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
        const written = await reviews.ask(tab, part.sql)
        return written === undefined ? { part, state: 'left' } : { part, state: 'written', ...written }
      }
      now.query = crypto.randomUUID()
      const names = parametersOf(part.sql)
      const params = Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
      const query = { sql: part.sql, params, query_id: now.query }
      const begun = Date.now()
      const ms = () => Date.now() - begun
      try {
        if (order.work === 'run') {
          const result = await runSql(projectId, query, aborter.signal, order.as)
          return { part, state: 'rows', result, ms: ms() }
        }
        const measured = order.work === 'analyze'
        const plan = await explainSql(projectId, query, measured, aborter.signal, order.as)
        return { part, state: 'plan', plan, ms: ms() }
      } catch (error) {
        return { part, state: 'failed', error: error as Error, cancelled: now.cancelled, ms: ms() }
      }
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
    onEnd(run)
  }
  const drop = (tab: string) => {
    runs[tab]?.cancel?.()
    delete latest.current[tab]
    reviews.drop(tab)
    setRuns(({ [tab]: _dropped, ...others }) => others)
  }
  return { of: (tab) => runs[tab], start, drop }
}
