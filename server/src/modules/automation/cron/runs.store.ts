// The SQL of runs, table `platform.cron_runs`, and of when jobs are due. Which run is made and who runs it is decided under
// the lock of its job.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '#platform/db/transaction.ts'
import { inBatches } from '#platform/work/batches.ts'

/** RunRow is a run as users see it. */
export interface RunRow {
  readonly id: string
  readonly trigger: 'schedule' | 'manual'
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed' | 'skipped'
  readonly scheduled_at: Date
  readonly started_at: Date | null
  readonly finished_at: Date | null
  readonly response_status: number | null
  readonly output: string | null
  readonly error: string | null
}

const COLUMNS = 'id, trigger, status, scheduled_at, started_at, finished_at, response_status, output, error'

/** listRuns returns the latest runs of a job, newest first. */
export async function listRuns(db: Queryable, jobId: string, limit: number): Promise<RunRow[]> {
  const sql = `select ${COLUMNS} from platform.cron_runs where job_id = $1 order by position desc limit $2`
  return (await db.query<RunRow>(sql, [jobId, limit])).rows
}

/** findRun returns one run. */
export async function findRun(db: Queryable, id: string): Promise<RunRow | undefined> {
  return (await db.query<RunRow>(`select ${COLUMNS} from platform.cron_runs where id = $1`, [id])).rows[0]
}

/** DueJob is a job whose time has come. */
export interface DueJob {
  readonly id: string
  readonly project_id: string
  readonly schedule: string
  readonly timezone: string
  readonly overlap: 'skip' | 'queue' | 'allow'
  readonly next_at: Date
}

/** lockDueJobs returns jobs whose time has come, which no other node takes until the transaction ends. */
export async function lockDueJobs(db: Queryable, now: Date, most: number): Promise<DueJob[]> {
  const { rows } = await db.query<DueJob>(
    `select j.id, j.project_id, j.schedule, j.timezone, j.overlap, j.next_at from platform.cron_jobs j
     join platform.projects p on p.id = j.project_id and p.status = 'active'
     where j.next_at <= $1 order by j.next_at limit $2 for update of j skip locked`,
    [now, most],
  )
  return rows
}

/** scheduleNext stores when a job runs next. */
export async function scheduleNext(db: Queryable, jobId: string, nextAt: Date | undefined): Promise<void> {
  await db.query('update platform.cron_jobs set next_at = $2 where id = $1', [jobId, nextAt ?? null])
}

/** giveUpJob disables a job that nobody can compute, such as one whose time zone is gone, with a run that says why. */
export async function giveUpJob(
  db: Queryable,
  { id, project_id, next_at }: DueJob,
  error: string,
  now: Date,
): Promise<void> {
  await db.query('update platform.cron_jobs set enabled = false, next_at = null where id = $1', [id])
  await db.query(
    `insert into platform.cron_runs (id, job_id, project_id, trigger, scheduled_at, status, finished_at, error)
     values ($1, $2, $3, 'schedule', $4, 'failed', $5, $6)`,
    [randomUUID(), id, project_id, next_at, now, error],
  )
}

/** lockJob makes those who begin runs of a job take turns, until the transaction ends. */
export async function lockJob(db: Queryable, jobId: string): Promise<void> {
  await db.query('select from platform.cron_jobs where id = $1 for update', [jobId])
}

/** NewRun is a run that is to be made. */
export interface NewRun {
  readonly job_id: string
  readonly project_id: string
  readonly trigger: RunRow['trigger']
  readonly overlap: DueJob['overlap']
  readonly scheduled_at: Date
}

// Beyond it a run is left out, whatever its job says.
const MAX_OPEN = 10

/** addRun makes a run, or notes that it is left out because the one before goes on; the job must be locked. */
export async function addRun(db: Queryable, run: NewRun, now: Date): Promise<string> {
  const { job_id, project_id, trigger, overlap, scheduled_at } = run
  const id = randomUUID()
  const most = overlap === 'skip' ? 0 : MAX_OPEN - 1
  await db.query(
    `insert into platform.cron_runs (id, job_id, project_id, trigger, scheduled_at, status, finished_at, error)
     select $1, $2, $3, $4, $5::timestamptz, s.status, case when s.status = 'skipped' then $7::timestamptz end,
       case when s.status = 'skipped' then 'The run before had not ended.' end
     from (select case when count(*) > $6 then 'skipped' else 'queued' end as status
       from platform.cron_runs where job_id = $2 and status in ('queued', 'running')) s`,
    [id, job_id, project_id, trigger, scheduled_at, most, now],
  )
  return id
}

