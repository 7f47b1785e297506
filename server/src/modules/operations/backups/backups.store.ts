// The SQL of backups that the server makes by itself: the one row of table `platform.backup_schedule`.
import pg from 'pg'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'

/** BackupState is how the last attempts ended. */
export interface BackupState {
  /** succeeded_at is when the last backup began that succeeded. */
  readonly succeeded_at: Date | null
  /** failed_at is when the last attempt failed; null where that succeeded. */
  readonly failed_at: Date | null
  /** error is why; null where that succeeded. */
  readonly error: string | null
  /** tried_at is when the last backup began that was tried. */
  readonly tried_at: Date | null
  /** restored_at is when the last one of those began that could be restored. */
  readonly restored_at: Date | null
}

/** readState returns the state. */
export async function readState(db: Queryable): Promise<BackupState> {
  const { rows } = await db.query<BackupState>(
    'select succeeded_at, failed_at, error, tried_at, restored_at from platform.backup_schedule',
  )
  return rows[0] ?? { succeeded_at: null, failed_at: null, error: null, tried_at: null, restored_at: null }
}

/** inTurn does work that one node alone does at a time, over a connection of its own. Where another node does it, it returns undefined. */
export async function inTurn<T>(
  { clusters }: Pick<Platform, 'clusters'>,
  work: (db: Queryable) => Promise<T>,
): Promise<T | undefined> {
  const client = new pg.Client(clusters.main.adminConfig())
  client.on('error', () => {})
  try {
    await client.connect()
    // The lock ends with the connection.
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('msingi: scheduled backup', 0)) as taken`,
    )
    return rows[0]?.taken === true ? await work(client) : undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/** noteSuccess notes that the backup succeeded which began then, and whether its trial begins. */
export async function noteSuccess(db: Queryable, at: Date, tries: boolean): Promise<void> {
  await db.query(
    `update platform.backup_schedule set succeeded_at = $1, failed_at = null, error = null, mailed_at = null,
       tried_at = case when $2 then $1 else tried_at end`,
    [at, tries],
  )
}

/** noteFailure notes why one failed, and returns whether operators are to be mailed: at the first failure, and a day after the last mail. */
export async function noteFailure(db: Queryable, at: Date, error: string): Promise<boolean> {
  const { rows } = await db.query<{ mails: boolean }>(
    `update platform.backup_schedule s set failed_at = $1, error = $2,
       mailed_at = case when before.mails then $1 else s.mailed_at end
     from (select coalesce(mailed_at <= $1::timestamptz - interval '1 day', true) as mails
           from platform.backup_schedule) before
     returning before.mails`,
    [at, error],
  )
  return rows[0]?.mails === true
}

/** noteRestored notes that the backup could be restored which began then. */
export async function noteRestored(db: Queryable, at: Date): Promise<void> {
  await db.query('update platform.backup_schedule set restored_at = $1', [at])
}
