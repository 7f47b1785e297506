// The SQL of how far a cluster's log has been read: `msingi.change_checkpoint`, one row in each database.
import { randomBytes } from 'node:crypto'
import type { Queryable } from '#platform/db/transaction.ts'

/** CaptureKind is where changes are read from. */
export type CaptureKind = 'log' | 'outbox'

/** Checkpoint is a place from which all changes can still be read again. */
export interface Checkpoint {
  readonly capture: CaptureKind
  /** system identifies this database: a restored copy of it has another one. */
  readonly system: string
  readonly epoch: string
  /** position is a place in the log, or a number in the outbox. */
  readonly position: bigint
  /** sequence is the offset of the last change before it. */
  readonly sequence: number
}

// Held exclusively to make or drop slots and to begin an epoch; shared to add or remove a table. It
// belongs to the database.
const NAME = `hashtextextended('msingi changes', 0)`
const LOCK = `select pg_advisory_xact_lock(${NAME})`
const SHARE = `select pg_try_advisory_xact_lock_shared(${NAME}) as shared`

/** lockChanges has one node at a time decide where changes are read from; it lasts until the transaction ends. */
export async function lockChanges(db: Queryable): Promise<void> {
  // A commit that the reader is to see must be on disk before it is read.
  await db.query(`set local synchronous_commit = on; set local lock_timeout = '10s'; ${LOCK}`)
}

/**
 * shareChanges keeps the slot and the epoch as they are until the transaction ends, and returns false at once where
 * somebody is changing them: a holder of a table's lock must not wait for that.
 */
export async function shareChanges(db: Queryable): Promise<boolean> {
  await db.query('set local synchronous_commit = on')
  const { rows } = await db.query<{ shared: boolean }>(SHARE)
  return rows[0]?.shared === true
}

/** newEpoch makes up a name for an epoch. */
export function newEpoch(): string {
  return randomBytes(6).toString('hex')
}

/** findCheckpoint returns the checkpoint, if there is one. */
export async function findCheckpoint(db: Queryable): Promise<Checkpoint | undefined> {
  const { rows } = await db.query<StoredCheckpoint>(
    'select capture, system, epoch, position, sequence from msingi.change_checkpoint',
  )
  const [row] = rows
  if (row === undefined) return undefined
  return { ...row, position: BigInt(row.position), sequence: Number(row.sequence) }
}

type StoredCheckpoint = Omit<Checkpoint, 'position' | 'sequence'> & { position: string; sequence: string }

/** replaceCheckpoint begins a new epoch. */
export async function replaceCheckpoint(db: Queryable, checkpoint: Checkpoint): Promise<void> {
  const { capture, system, epoch, position, sequence } = checkpoint
  await db.query(
    `insert into msingi.change_checkpoint (capture, system, epoch, position, sequence) values ($1, $2, $3, $4, $5)
     on conflict (only_row) do update set capture = excluded.capture, system = excluded.system,
       epoch = excluded.epoch, position = excluded.position, sequence = excluded.sequence`,
    [capture, system, epoch, String(position), sequence],
  )
}

/** moveCheckpoint moves it on, never back; returns false where another epoch has begun meanwhile. */
export async function moveCheckpoint(
  db: Queryable,
  epoch: string,
  position: bigint,
  sequence: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update msingi.change_checkpoint
     set position = greatest(position, $2), sequence = greatest(sequence, $3) where epoch = $1`,
    [epoch, String(position), sequence],
  )
  return rowCount === 1
}

/** findSystem names the database server, its timeline and the database. */
export async function findSystem(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ system: string }>(
    `select concat_ws('/', (select system_identifier from pg_control_system()),
       (select timeline_id from pg_control_checkpoint()),
       (select oid from pg_database where datname = current_database())) as system`,
  )
  return rows[0]?.system ?? ''
}
