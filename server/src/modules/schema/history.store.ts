// The SQL that adds to a schema's history: table `msingi.schema_history`, in the transaction of the change itself.
import type pg from 'pg'
import type { ChangeOrigin, ChangeScope, SchemaChange, SchemaOperation } from './schema-change.service.ts'

// The project's changes come one after the other, so the next number is free.
const INSERT = `
insert into msingi.schema_history
  (project_id, version, kind, operation, sql, author_id, author_email, origin_project, origin_version)
select $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5, $6, $7, $8
from msingi.schema_history where project_id = $1`

/** insertHistory records a change. */
export async function insertHistory(
  { client, project, ran }: SchemaChange,
  { author, origin }: ChangeScope,
  operation: SchemaOperation,
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

/** isApplied tells whether a project has a migration of another already. */
export async function isApplied(
  client: pg.ClientBase,
  projectId: string,
  origin: ChangeOrigin,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from msingi.schema_history where project_id = $1 and origin_project = $2 and origin_version = $3`,
    [projectId, origin.project, origin.version],
  )
  return rowCount === 1
}
