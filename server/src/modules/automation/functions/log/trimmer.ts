// Keeps the rows of each function bounded: they are trimmed by who has written many.
import type { LogTable } from './function-log.store.ts'

const EVERY = 5000
const MAX_FUNCTIONS = 10_000

/** Trimmer counts rows as they are written. */
export interface Trimmer {
  /** wrote takes note of rows, and trims the tables of functions that have written many since the last time. */
  wrote(table: LogTable, rows: readonly { readonly function_id: string }[]): Promise<void>
}

/** createTrimmer makes it; `trim` deletes the oldest rows of a function. */
export function createTrimmer(trim: (table: LogTable, functionId: string) => Promise<void>): Trimmer {
  const written = new Map<string, number>()
  return {
    async wrote(table, rows) {
      const full = new Set<string>()
      for (const { function_id } of rows) {
        const key = `${table} ${function_id}`
        const count = (written.get(key) ?? 0) + 1
        written.set(key, count)
        if (count >= EVERY) full.add(function_id)
      }
      for (const id of full) {
        written.delete(`${table} ${id}`)
        await trim(table, id)
      }
      // Who is forgotten here has written little.
      if (written.size > MAX_FUNCTIONS) written.clear()
    },
  }
}
