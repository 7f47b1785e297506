// The SQL of warnings about quotas: table `platform.quota_warnings`.
import type { Queryable } from '#platform/db/transaction.ts'
import type { Meter } from '#platform/plans/plan.ts'

/** Warning is that a project has used so many percent of a quota in the month that begins on a day. */
export interface Warning {
  readonly project_id: string
  readonly period: string
  readonly meter: Meter
  readonly percent: number
}

/** addWarning notes a warning, and reports whether it is the first of its kind. A project that is gone has none. */
export async function addWarning(
  db: Queryable,
  { project_id, period, meter, percent }: Warning,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into platform.quota_warnings (project_id, period, meter, percent)
     select id, $2, $3, $4 from platform.projects where id = $1 on conflict do nothing`,
    [project_id, period, meter, percent],
  )
  return rowCount === 1
}

/** deleteWarnings deletes those of periods before one. */
export async function deleteWarnings(db: Queryable, period: string): Promise<void> {
  await db.query('delete from platform.quota_warnings where period < $1', [period])
}
