// The view of the SQL screen, as the address has it.
import { callerOf } from '#api/data/seen-as.ts'

/** SHAPES are how a result can be drawn. */
export const SHAPES = ['bars', 'line'] as const

/** SqlSearch is what the address says: the tab and what has run there, how its result is shown, and the saved queries' folder. */
export interface SqlSearch {
  readonly tab?: string | undefined
  readonly sql?: string | undefined
  readonly view?: 'chart' | undefined
  readonly shape?: (typeof SHAPES)[number] | undefined
  readonly x?: string | undefined
  readonly y?: string | undefined
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
    view: raw.view === 'chart' ? 'chart' : undefined,
    shape: SHAPES.find((shape) => shape === raw.shape),
    x: text(raw.x),
    y: text(raw.y),
    folder: text(raw.folder),
    find: text(raw.find)?.slice(0, MOST_SEARCHED),
    panel: panel === 'history' || panel === 'running' ? panel : undefined,
    as: callerOf(raw.as),
  }
}
