// Levels of compatibility: which versions work on a database. A step that expands leaves older versions working; one that contracts
// says from which level on a node can do without what it removes. Each node holds a lock of its level for as long as it lives, so
// that a contraction finds older nodes, and those that start meanwhile find it.
import type pg from 'pg'
import type { Queryable } from '#platform/db/transaction.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'

/**
 * LEVEL is this version's level of compatibility. It rises with the version that no longer needs what a later step removes: that
 * step is a contraction of this level.
 */
export const LEVEL = 1

/** Step is SQL: texts that may hold several statements. Only a contraction has a level. */
export interface Step extends ReadonlyArray<string> {
  readonly level?: number
}

/** contract makes a step that removes what nodes below a level need. It does not run while one of them is alive. */
export function contract(level: number, statements: readonly string[]): Step {
  return Object.assign([...statements], { level })
}

/** levelOf returns the lowest level that can work on a database that has run these steps. */
export function levelOf(steps: Iterable<{ readonly level?: number | null }>): number {
  return Math.max(1, ...[...steps].map(({ level }) => level ?? 1))
}

/** tooOld is the error of a node whose level is too low. */
export function tooOld(level: number, needed: number): OperatorError {
  return new OperatorError(
    `A newer version has changed the database, and this one no longer works on it: its compatibility level is ${level}, ` +
      `and the database needs ${needed}. Start the newer version.`,
  )
}

// The first key of the locks; the second is the level.
const LOCKS = 1_299_409_262

/** holdLevel says that a node of a level lives, until its connection ends. It throws where a contraction runs that ends such nodes. */
export async function holdLevel(client: pg.ClientBase, level: number): Promise<void> {
  const sql = 'select pg_try_advisory_lock_shared($1, $2) as held'
  const { rows } = await client.query<{ held: boolean }>(sql, [LOCKS, level])
  if (rows[0]?.held !== true)
    throw new OperatorError(
      'A node of a newer version is changing the database, and this version will no longer work on it. Start the newer version.',
    )
}

/** refuseOlderNodes throws where a node below a level lives. Until the transaction ends, none can start. */
export async function refuseOlderNodes(db: Queryable, level: number): Promise<void> {
  const { rows } = await db.query<{ level: number }>(
    `select level from generate_series(1, $2 - 1) level where not pg_try_advisory_xact_lock($1, level) order by 1 limit 1`,
    [LOCKS, level],
  )
  const [older] = rows
  if (older !== undefined)
    throw new OperatorError(
      `A node of an older version is running (compatibility level ${older.level}), and this version removes what it needs. ` +
        `Upgrade all nodes to a version of level ${level} first, or stop them, and start this one again.`,
    )
}
