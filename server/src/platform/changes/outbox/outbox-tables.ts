// What the tables need whose changes go through the outbox: triggers, and a checkpoint from which the outbox is read.

import type { CaptureContext, CapturedTables } from '#platform/changes/reading/capture.ts'
import {
  type Checkpoint,
  findCheckpoint,
  findSystem,
  newEpoch,
  replaceCheckpoint,
} from '#platform/changes/state/checkpoint.store.ts'
import { instrumentForOutbox } from '#platform/changes/tables/instrument.ts'
import { beginWith } from '#platform/changes/tables/table-failures.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import * as store from './outbox.store.ts'

/** outboxTables returns how tables are captured by triggers. */
export function outboxTables(context: CaptureContext): CapturedTables {
  return {
    instrument: (table, patienceMs) =>
      beginWith(context, table, () => instrumentForOutbox(context.cluster, table, patienceMs)),
    isPrepared: async (db) => (await findReadable(db)) !== undefined,
    prepare: async (db) => void (await ensureOutbox(db)),
    // To make its triggers, `instrument` has waited for all writers.
    lock: async () => {},
    attach: (db, { table_id }) => store.noteWatched(db, table_id),
    detach: (db, { table_id }) => store.noteWatched(db, table_id),
  }
}

/** ensureOutbox returns the checkpoint to read from. Where it is not one of this outbox, a new epoch begins. */
export async function ensureOutbox(db: Queryable): Promise<Checkpoint> {
  const readable = await findReadable(db)
  if (readable !== undefined) return readable
  const known = await findCheckpoint(db)
  const position = await store.findEnd(db)
  const system = await findSystem(db)
  const sequence = known?.sequence ?? 0
  const checkpoint = { capture: 'outbox', system, epoch: newEpoch(), position, sequence } as const
  await replaceCheckpoint(db, checkpoint)
  return checkpoint
}

async function findReadable(db: Queryable): Promise<Checkpoint | undefined> {
  const [known, system] = [await findCheckpoint(db), await findSystem(db)]
  return known?.capture === 'outbox' && known.system === system ? known : undefined
}
