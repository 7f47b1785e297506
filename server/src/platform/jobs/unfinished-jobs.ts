// Which jobs are still to be done, also those that have failed for good: an operator can run these again.
import type { Queryable } from '#platform/db/transaction.ts'

/** listUnfinished returns those `values` of a text field of their data for which a kind of job is unfinished. */
export async function listUnfinished(
  db: Queryable,
  name: string,
  field: string,
  values: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ value: string }>(
    `select data ->> $2 as value from jobs.job where name = $1 and state <> 'completed' and data ->> $2 = any($3)`,
    [name, field, values],
  )
  return new Set(rows.map(({ value }) => value))
}

/** countWaiting returns how many jobs of a kind have not begun. */
export async function countWaiting(db: Queryable, name: string): Promise<number> {
  const sql = `select count(*)::int as count from jobs.job where name = $1 and state in ('created', 'retry')`
  return (await db.query<{ count: number }>(sql, [name])).rows[0]?.count ?? 0
}

/** dropWaiting deletes them. */
export async function dropWaiting(db: Queryable, name: string): Promise<void> {
  await db.query(`delete from jobs.job where name = $1 and state in ('created', 'retry')`, [name])
}
