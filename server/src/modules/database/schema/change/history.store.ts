// The SQL that adds to a schema's history: table `msingi.schema_history`, in the transaction of the change itself.
import type pg from 'pg'

/** Migration is a change of another project that is applied here: that project, and a version of its schema. */
interface Migration {
  readonly project: string
  readonly version: number
}

/** HistoryEntry is what is recorded of a change. */
export interface HistoryEntry {
  readonly project: { readonly id: string }
  /** ran are the statements of the change. */
  readonly ran: readonly string[]
  readonly author: { readonly id: string; readonly email: string }
  readonly origin?: Migration | undefined
  readonly operation: { readonly kind: string }
}

// Changes of a project are serialised by its lock, so that the next version is free.
const INSERT = `
insert into msingi.schema_history
  (project_id, version, kind, operation, sql, author_id, author_email, origin_project, origin_version)
select $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5, $6, $7, $8
from msingi.schema_history where project_id = $1`

/** insertHistory records a change. */
export async function insertHistory(
  client: pg.ClientBase,
  { project, ran, author, origin, operation }: HistoryEntry,
): Promise<void> {
  const sql = ran.map((statement) => `${statement};`).join('\n')
  await client.query(INSERT, [
    project.id,
    operation.kind,
    JSON.stringify(operation),
    sql,
    author.id,
    author.email,
    origin?.project ?? null,
    origin?.version ?? null,
  ])
}

/** isApplied reports whether a migration of another project is already applied. */
export async function isApplied(
  client: pg.ClientBase,
  projectId: string,
  origin: Migration,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from msingi.schema_history where project_id = $1 and origin_project = $2 and origin_version = $3`,
    [projectId, origin.project, origin.version],
  )
  return rowCount === 1
}
