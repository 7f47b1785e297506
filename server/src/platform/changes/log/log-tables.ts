// What the tables need whose changes are read from the log: whole old rows and a place in the publication, or triggers whose
// notes have one.
import { qualify } from '#engine/shapes/identifiers.ts'
import type { CaptureContext, CapturedTables } from '#platform/changes/reading/capture.ts'
import { findTable, type PhysicalTable, saveWatched } from '#platform/changes/state/watched-tables.store.ts'
import { instrumentForLog } from '#platform/changes/tables/instrument.ts'
import { beginWith } from '#platform/changes/tables/table-failures.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { ensureSlot, isReadable, PUBLICATION } from './log-slot.ts'

const ATTACH_MS = 5000
// All writers must have ended: of a transaction that goes on, half would be captured. To take a table out of the
// publication, PostgreSQL locks it against other DDL.
const LOCKS = { attach: 'share row exclusive', detach: 'share update exclusive' } as const

/** logTables returns how tables are captured from the log. */
export function logTables(context: CaptureContext): CapturedTables {
  return {
    instrument: (table, patienceMs) =>
      beginWith(context, table, () => instrumentForLog(context.cluster, table, patienceMs)),
    isPrepared: isReadable,
    prepare: async (db) => void (await ensureSlot(db)),
    lock: lockTable,
    attach,
    detach: async (db, table) => {
      if (!table.published) return
      await db.query(`alter publication ${PUBLICATION} drop table only ${nameOf(table)}`)
    },
  }
}

/** captureAgain makes a table ready that was captured another way before, or that somebody has changed. */
export async function captureAgain({ cluster }: CaptureContext, table: PhysicalTable): Promise<void> {
  await instrumentForLog(cluster, table)
  await transaction(cluster.admin, async (client) => {
    await client.query(`set local lock_timeout = '2s'`)
    const now = await findTable(client, table.project_id, table.table_id)
    if (!now?.active) return
    await attach(client, now)
    // What was written in between is missing.
    await saveWatched(client, now, true)
  })
}

const nameOf = ({ schema, slug }: PhysicalTable) => qualify(schema, slug)

async function lockTable(db: Queryable, table: PhysicalTable, purpose: 'attach' | 'detach'): Promise<void> {
  await db.query(`lock table only ${nameOf(table)} in ${LOCKS[purpose]} mode`)
}

async function attach(db: Queryable, table: PhysicalTable): Promise<void> {
  await db.query(`set local lock_timeout = '${ATTACH_MS}ms'`)
  await lockTable(db, table, 'attach')
  // A generated column has come or gone since it was made ready.
  if (table.is_incomplete !== table.has_trigger) throw new NotReadyError()
  if (table.published === !table.is_incomplete) return
  const change = table.is_incomplete ? 'drop' : 'add'
  await db.query(`alter publication ${PUBLICATION} ${change} table only ${nameOf(table)}`)
}

// It counts as a lock that was not to be had in time: whoever comes again finds the table as it is by then.
class NotReadyError extends Error {
  readonly code = '55P03'
  override message = 'The table has just been changed.'
}
