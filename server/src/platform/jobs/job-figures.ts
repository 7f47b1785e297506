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

/** nextDue returns in how many milliseconds the next job of a queue is due that is not due yet, by the database's clock. */
export async function nextDue(db: Queryable, name: string): Promise<number | undefined> {
  const { rows } = await db.query<{ ms: number | null }>(
    `select extract(epoch from min(start_after) - now())::float8 * 1000 as ms
     from jobs.job where name = $1 and state < 'active' and start_after > now()`,
    [name],
  )
  return rows[0]?.ms ?? undefined
}
