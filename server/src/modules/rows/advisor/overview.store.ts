// The SQL of a project's overview: tables of the control plane.
import type { Queryable } from '#platform/db/transaction.ts'

/** RequestFigures are those of the latest requests. */
export interface RequestFigures {
  /** since is from when on requests are counted. */
  readonly since: Date
  readonly total: number
  readonly client_errors: number
  readonly server_errors: number
  readonly average_ms: number | null
  readonly p95_ms: number | null
}

// Beyond so many requests only the latest are looked at.
const MAX_REQUESTS = 20_000

const LATEST = `select path, method, status, duration_ms, left_out, created_at from platform.request_logs
  where project_id = $1 and created_at >= $2 order by id desc limit ${MAX_REQUESTS}`

/** findRequests returns the figures of the requests of a project since a time, or of the latest 20,000 of them. */
export async function findRequests(db: Queryable, projectId: string, since: Date): Promise<RequestFigures> {
  const { rows } = await db.query<Omit<RequestFigures, 'since'> & { oldest: Date | null; seen: number }>(
    `select count(*)::int as seen, min(created_at) as oldest, coalesce(sum(1 + left_out), 0)::float8 as total,
       count(*) filter (where status between 400 and 499)::int as client_errors,
       count(*) filter (where status >= 500)::int as server_errors,
       avg(duration_ms)::float8 as average_ms,
       (percentile_cont(0.95) within group (order by duration_ms))::float8 as p95_ms
     from (${LATEST}) l`,
    [projectId, since],
  )
  const { seen = 0, oldest = null, ...figures } = rows[0] ?? {}
  return {
    ...{ total: 0, client_errors: 0, server_errors: 0, average_ms: null, p95_ms: null },
    ...figures,
    since: seen < MAX_REQUESTS || oldest === null ? since : oldest,
  }
}

/** SlowRoute is an address whose requests take long. */
export interface SlowRoute {
  readonly method: string
  readonly path: string
  readonly requests: number
  readonly average_ms: number
}

/** listSlowRoutes returns the addresses whose requests took longer than so many milliseconds most often. */
export async function listSlowRoutes(
  db: Queryable,
  projectId: string,
  since: Date,
  milliseconds: number,
): Promise<SlowRoute[]> {
  const { rows } = await db.query<SlowRoute>(
    `select method, path, count(*)::int as requests, avg(duration_ms)::float8 as average_ms from (${LATEST}) l
     where duration_ms > $3 group by method, path having count(*) >= 3 order by count(*) desc, path limit 10`,
    [projectId, since, milliseconds],
  )
  return rows
}

/** ProjectCounts are how many things of each kind a project has. */
export interface ProjectCounts {
  readonly api_keys: number
  readonly functions: number
  readonly webhooks: number
  readonly cron_jobs: number
}

/** countThings counts what the control plane keeps for a project. */
export async function countThings(db: Queryable, projectId: string, now: Date): Promise<ProjectCounts> {
  const { rows } = await db.query<ProjectCounts>(
    `select
       (select count(*) from platform.api_keys where project_id = $1
         and (expires_at is null or expires_at > $2))::int as api_keys,
       (select count(*) from platform.functions where project_id = $1)::int as functions,
       (select count(*) from platform.webhooks where project_id = $1)::int as webhooks,
       (select count(*) from platform.cron_jobs where project_id = $1)::int as cron_jobs`,
    [projectId, now],
  )
  return rows[0] as ProjectCounts
}

/** OldSecret is a secret that still has its first value. */
export interface OldSecret {
  readonly key: string
  readonly created_at: Date
}

/** listOldSecrets returns secrets from before a time that were never rotated. */
export async function listOldSecrets(db: Queryable, projectId: string, before: Date): Promise<OldSecret[]> {
  const { rows } = await db.query<OldSecret>(
    `select key, created_at from platform.secrets
     where project_id = $1 and version = 1 and created_at < $2 order by created_at, key limit 50`,
    [projectId, before],
  )
  return rows
}

/** FailingWebhook is a webhook whose receiver does not take its events. */
export interface FailingWebhook {
  readonly id: string
  readonly name: string
  readonly disabled_reason: string | null
  readonly failing_since: Date | null
}

/** listFailingWebhooks returns webhooks that fail, and those that were disabled for it. */
export async function listFailingWebhooks(db: Queryable, projectId: string): Promise<FailingWebhook[]> {
  const { rows } = await db.query<FailingWebhook>(
    `select w.id, w.name, w.disabled_reason, q.failing_since from platform.webhooks w
     left join platform.webhook_queues q on q.webhook_id = w.id
     where w.project_id = $1 and (w.disabled_reason is not null or (w.enabled and q.failing_since is not null))
     order by w.name, w.id limit 50`,
    [projectId],
  )
  return rows
}
