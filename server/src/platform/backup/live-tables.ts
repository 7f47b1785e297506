// What the tables of a live database hold around a backup. What goes wrong here says nothing about the backup.
import { setTimeout as pass } from 'node:timers/promises'
import type pg from 'pg'
import { countWrites, type ReadLimits, sumTables } from './table-sums.ts'

// A table that takes longer is read where it is restored alone.
const LIMITS: ReadLimits = { tableMs: 60_000, allMs: 15 * 60_000 }
// The longest time after which PostgreSQL reports what a connection has written.
const REPORTED_MS = 65_000

/** LiveTables are tables of which something is known from before a backup. */
export interface LiveTables {
  /** unchanged returns the sums of those that hold the same now. */
  unchanged(): Promise<ReadonlyMap<string, string>>
  /** unwritten returns those of the names to which nobody has written since. It takes a minute. */
  unwritten(names: readonly string[]): Promise<string[]>
}

/** readLiveTables reads them for the first time. Where they cannot be read, now or later, none is unchanged. */
export async function readLiveTables(
  database: pg.ClientConfig,
  limits = LIMITS,
  reportedMs = REPORTED_MS,
): Promise<LiveTables> {
  const writes = await countWrites(database).catch(() => new Map<string, string>())
  const sums = () => sumTables(database, limits).catch(() => new Map<string, string>())
  const before = await sums()
  return {
    async unchanged() {
      const after = await sums()
      const same = new Map<string, string>()
      for (const [name, sum] of before)
        if (typeof sum === 'string' && after.get(name) === sum) same.set(name, sum)
      return same
    },
    async unwritten(names) {
      await pass(reportedMs)
      const now = await countWrites(database).catch(() => new Map<string, string>())
      return names.filter((name) => now.has(name) && now.get(name) === writes.get(name))
    },
  }
}
