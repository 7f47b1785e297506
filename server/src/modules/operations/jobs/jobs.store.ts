// The SQL of jobs that have failed for good: those of pg-boss's table, and events that functions have not handled, by the
// organisations that their projects belong to.
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

/** FUNCTION_EVENT is the kind of job that an event on its way to a function is. */
export const FUNCTION_EVENT = 'function-event'

const FAILED = `
with administered as (select id from platform.projects where organisation_id = any($1::uuid[]))
select j.id, j.name, p.id as project_id, coalesce(j.output->>'public', 'It took too long.') as error,
  j.retry_count + 1 as attempts, j.created_on as created_at, j.completed_on as failed_at
from administered p join jobs.job j on j.group_id = p.id::text and j.state = 'failed'
union all
select d.id, '${FUNCTION_EVENT}', p.id, coalesce(d.error, ''), d.attempts, d.created_at, d.finished_at
from administered p
join platform.webhooks w on w.project_id = p.id and w.function_id is not null
join platform.webhook_deliveries d on d.webhook_id = w.id and d.status = 'failed'`

/** listFailedJobs returns the failed jobs of the projects of some organisations, latest first. */
export async function listFailedJobs(
  db: Queryable,
  organisationIds: readonly string[],
  {
    project,
    name,
    limit,
  }: { readonly project: string | undefined; readonly name: string | undefined; readonly limit: number },
): Promise<FailedJob[]> {
  const { rows } = await db.query<FailedJob>(
    `select * from (${FAILED}) failed where ($2::uuid is null or project_id = $2)
       and ($3::text is null or name = $3)
     order by failed_at desc, id limit $4`,
    [organisationIds, project ?? null, name ?? null, limit],
  )
  return rows
}

/** findFailedJob returns one of them. */
export async function findFailedJob(
  db: Queryable,
  organisationIds: readonly string[],
  id: string,
): Promise<FailedJob | undefined> {
  const sql = `select * from (${FAILED}) failed where id = $2`
  return (await db.query<FailedJob>(sql, [organisationIds, id])).rows[0]
}

/** deleteFailedJob removes a failed job, and returns whether there was one. */
export async function deleteFailedJob(db: Queryable, { name, id }: FailedJob): Promise<boolean> {
  const sql = `delete from jobs.job where name = $1 and id = $2 and state = 'failed'`
  return (await db.query(sql, [name, id])).rowCount === 1
}
