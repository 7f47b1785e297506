// The view of the SQL screen, as the address has it.
import { callerOf } from '#api/data/seen-as.ts'

/** SHAPES are how a result can be drawn. */
export const SHAPES = ['bars', 'line'] as const

/** ChartView is how a result is drawn; what it does not say is chosen by the columns. */
export interface ChartView {
  readonly shape?: (typeof SHAPES)[number] | undefined
  readonly x?: string | undefined
  readonly y?: string | undefined
}

/** SqlSearch is what the address says: the tab and what has run there, how its results are shown, and the saved queries' folder. */
export interface SqlSearch {
  readonly tab?: string | undefined
  readonly sql?: string | undefined
  /** charts are the results that are drawn, by their numbers from 1; the others are tables. */
  readonly charts?: Readonly<Record<string, ChartView>> | undefined
  readonly folder?: string | undefined
  /** find is what saved queries are searched for. */
  readonly find?: string | undefined
  readonly panel?: 'history' | 'running' | undefined
  /** as is who reads, such as `user:<id>`; statements that write are off then. */
  readonly as?: string | undefined
}

// As much as the server takes.
const MOST_SEARCHED = 100

const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))

/** sqlSearchOf reads the address, and leaves out what it does not know. */
export function sqlSearchOf(raw: Record<string, unknown>): SqlSearch {
  const { panel } = raw
  return {
    tab: text(raw.tab),
    sql: text(raw.sql),
    charts: chartsOf(raw.charts),
    folder: text(raw.folder),
    find: text(raw.find)?.slice(0, MOST_SEARCHED),
    panel: panel === 'history' || panel === 'running' ? panel : undefined,
    as: callerOf(raw.as),
  }
}

function chartsOf(raw: unknown): SqlSearch['charts'] {
  if (typeof raw !== 'object' || raw === null) return
  const charts = Object.entries(raw).flatMap(([number, chart]) => {
    if (!/^\d+$/.test(number) || typeof chart !== 'object' || chart === null) return []
    const { shape, x, y } = chart as Record<string, unknown>
    return [[number, { shape: SHAPES.find((one) => one === shape), x: text(x), y: text(y) }] as const]
  })
  return charts.length === 0 ? undefined : Object.fromEntries(charts)
}
