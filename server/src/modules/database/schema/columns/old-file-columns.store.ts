// The SQL of columns that were of type `file` before they held the ids of files: table `msingi.old_file_columns`.
import type { Queryable } from '#platform/db/transaction.ts'

/** OldFileColumn is a column that is yet to be looked at. */
export interface OldFileColumn {
  readonly column_id: string
  readonly project_id: string
}

/** listOldFileColumns returns all of a cluster. */
export async function listOldFileColumns(db: Queryable): Promise<OldFileColumn[]> {
  const { rows } = await db.query<OldFileColumn>(
    'select column_id, project_id from msingi.old_file_columns order by project_id, column_id',
  )
  return rows
}

/** forgetOldFileColumn takes one off the list. */
export async function forgetOldFileColumn(db: Queryable, columnId: string): Promise<void> {
  await db.query('delete from msingi.old_file_columns where column_id = $1', [columnId])
}