/** ClaimedRun is a run that this node runs now. */
export interface ClaimedRun {
  readonly id: string
  readonly project_id: string
  readonly job_id: string
  readonly target_type: 'http' | 'function'
  readonly target_url: string | null
  readonly function_slug: string | null
  readonly payload: Readonly<Record<string, unknown>> | null
  readonly scheduled_at: Date
}

/** claimRuns begins some queued runs, within a transaction: projects take turns, and jobs that queue run one at a time. */
export async function claimRuns(
  db: Queryable,
  { now, until, most, perProject }: { now: Date; until: Date; most: number; perProject: number },
): Promise<ClaimedRun[]> {
  // One node at a time chooses, so that no two begin runs of one job that must not overlap.
  await db.query(`select pg_advisory_xact_lock(hashtextextended('msingi cron runs', 0))`)
  const { rows } = await db.query<ClaimedRun>(
    `with open as (
       select r.id, r.job_id, r.project_id, r.position, r.status, j.overlap,
         row_number() over (partition by r.project_id, r.status order by r.position) as place,
         count(*) filter (where r.status = 'running') over (partition by r.project_id) as running,
         min(r.position) over (partition by r.job_id) as first
       from platform.cron_runs r join platform.cron_jobs j on j.id = r.job_id
       where r.status in ('queued', 'running')
     ), chosen as (
       select id from open
       where status = 'queued' and place <= $4 - running and (overlap = 'allow' or position = first)
       order by place, position limit $3
     )
     update platform.cron_runs r set status = 'running', started_at = $1, lease_until = $2
     from chosen c, platform.cron_jobs j
     where r.id = c.id and j.id = r.job_id
     returning r.id, r.project_id, r.job_id, j.target_type, j.target_url, j.function_slug, j.payload, r.scheduled_at`,
    [now, until, most, perProject],
  )
  return rows
}

/** RunOutcome is how a run went. */
export interface RunOutcome {
  readonly response_status: number | null
  readonly output: string | null
  readonly error: string | null
}

/** finishRun stores how a run went. */
export async function finishRun(db: Queryable, id: string, outcome: RunOutcome, now: Date): Promise<void> {
  const { response_status, output, error } = outcome
  await db.query(
    `update platform.cron_runs set status = case when $4::text is null then 'succeeded' else 'failed' end,
       response_status = $2, output = $3, error = $4, finished_at = $5, lease_until = null
     where id = $1 and status = 'running'`,
    [id, response_status, output, error, now],
  )
}

/** renewRuns has runs that go on belong to their node until `until`. */
export async function renewRuns(db: Queryable, ids: readonly string[], until: Date): Promise<void> {
  const sql = `update platform.cron_runs set lease_until = $2 where id = any($1) and status = 'running'`
  await db.query(sql, [ids, until])
}

/** failLost ends the runs of nodes that have died. They are not run again: nobody knows how far they had come. */
export async function failLost(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `update platform.cron_runs set status = 'failed', finished_at = $1, lease_until = null,
       error = 'The server stopped while it ran.'
     where status = 'running' and lease_until < $1`,
    [now],
  )
}

/** isAnyOpen reports whether a job is due, or a run has not ended. */
export async function isAnyOpen(db: Queryable, now: Date): Promise<boolean> {
  const { rows } = await db.query<{ open: boolean }>(
    `select exists (select from platform.cron_jobs where next_at <= $1)
       or exists (select from platform.cron_runs where status in ('queued', 'running')) as open`,
    [now],
  )
  return rows[0]?.open === true
}

/**
 * nextDue returns when the next job is due, or the run of a node that may have died is lost. What was due before is in the
 * hands of another node.
 */
export async function nextDue(db: Queryable, now: Date): Promise<Date | undefined> {
  const { rows } = await db.query<{ next: Date | null }>(
    `select least(
       (select min(j.next_at) from platform.cron_jobs j
        join platform.projects p on p.id = j.project_id and p.status = 'active' where j.next_at > $1),
       (select min(lease_until) from platform.cron_runs where status = 'running' and lease_until > $1)) as next`,
    [now],
  )
  return rows[0]?.next ?? undefined
}

const AT_ONCE = 5000

/** removeSurplus deletes runs that ended before a moment, and the oldest of jobs that keep more, until the server stops. */
export async function removeSurplus(
  db: Queryable,
  { before, kept }: { readonly before: Date; readonly kept: number },
  stopping: AbortSignal,
): Promise<void> {
  await inBatches(stopping, AT_ONCE, async () => {
    const { rowCount } = await db.query(
      `delete from platform.cron_runs where id in (
         select id from (
           select id, finished_at, row_number() over (partition by job_id order by position desc) as place
           from platform.cron_runs) r
         where finished_at is not null and (place > $2 or finished_at < $1) limit ${AT_ONCE})`,
      [before, kept],
    )
    return rowCount
  })
}
