// The SQL of cron jobs: table `platform.cron_jobs`.
import type { Queryable } from '#platform/db/transaction.ts'

/** CronFields is what of a job is written. */
export interface CronFields {
  readonly id: string
  readonly name: string
  readonly schedule: string
  readonly timezone: string
  readonly target_type: 'http' | 'function'
  readonly target_url: string | null
  readonly function_slug: string | null
  readonly payload: Readonly<Record<string, unknown>> | null
  readonly overlap: 'skip' | 'queue' | 'allow'
  readonly enabled: boolean
}

/** CronRow is a stored job. */
export interface CronRow extends CronFields {
  readonly created_at: Date
  readonly updated_at: Date
}

const COLUMNS = `id, name, schedule, timezone, target_type, target_url, function_slug, payload, overlap, enabled,
  created_at, updated_at`

/** listJobs returns a project's jobs, oldest first. */
export async function listJobs(db: Queryable, projectId: string): Promise<CronRow[]> {
  const sql = `select ${COLUMNS} from platform.cron_jobs where project_id = $1 order by created_at, id`
  return (await db.query<CronRow>(sql, [projectId])).rows
}

/** findJob returns one job of a project. */
export async function findJob(db: Queryable, projectId: string, id: string): Promise<CronRow | undefined> {
  const sql = `select ${COLUMNS} from platform.cron_jobs where project_id = $1 and id = $2`
  return (await db.query<CronRow>(sql, [projectId, id])).rows[0]
}

/** countJobs returns how many jobs a project has; their makers take turns until the transaction ends. */
export async function countJobs(db: Queryable, projectId: string): Promise<number> {
  await db.query('select from platform.projects where id = $1 for no key update', [projectId])
  const sql = 'select count(*)::int as count from platform.cron_jobs where project_id = $1'
  return (await db.query<{ count: number }>(sql, [projectId])).rows[0]?.count ?? 0
}

/** saveJob stores a job that is new or has changed. */
export async function saveJob(
  db: Queryable,
  projectId: string,
  job: CronFields,
  { nextAt, now }: { nextAt: Date | null; now: Date },
): Promise<CronRow> {
  const { id, name, schedule, timezone, target_type, target_url, function_slug, overlap, enabled } = job
  const payload = job.payload === null ? null : JSON.stringify(job.payload)
  const { rows } = await db.query<CronRow>(
    `insert into platform.cron_jobs (id, project_id, name, schedule, timezone, target_type, target_url, function_slug,
       payload, overlap, enabled, next_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
     on conflict (id) do update set name = $3, schedule = $4, timezone = $5, target_type = $6, target_url = $7,
       function_slug = $8, payload = $9, overlap = $10, enabled = $11, next_at = $12, updated_at = $13
     where cron_jobs.project_id = $2
     returning ${COLUMNS}`,
    [
      ...[id, projectId, name, schedule, timezone, target_type, target_url, function_slug, payload, overlap],
      ...[enabled, nextAt, now],
    ],
  )
  return rows[0] as CronRow
}

/** deleteJob removes a job with its history, and returns whether there was one. */
export async function deleteJob(db: Queryable, projectId: string, id: string): Promise<boolean> {
  const sql = 'delete from platform.cron_jobs where project_id = $1 and id = $2'
  return (await db.query(sql, [projectId, id])).rowCount === 1
}

/** listCalling returns the enabled jobs of a project that call a function. */
export async function listCalling(
  db: Queryable,
  projectId: string,
  slug: string,
): Promise<Pick<CronRow, 'id' | 'name'>[]> {
  const { rows } = await db.query<Pick<CronRow, 'id' | 'name'>>(
    `select id, name from platform.cron_jobs where project_id = $1 and function_slug = $2 and enabled
     order by created_at, id`,
    [projectId, slug],
  )
  return rows
}

/** disableJob has a job run no more. */
export async function disableJob(db: Queryable, projectId: string, id: string, at: Date): Promise<void> {
  await db.query(
    `update platform.cron_jobs set enabled = false, next_at = null, updated_at = $3
     where project_id = $1 and id = $2`,
    [projectId, id, at],
  )
}
