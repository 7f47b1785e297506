// What people have written about a project's tables and columns.
import type { Queryable } from '#platform/db/transaction.ts'
import { bounded, MOST } from './bounded-rows.ts'

/** Comments are descriptions of tables and of their columns. */
export interface Comments {
  ofTable(tableId: string): string | undefined
  ofColumn(tableId: string, column: string): string | undefined
}

interface CommentRow {
  readonly table_id: string
  readonly column: string | null
  readonly description: string
}

/** listComments reads the descriptions of a project. */
export async function listComments(db: Queryable, projectId: string): Promise<Comments> {
  const { rows } = await db.query<CommentRow>(
    `select t.id as table_id, null as column, left(t.description, 1000) as description
     from msingi.tables t where t.project_id = $1 and t.description is not null
     union all
     select t.id, c.name, left(c.description, 1000) from msingi.tables t join msingi.columns c on c.table_id = t.id
     where t.project_id = $1 and c.description is not null limit ${MOST.columns + 1}`,
    [projectId],
  )
  const known = new Map(
    bounded(rows, MOST.columns, 'descriptions').map((row) => [
      `${row.table_id} ${row.column ?? ''}`,
      row.description,
    ]),
  )
  return {
    ofTable: (id) => known.get(`${id} `),
    ofColumn: (id, column) => known.get(`${id} ${column}`),
  }
}
