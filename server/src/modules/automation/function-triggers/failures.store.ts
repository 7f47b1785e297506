// The SQL of failures that were not announced yet: table `platform.function_failures`.
import type { FunctionFailure } from '#modules/automation/functions/invoke/invoke.service.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** LatestFailure is what is kept of the latest failure. */
export type LatestFailure = Pick<FunctionFailure, 'invocation_id' | 'trigger' | 'status' | 'error' | 'at'>

/** CountedFailures are failures of one function together. */
export interface CountedFailures {
  readonly function_id: string
  readonly project_id: string
  readonly failures: number
  readonly since: Date
  readonly latest: LatestFailure
}

/** DueFailures are those that are announced now. */
export interface DueFailures extends Omit<CountedFailures, 'latest'> {
  readonly slug: string
  readonly project_name: string
  /** latest is a LatestFailure as JSON has it. */
  readonly latest: Readonly<Record<string, unknown>>
}

/** addFailures adds to what is to be announced. Functions that are gone are left out. */
export async function addFailures(
  db: Queryable,
  counted: readonly CountedFailures[],
  now: Date,
): Promise<void> {
  await db.query(
    `insert into platform.function_failures as known (function_id, project_id, failures, since, latest, due_at)
     select f.id, f.project_id, c.failures, c.since, c.latest, $2
     from jsonb_to_recordset($1) as c (function_id uuid, project_id uuid, failures int, since timestamptz, latest jsonb)
     join platform.functions f on f.id = c.function_id and f.project_id = c.project_id
     order by f.id
     on conflict (function_id) do update set failures = known.failures + excluded.failures, latest = excluded.latest,
       since = case when known.failures = 0 then excluded.since else known.since end`,
    [JSON.stringify(counted), now],
  )
}

/** hasDue reports whether there are failures to announce. */
export async function hasDue(db: Queryable, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from platform.function_failures where failures > 0 and due_at <= $1 limit 1',
    [now],
  )
  return rowCount === 1
}

/**
 * takeDue returns failures that are to be announced, within the transaction that announces them; those that follow wait until
 * `next`. No two nodes take the same.
 */
export async function takeDue(db: Queryable, now: Date, next: Date, most: number): Promise<DueFailures[]> {
  const { rows } = await db.query<DueFailures>(
    `with due as (
       select function_id, failures from platform.function_failures
       where failures > 0 and due_at <= $1 order by due_at limit $3 for update skip locked
     )
     update platform.function_failures f set failures = 0, due_at = $2 from due
     join platform.functions fn on fn.id = due.function_id
     join platform.projects p on p.id = fn.project_id
     where f.function_id = due.function_id
     returning f.function_id, f.project_id, p.name as project_name, fn.slug, due.failures, f.since, f.latest`,
    [now, next, most],
  )
  return rows
}
