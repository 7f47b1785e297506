// How queues are doing: how many jobs are due, since when and from when on, and how many have failed for good.
import type { Queryable } from '#platform/db/transaction.ts'

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

/** DueJobs are the waiting jobs of a queue, by the database's clock. */
export interface DueJobs {
  readonly name: string
  readonly is_due: boolean
  /** later_ms is in how many milliseconds the first job is due that is not due yet. */
  readonly later_ms: number | null
}

/** listDue returns the queues that have waiting jobs. */
export async function listDue(db: Queryable, names: readonly string[]): Promise<DueJobs[]> {
  const { rows } = await db.query<DueJobs>(
    `select n.name, d.is_due, d.later_ms from unnest($1::text[]) as n (name), lateral (select
         exists (select from jobs.job j where j.name = n.name and j.state < 'active' and j.start_after <= now()) as is_due,
         (select extract(epoch from min(j.start_after) - now())::float8 * 1000 from jobs.job j
           where j.name = n.name and j.state < 'active' and j.start_after > now()) as later_ms) d
     where d.is_due or d.later_ms is not null`,
    [names],
  )
  return rows
}
