// What the viewer has run lately.
import { historyUnder, type Ran } from '#api/project/kept-history.ts'

/** RanSql is one run: how many rows it returned, and how many parts of it have not run where it was stopped. */
export interface RanSql extends Ran {
  readonly sql: string
  readonly rows?: number
  readonly stopped?: number
}

/** HISTORY is where the runs are kept. */
export const HISTORY = historyUnder<RanSql>('sql-history', ({ sql }) => [sql])
