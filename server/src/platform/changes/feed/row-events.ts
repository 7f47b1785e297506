// What a change of a row means to clients: a soft delete is a DELETE, and a deleted row is not there.
import type { ChangeType } from './change-feed.ts'

/** ColumnFilter says which columns of a table may be passed on. */
export type ColumnFilter = (table: string, column: string) => boolean

/** RowState is a row before or after: its JSON, and whether it was soft-deleted; undefined without deleted_at. */
export interface RowState {
  readonly json: string
  readonly deleted: boolean | undefined
}

/** RowEvent is what clients receive. */
export interface RowEvent {
  readonly type: ChangeType
  readonly record: string
  readonly old_record: string | undefined
}

/** rowEvent returns the event of a change from one state to another; undefined where clients see no difference. */
export function rowEvent(before: RowState | undefined, after: RowState | undefined): RowEvent | undefined {
  const old = before?.deleted === true ? undefined : before
  const current = after?.deleted === true ? undefined : after
  if (current === undefined) {
    return old === undefined ? undefined : { type: 'DELETE', record: old.json, old_record: undefined }
  }
  if (old === undefined) return { type: 'INSERT', record: current.json, old_record: undefined }
  return { type: 'UPDATE', record: current.json, old_record: old.json }
}
