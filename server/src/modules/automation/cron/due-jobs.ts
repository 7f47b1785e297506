// Jobs whose time has come: each is dealt with once, and goes on with its next time.
import pg from 'pg'
import { nextRun } from '#platform/clock/schedules.ts'
import { type DueJob, giveUpJob, lockDueJobs, scheduleNext } from './runs.store.ts'

const AT_ONCE = 100

/** takeDueJobs calls `deal` with some jobs, within a transaction, and returns whether there may be more. */
export async function takeDueJobs(
  db: pg.PoolClient,
  now: Date,
  deal: (job: DueJob) => Promise<unknown>,
): Promise<boolean> {
  const due = await lockDueJobs(db, now, AT_ONCE)
  for (const job of due) {
    try {
      const next = nextRun(job.schedule, job.timezone, now)
      await deal(job)
      await scheduleNext(db, job.id, next)
    } catch (error) {
      if (error instanceof pg.DatabaseError) throw error
      await giveUpJob(db, job, `Its schedule cannot be read any more: ${(error as Error).message}`, now)
    }
  }
  return due.length === AT_ONCE
}
