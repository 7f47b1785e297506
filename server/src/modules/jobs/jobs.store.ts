// The SQL of jobs that have failed for good: pg-boss's table, by the organisations that their projects belong to.
import type { Queryable } from '#platform/db/transaction.ts'

/** FailedJob is a job that has failed for good. */
export interface FailedJob {
  readonly id: string
  readonly name: string
  readonly project_id: string
  readonly error: string
  readonly attempts: number
  readonly created_at: Date
  readonly failed_at: Date
}

const FAILED = `
select j.id, j.name, p.id as project_id, coalesce(j.output->>'public', 'It took too long.') as error,
  j.retry_count + 1 as attempts, j.created_on as created_at, j.completed_on as failed_at
from platform.organisation_members m
join platform.projects p on p.organisation_id = m.organisation_id
join jobs.job j on j.group_id = p.id::text and j.state = 'failed'
where m.account_id = $1 and m.role in ('owner', 'admin')`

/** listFailedJobs returns the failed jobs of the projects that an account administers, latest first. */
export async function listFailedJobs(
  db: Queryable,
  accountId: string,
  { project, limit }: { readonly project: string | undefined; readonly limit: number },
): Promise<FailedJob[]> {
  const { rows } = await db.query<FailedJob>(
    `${FAILED} and ($2::uuid is null or p.id = $2) order by j.completed_on desc, j.id limit $3`,
    [accountId, project ?? null, limit],
  )
  return rows
}

/** findFailedJob returns one of them. */
export async function findFailedJob(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<FailedJob | undefined> {
  return (await db.query<FailedJob>(`${FAILED} and j.id = $2`, [accountId, id])).rows[0]
}

/** deleteFailedJob removes a failed job, and returns whether there was one. */
export async function deleteFailedJob(db: Queryable, { name, id }: FailedJob): Promise<boolean> {
  const sql = `delete from jobs.job where name = $1 and id = $2 and state = 'failed'`
  return (await db.query(sql, [name, id])).rowCount === 1
}
