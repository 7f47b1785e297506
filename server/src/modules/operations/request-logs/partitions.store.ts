// The partitions of `platform.request_logs`: one for each day (UTC), made before its first line and dropped as a whole.
import type { Queryable } from '#platform/db/transaction.ts'

const LOCK = `select pg_advisory_xact_lock(hashtextextended('platform.request_logs', 0))`

/** lockLog has nodes write one after the other, so that ids become visible in their order and a stream misses no line. */
export async function lockLog(db: Queryable): Promise<void> {
  await db.query(LOCK)
}

/** addPartition makes the partition of a day, such as 2026-11-22, within a transaction that has locked the log. */
export async function addPartition(db: Queryable, day: string): Promise<void> {
  await db.query(`set local lock_timeout = '5s'`)
  await db.query(
    `create table if not exists ${nameOf(day)} partition of platform.request_logs
     for values from ('${day} 00:00:00+00') to ('${dayAfter(day)} 00:00:00+00')`,
  )
}

/** dropPartitionsBefore drops the partitions of all days before one. */
export async function dropPartitionsBefore(db: Queryable, day: string): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'platform.request_logs'::regclass order by 1`,
  )
  for (const { name } of rows)
    if (name < tableOf(day)) await db.query(`drop table if exists platform.${name}`)
}

function nameOf(day: string): string {
  return `platform.${tableOf(day)}`
}

function tableOf(day: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error(`not a day: ${day}`)
  return `request_logs_${day.replaceAll('-', '')}`
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}
