// The SQL of cron jobs that wait on restored data: how many are due, and leaving out their runs.
import type { AdminPool } from '#platform/db/pools/admin-pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { DROPPED } from '#platform/work/quiet-start.ts'
import { takeDueJobs } from './due-jobs.ts'

/** countHeldBack returns how many jobs are due, and runs queued. */
export async function countHeldBack(pool: AdminPool, now: Date): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select (select count(*) from platform.cron_jobs j join platform.projects p on p.id = j.project_id
         and p.status = 'active' where j.next_at <= $1)::int
       + (select count(*) from platform.cron_runs where status = 'queued')::int as count`,
    [now],
  )
  return rows[0]?.count ?? 0
}

/** dropHeldBack leaves these runs out: jobs go on with their next time. */
export async function dropHeldBack(pool: AdminPool, now: Date): Promise<void> {
  await pool.query(
    `update platform.cron_runs set status = 'skipped', finished_at = $1, error = $2
     where status = 'queued'`,
    [now, DROPPED],
  )
  const takeSome = () => transaction(pool, (db) => takeDueJobs(db, now, async () => {}))
  while (await takeSome());
}
