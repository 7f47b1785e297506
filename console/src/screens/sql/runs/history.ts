// What the viewer has run lately.
import { historyUnder, type Ran } from '#api/project/kept-history.ts'

/** RanSql is one run, and how many rows it returned. */
export interface RanSql extends Ran {
  readonly sql: string
  readonly rows?: number
}

/** HISTORY is where the runs are kept. */
export const HISTORY = historyUnder<RanSql>('sql-history', ({ sql }) => [sql])
