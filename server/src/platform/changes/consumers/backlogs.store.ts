// The SQL of what waits for durable consumers: whose turn it is, batches of `platform.change_inbox`, and failures.

import type { ChangeType } from '#platform/changes/feed/change-feed.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { type Consumed, ConsumedRow, type GapReason } from './consumed-change.ts'

/** Backlog names what waits for one consumer of one project. */
export interface BacklogKey {
  readonly consumer: string
  readonly projectId: string
}

/** Batch is the first entries of a backlog, in order. */
export interface Batch {
  /** entries are those of tables that the consumer is still subscribed to. */
  readonly entries: readonly Consumed[]
  /** last is the position of the last entry; undefined where there are none. */
  readonly last: string | undefined
}

/** BatchLimits bound a batch; one entry comes in any case. */
export interface BatchLimits {
  readonly rows: number
  readonly bytes: number
}

/** listDue returns the projects whose turn it is, first those that have waited longest. */
export async function listDue(
  db: Queryable,
  consumer: string,
  without: readonly string[],
  most: number,
): Promise<string[]> {
  const { rows } = await db.query<{ project_id: string }>(
    `select project_id from platform.change_backlogs
     where consumer = $1 and (retry_at is null or retry_at <= clock_timestamp()) and project_id <> all($2::uuid[])
     order by turn_at limit $3`,
    [consumer, without, most],
  )
  return rows.map(({ project_id }) => project_id)
}

/** nextRetry returns in how many milliseconds the next batch that has failed is due again: none or less where that has passed. */
export async function nextRetry(
  db: Queryable,
  consumer: string,
  without: readonly string[],
): Promise<number | undefined> {
  const { rows } = await db.query<{ ms: number | null }>(
    `select extract(epoch from min(retry_at) - now())::float8 * 1000 as ms
     from platform.change_backlogs where consumer = $1 and project_id <> all($2::uuid[])`,
    [consumer, without],
  )
  return rows[0]?.ms ?? undefined
}

/** lockBacklog has one node at a time work on a backlog, until the transaction ends; false where another one does. */
export async function lockBacklog(db: Queryable, { consumer, projectId }: BacklogKey): Promise<boolean> {
  const { rows } = await db.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('msingi consumer ' || $1, 0)) as locked`,
    [`${projectId} ${consumer}`],
  )
  return rows[0]?.locked === true
}

/** isDue reports whether a backlog is still to be worked on, which another node may have done. */
export async function isDue(db: Queryable, { consumer, projectId }: BacklogKey): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from platform.change_backlogs where project_id = $1 and consumer = $2
       and (retry_at is null or retry_at <= clock_timestamp())`,
    [projectId, consumer],
  )
  return rowCount === 1
}

const READ = `
select position, epoch, "offset", committed_at, table_id, id, type, table_name, record, old_record, reason,
  exists (select from platform.change_subscriptions s
    where s.project_id = $1 and s.table_id = i.table_id and s.consumer = $2) as is_wanted
from (
  select *, sum(bytes) over (order by position) as total from (
    select * from platform.change_inbox where project_id = $1 and consumer = $2 order by position limit $3
  ) first
) i
where total - bytes < $4 order by position`

interface StoredEntry {
  readonly position: string
  readonly epoch: string
  readonly offset: string
  readonly committed_at: Date
  readonly table_id: string
  readonly id: string
  readonly type: ChangeType
  readonly table_name: string
  readonly record: string
  readonly old_record: string | null
  readonly reason: GapReason | null
  readonly is_wanted: boolean
}

/** readBatch returns the first entries of a backlog. */
export async function readBatch(
  db: Queryable,
  { consumer, projectId }: BacklogKey,
  { rows: most, bytes }: BatchLimits,
): Promise<Batch> {
  const { rows } = await db.query<StoredEntry>(READ, [projectId, consumer, most, bytes])
  const entries = rows.filter(({ is_wanted }) => is_wanted).map((row) => readEntry(row, projectId))
  return { entries, last: rows.at(-1)?.position }
}

function readEntry(row: StoredEntry, project_id: string): Consumed {
  const { epoch, table_id, committed_at, reason, id, type, record } = row
  const offset = Number(row.offset)
  if (reason !== null) return { kind: 'gap', reason, project_id, table_id, epoch, offset, committed_at }
  const old_record = row.old_record ?? undefined
  const texts = { id, type, project_id, table_id, table: row.table_name, record, old_record, committed_at }
  return new ConsumedRow(epoch, offset, texts)
}

const REMOVE = `
with gone as (
  delete from platform.change_inbox where project_id = $1 and consumer = $2 and position <= $3 returning bytes
), counted as (select count(*) as rows, coalesce(sum(bytes), 0) as bytes from gone)
update platform.change_backlogs b set rows = b.rows - counted.rows, bytes = b.bytes - counted.bytes,
  turn_at = clock_timestamp(), failures = 0, retry_at = null, error = null
from counted where project_id = $1 and consumer = $2`

/** removeBatch removes the entries up to a position, and the backlog itself where that was all. */
export async function removeBatch(
  db: Queryable,
  { consumer, projectId }: BacklogKey,
  last: string | undefined,
): Promise<void> {
  await db.query(REMOVE, [projectId, consumer, last ?? '0'])
  await db.query(
    'delete from platform.change_backlogs where project_id = $1 and consumer = $2 and rows <= 0',
    [projectId, consumer],
  )
}

/** noteFailure has a backlog wait before it is tried again, each time longer, and returns how often that has failed. */
export async function noteFailure(
  db: Queryable,
  { consumer, projectId }: BacklogKey,
  reason: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<number> {
  const { rows } = await db.query<{ failures: number }>(
    `update platform.change_backlogs set failures = failures + 1, error = $3, turn_at = clock_timestamp(),
       retry_at = clock_timestamp() + make_interval(secs => least($4 * 2 ^ least(failures, 20), $5))
     where project_id = $1 and consumer = $2 returning failures`,
    [projectId, consumer, reason.slice(0, MOST_REASON), first, last],
  )
  return rows[0]?.failures ?? 0
}

const MOST_REASON = 500

/** ConsumerBacklog is what waits for a consumer, of all projects. */
export interface ConsumerBacklog {
  readonly consumer: string
  readonly rows: number
  readonly bytes: number
  /** failing is how many projects' batches have failed and are tried again. */
  readonly failing: number
  /** age is how many seconds ago the oldest change was committed. */
  readonly age: number
}

/** sumBacklogs returns what waits for each consumer for whom something waits. */
export async function sumBacklogs(db: Queryable): Promise<ConsumerBacklog[]> {
  const { rows } = await db.query<ConsumerBacklog>(
    `select b.consumer, sum(b.rows)::float8 as rows, sum(b.bytes)::float8 as bytes,
       count(*) filter (where b.failures > 0)::int as failing,
       coalesce(extract(epoch from clock_timestamp() - min(i.committed_at)), 0)::float8 as age
     from platform.change_backlogs b left join lateral (
       select committed_at from platform.change_inbox i where i.project_id = b.project_id and i.consumer = b.consumer
       order by position limit 1) i on true
     group by b.consumer`,
  )
  return rows
}
