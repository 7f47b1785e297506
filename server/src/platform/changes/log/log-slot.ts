// The replication slot: it keeps the write-ahead log for us, and the node that streams from it is the one that reads.

import {
  type Checkpoint,
  findCheckpoint,
  findSystem,
  newEpoch,
  replaceCheckpoint,
} from '#platform/changes/state/checkpoint.store.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** PUBLICATION says which tables the log is read of. */
export const PUBLICATION = 'msingi_changes'

/** slotName returns the name of the slot of an epoch. With a slot of its own, an epoch cannot go on after its slot was lost. */
export function slotName(epoch: string): string {
  return `msingi_${epoch}`
}

const HEALTHY = `
select exists (
  select from pg_replication_slots where slot_name = $1 and database = current_database()
    and wal_status is distinct from 'lost' and confirmed_flush_lsn - '0/0' <= $2::numeric
) as healthy`

// Those of earlier epochs keep the log for nobody. One that is still streamed from is dropped another time.
const OURS = `from pg_replication_slots
where database = current_database() and slot_name ~ '^msingi_[0-9a-f]{12}$' and slot_name <> $1 and not active`

const CREATE = `select lsn - '0/0' as position from pg_create_logical_replication_slot($1, 'pgoutput')`

/** isReadable reports whether the slot of the checkpoint has kept all since then. */
export async function isReadable(db: Queryable): Promise<boolean> {
  const [known, system] = [await findCheckpoint(db), await findSystem(db)]
  if (known?.capture !== 'log' || known.system !== system) return false
  const parameters = [slotName(known.epoch), String(known.position)]
  const { rows } = await db.query<{ healthy: boolean }>(HEALTHY, parameters)
  return rows[0]?.healthy === true
}

/**
 * ensureSlot returns the checkpoint to read from. Where it cannot be read from any more (no slot, a lost one, another
 * database, or `distrusted` by who tried), it makes a slot and begins a new epoch. The transaction must hold the lock
 * and must not have written.
 */
export async function ensureSlot(db: Queryable, distrusted?: string): Promise<Checkpoint> {
  const [known, system] = [await findCheckpoint(db), await findSystem(db)]
  if (known?.capture === 'log' && known.system === system && known.epoch !== distrusted) {
    const parameters = [slotName(known.epoch), String(known.position)]
    const { rows } = await db.query<{ healthy: boolean }>(HEALTHY, parameters)
    if (rows[0]?.healthy) return known
  }
  await dropOtherSlots(db, '')
  const epoch = newEpoch()
  // To begin in the middle of the log, PostgreSQL waits for the transactions of the moment to end.
  await db.query(`set local statement_timeout = '30s'`)
  const { rows } = await db.query<{ position: string }>(CREATE, [slotName(epoch)])
  const position = BigInt(rows[0]?.position ?? 0)
  const checkpoint = { capture: 'log', system, epoch, position, sequence: known?.sequence ?? 0 } as const
  await replaceCheckpoint(db, checkpoint)
  return checkpoint
}

/** findKept returns how many bytes of the log the slot of an epoch keeps; 0 where there is none. */
export async function findKept(db: Queryable, epoch: string): Promise<number> {
  const { rows } = await db.query<{ kept: string | null }>(
    `select pg_current_wal_lsn() - restart_lsn as kept from pg_replication_slots where slot_name = $1`,
    [slotName(epoch)],
  )
  return Number(rows[0]?.kept ?? 0)
}

/** findHolder returns PostgreSQL's process that streams from the slot of an epoch. */
export async function findHolder(db: Queryable, epoch: string): Promise<number | undefined> {
  const { rows } = await db.query<{ pid: number | null }>(
    'select active_pid as pid from pg_replication_slots where slot_name = $1',
    [slotName(epoch)],
  )
  return rows[0]?.pid ?? undefined
}

/** dropOtherSlots drops our slots in this database, but for that of one epoch and those that are in use. */
export async function dropOtherSlots(db: Queryable, epoch: string): Promise<void> {
  await db.query(`select pg_drop_replication_slot(slot_name) ${OURS}`, [slotName(epoch)])
}

/** hasSlots reports whether there are unused slots of ours. */
export async function hasSlots(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ any: boolean }>(`select exists (select ${OURS}) as any`, [''])
  return rows[0]?.any === true
}
