// Looks after the tables whose changes are read from the log: they stay ready to be captured, or their capture ends.

import { purgeNotes } from '#platform/changes/outbox/outbox.store.ts'
import type { CaptureContext } from '#platform/changes/reading/capture.ts'
import { lockChanges } from '#platform/changes/state/checkpoint.store.ts'
import {
  failWatched,
  findTable,
  forgetDropped,
  listUnwanted,
  listWatchedRelations,
  type WatchedTable,
} from '#platform/changes/state/watched-tables.store.ts'
import { boundTable } from '#platform/changes/tables/row-bound.ts'
import { adoptTables, report, type TableWork } from '#platform/changes/tables/table-failures.ts'
import { transaction } from '#platform/db/transaction.ts'
import { PUBLICATION } from './log-slot.ts'

// Of what a sweep does, so much: the next one goes on.
const MOST_AT_ONCE = 20
// A table whose values cannot be read so many times is not captured any more.
const MOST_UNREADABLE = 10

/** LogUpkeep looks after the tables of one cluster. */
export class LogUpkeep {
  readonly #context: CaptureContext
  readonly #prepare: TableWork
  readonly #unreadable = new Map<string, number>()

  constructor(context: CaptureContext, prepare: TableWork) {
    this.#context = context
    this.#prepare = prepare
  }

  /** adopt makes ready what was captured another way before, or was changed; what cannot be made so is not captured. */
  async adopt(): Promise<void> {
    const watched = await listWatchedRelations(this.#context.cluster.admin)
    const relations = watched.filter((table) => !(table.has_name && table.is_logged))
    const end = (table: { table_id: string }, reason: string) => this.#end(table.table_id, reason)
    await adoptTables(this.#context, { relations, prepare: this.#prepare, end })
  }

  /** end ends the capture of a table for a reason; its subscribers learn of that from the log. */
  async end(table: WatchedTable, reason: string): Promise<void> {
    await this.#end(table.table_id, reason)
    report(this.#context, table, reason)
  }

  /** reportUnreadable counts what cannot be read of a table, and ends its capture where that goes on. */
  reportUnreadable(table: WatchedTable, reason: string): void {
    const count = (this.#unreadable.get(table.table_id) ?? 0) + 1
    this.#unreadable.set(table.table_id, count)
    if (count !== MOST_UNREADABLE) return
    this.#unreadable.delete(table.table_id)
    this.end(table, `Its values cannot be read: ${reason}`).catch((error: Error) =>
      this.#context.log.warn({ err: error.message }, 'could not end the capture of a table'),
    )
  }

  /** sweep does now and then what nobody waits for. */
  async sweep(): Promise<void> {
    const { cluster } = this.#context
    await forgetDropped(cluster.admin)
    await this.adopt()
    await this.#bound()
    await purgeNotes(cluster.admin)
    for (const name of await listUnwanted(cluster.admin, MOST_AT_ONCE)) await this.#unpublish(name)
  }

  async #end(tableId: string, reason: string): Promise<void> {
    await transaction(this.#context.cluster.admin, async (client) => {
      await client.query('set local synchronous_commit = on')
      await failWatched(client, tableId, reason)
    })
  }

  // Tables whose capture an older server has begun.
  async #bound(): Promise<void> {
    const { cluster, log } = this.#context
    const watched = await listWatchedRelations(cluster.admin)
    for (const each of watched
      .filter((table) => !table.is_bounded && !table.is_noted)
      .slice(0, MOST_AT_ONCE)) {
      const table = await findTable(cluster.admin, each.project_id, each.table_id)
      if (!table?.active) continue
      await boundTable(cluster, table).catch((error: Error) =>
        log.debug({ err: error.message, table: each.table_id }, 'could not bound the rows of a table yet'),
      )
    }
  }

  // Changes of tables whose capture has failed would still be sent.
  async #unpublish(name: string): Promise<void> {
    const { cluster, log } = this.#context
    const drop = transaction(cluster.admin, async (client) => {
      await lockChanges(client)
      await client.query(`set local lock_timeout = '200ms'`)
      // Somebody may have begun with it again meanwhile.
      if (!(await listUnwanted(client, 1000)).includes(name)) return
      await client.query(`alter publication ${PUBLICATION} drop table only ${name}`)
    })
    await drop.catch((error: Error) =>
      log.debug({ err: error.message, table: name }, 'could not end the publication of a table yet'),
    )
  }
}
