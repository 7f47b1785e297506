// Jobs that have failed for good stay in their queue for seven days, and how many there are of each kind.
import type { Queryable } from '#platform/db/transaction.ts'
import { AppError } from '#platform/errors/app-error.ts'

/** FAILED_INDEX is the index on jobs that have failed for good; it is created when the queues are opened. */
export const FAILED_INDEX = `
create index if not exists job_msingi_failed on jobs.job (name, group_id, completed_on) where state = 'failed'`

/** JobFailure is what is stored of an error: `public` is for the owners of the project, as far as it says nothing of us. */
export interface JobFailure {
  readonly message: string
  readonly public: string
}

/** failureOf returns what is stored of an error. */
export function failureOf(error: Error): JobFailure {
  const isPublic = error instanceof AppError
  return {
    message: error.message,
    public: isPublic ? error.message : 'Something went wrong on our side. The log of the server says what.',
  }
}

/** JobFigures is how one kind of job is doing. */
export interface JobFigures {
  readonly name: string
  /** waiting is how many jobs are due, age for how many seconds the oldest of them has been. */
  readonly waiting: number
  readonly age: number
  /** dead is how many have failed for good. */
  readonly dead: number
}

/** sumJobs returns the figures of kinds of job by their names. */
export async function sumJobs(db: Queryable, names: readonly string[]): Promise<JobFigures[]> {
  const { rows } = await db.query<JobFigures>(
    `select n.name,
       (select count(*) from jobs.job j where j.name = n.name and j.state < 'active' and j.start_after <= now())::float8
         as waiting,
       coalesce((select extract(epoch from now() - min(j.start_after)) from jobs.job j
         where j.name = n.name and j.state < 'active' and j.start_after <= now()), 0)::float8 as age,
       (select count(*) from jobs.job j where j.name = n.name and j.state = 'failed')::float8 as dead
     from unnest($1::text[]) as n (name)`,
    [names],
  )
  return rows
}

/** requeueFailed has a job run once more that has failed for good, and returns whether there was one. */
export async function requeueFailed(db: Queryable, name: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update jobs.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null
     where name = $1 and id = $2 and state = 'failed'`,
    [name, id],
  )
  return rowCount === 1
}
