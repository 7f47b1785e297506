// The SQL that finds rows which hold files, in any `file` column of a project.
import type { OnDelete } from '#engine/ddl/ddl-relationship.ts'
import { qualify, quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { projectNames } from '#platform/db/project-names.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { FileUse } from './files-in-use.ts'

// Rules that keep a file from being deleted.
const KEEPING: readonly OnDelete[] = ['restrict', 'no_action']

/** findUseOfBucket returns a column that keeps some file of a bucket from being deleted. */
export async function findUseOfBucket(
  db: Queryable,
  projectId: string,
  bucket: string,
): Promise<FileUse | undefined> {
  const { rows: uses } = await db.query<FileUse>(
    `select t.slug as table, c.name as column from msingi.columns c
     join msingi.tables t on t.id = c.table_id
     join msingi.relationships r on r.from_column = c.id
     where t.project_id = $1 and c.data_type = 'file' and r.on_delete = any($2) order by 1, 2`,
    [projectId, KEEPING],
  )
  const { schema } = projectNames(projectId)
  for (const use of uses) {
    const { rowCount } = await db.query(
      `select from ${qualify(schema, use.table)} c join ${schema}.storage_objects o on o.id = c.${quoteIdentifier(use.column)}
       where o.bucket = $1 and o.deleted_at is null and c.deleted_at is null limit 1`,
      [bucket],
    )
    if (rowCount === 1) return use
  }
  return undefined
}
