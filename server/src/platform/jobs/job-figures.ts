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

/** listDue returns in how many milliseconds the first waiting job of each queue is due, by the database's clock: 0 where one is. */
export async function listDue(db: Queryable, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ name: string; ms: number }>(
    `select n.name, d.ms from unnest($1::text[]) as n (name), lateral (select case when exists (
         select from jobs.job j where j.name = n.name and j.state < 'active' and j.start_after <= now()) then 0
       else (select extract(epoch from min(j.start_after) - now())::float8 * 1000
         from jobs.job j where j.name = n.name and j.state < 'active') end as ms) d
     where d.ms is not null`,
    [names],
  )
  return new Map(rows.map(({ name, ms }) => [name, ms]))
}
