// A feed without a database, for tests of what stands on one: they say what is committed.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { ChangeFeed } from './change-feed.ts'
import { changeIds } from './change-id.ts'
import { ChangeLog } from './change-log.ts'
import type { ChangeLogLimits } from './change-shares.ts'
import type { RowTexts } from './row-change.ts'

/** CommittedRow is a change that a test commits. */
export interface CommittedRow {
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE'
  readonly project_id: string
  readonly table_id: string
  readonly table: string
  readonly record: object
  readonly old_record?: object
}

/** MemoryFeed is a feed that tests fill. */
export interface MemoryFeed extends ChangeFeed {
  /** commit is one transaction; all its changes reach the listeners before it returns. */
  commit(...rows: CommittedRow[]): void
  /** lose begins another epoch, as where the log was lost. */
  lose(): void
  /** truncate is what a TRUNCATE does to a table's subscribers. */
  truncate(tableId: string): void
}

/** createMemoryFeed makes a feed; tables must be watched as with a real one. */
export function createMemoryFeed(
  limits: ChangeLogLimits = { changes: 20_000, bytes: 20_000_000 },
): MemoryFeed {
  const log = new ChangeLog(limits)
  let epochs = 1
  let commits = 0
  const watched = new Set<string>()
  log.restart('epoch-1', 0)
  return {
    get epoch() {
      return log.epoch
    },
    get top() {
      return log.top
    },
    since: (tableId, offset, epoch) => log.since(tableId, offset, epoch),
    known: (tableId) => log.known(tableId),
    latest: (tableId) => log.latest(tableId),
    listen: (listener) => log.listen(listener),
    onBreak: (listener) => log.onBreak(listener),
    watch: async (_project: ProjectRecord, tableId: string) => {
      const begins = !watched.has(tableId)
      watched.add(tableId)
      log.open(tableId)
      return begins
    },
    keep: () => () => {},
    unwatch: async (_project: ProjectRecord, tableId: string) => {
      watched.delete(tableId)
      log.shut(tableId)
    },
    ready: async () => true,
    reach: async () => {},
    commit: (...rows) => {
      const at = new Date()
      const id = changeIds(at, BigInt(++commits))
      log.append(
        rows.map(
          ({ record, old_record, ...row }, index): RowTexts => ({
            ...row,
            id: id(index),
            record: JSON.stringify(record),
            old_record: old_record === undefined ? undefined : JSON.stringify(old_record),
            committed_at: at,
          }),
        ),
      )
    },
    lose: () => {
      log.restart(`epoch-${++epochs}`, log.top)
      for (const tableId of watched) log.open(tableId)
    },
    truncate: (tableId) => log.breakOff(tableId, 'truncated'),
  }
}
