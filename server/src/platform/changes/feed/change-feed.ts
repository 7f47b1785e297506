// What modules see of live changes: the changes of a cluster's watched tables, in commit order.
import type { ProjectRecord } from '#platform/credentials/actor.ts'

/** ChangeType is what happened to a row, as clients see it: a soft delete is a DELETE. */
export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** Row is a row as the data API returns it, parsed. */
export type Row = Readonly<Record<string, unknown>>

/** Change is one change of one row. */
export interface Change {
  /** offset is the place in one sequence over all changes of a cluster, in commit order and with gaps. */
  readonly offset: number
  /** id is a UUID made of the commit's time, its place in the log and the index in it: the same after every replay. */
  readonly id: string
  readonly type: ChangeType
  readonly project_id: string
  readonly table_id: string
  /** table is the slug that the table had when the row was written. */
  readonly table: string
  /** record is the new row; on DELETE it is the row before. It is parsed when it is first asked for. */
  readonly record: Row
  /** old_record is the row before an UPDATE. */
  readonly old_record: Row | undefined
  readonly committed_at: Date
  /** size is about how many bytes the change holds. */
  readonly size: number
  /** payload is the event's JSON text as clients receive it, with or without old_record. */
  payload(withOld: boolean): string
}

/** ChangeListener gets the changes of a transaction in their order; those of a large one come in several calls. */
export type ChangeListener = (changes: readonly Change[]) => void

/**
 * BreakReason says why continuity ends: changes may be lost (`lost`: another epoch, or another node reads), the table is
 * not captured any more (`ended`), or some of its changes have not been passed on because it was truncated, a row was
 * too large (`oversized`), there were too many changes at once (`flood`), a value could not be read (`unreadable`), or
 * the table's replica identity had been changed (`unidentified`).
 */
export type BreakReason =
  | 'lost'
  | 'ended'
  | 'truncated'
  | 'oversized'
  | 'flood'
  | 'unreadable'
  | 'unidentified'

/** BreakListener is called where a table's subscribers must read anew; without an id, those of all tables. */
export type BreakListener = (tableId: string | undefined, reason: BreakReason) => void

/** WantedTables returns the ids of the tables that somebody on this node wants at the moment. */
export type WantedTables = () => Iterable<string>

/** ChangeFeed provides the changes of one cluster. */
export interface ChangeFeed {
  /** epoch names the sequence that offsets are of. It changes where changes may have been lost. */
  readonly epoch: string
  /** top is the offset of the latest change. */
  readonly top: number
  /** since returns a table's changes after an offset, in order; undefined where they are not all known any more. */
  since(tableId: string, offset: number, epoch: string): readonly Change[] | undefined
  /** known returns all changes of a table that are kept, in order. */
  known(tableId: string): readonly Change[]
  /** latest returns the offset of a table's latest change, 0 before the first; undefined where this node does not have them. */
  latest(tableId: string): number | undefined
  /**
   * listen calls back with changes as they commit. A listener must neither throw nor wait. After a restart, the latest
   * changes come again with the same ids. Returns a function that stops it.
   */
  listen(listener: ChangeListener): () => void
  /**
   * onBreak calls back where continuity ends without a change that says so: the log was lost (a new epoch), or a table
   * was truncated, or is not captured any more. Subscribers must read their rows anew. Returns a function that stops it.
   */
  onBreak(listener: BreakListener): () => void
  /**
   * watch has a table's changes captured from now on; it settles when that is in force, and returns whether they were not
   * captured before. Twice does no harm. It lasts for the retention, and for as long as somebody keeps the table.
   */
  watch(project: ProjectRecord, tableId: string): Promise<boolean>
  /** keep has the tables that it names, asked now and then, captured on. Returns a function that stops it. */
  keep(tables: WantedTables): () => void
  /** unwatch ends the capture of a table at once, even where others want it. */
  unwatch(project: ProjectRecord, tableId: string): Promise<void>
  /**
   * ready settles when changes from before the server's start are known again, as far back as they are kept. It returns
   * false where this node does not receive changes, because another one reads them: nobody must listen here then.
   */
  ready(): Promise<boolean>
  /** reach waits for a while, where another node reads, for what somebody has heard there already. */
  reach(known: () => boolean): Promise<void>
}

/** ChangeFeeds finds the feed of a project; there is one for each cluster. */
export interface ChangeFeeds {
  /** of returns the feed of the cluster that holds the project. */
  of(project: { readonly cluster: string }): ChangeFeed
  /** listen calls back with the changes of all clusters. Offsets and epochs are each cluster's own. */
  listen(listener: ChangeListener): () => void
  /** ready settles when every feed is ready. */
  ready(): Promise<void>
  /** close stops reading; what is not read yet is read by the next start. */
  close(): Promise<void>
}
