// The SQL that reads a schema's history: table `msingi.schema_history`.
import type { SchemaOperation } from '#modules/schema/schema-change.service.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** HistoryRow is a change of a schema. */
export interface HistoryRow {
  readonly version: number
  readonly kind: string
  readonly operation: SchemaOperation
  readonly sql: string
  readonly author_id: string
  readonly author_email: string
  readonly origin_project: string | null
  readonly origin_version: number | null
  readonly created_at: Date
}

const COLUMNS =
  'version, kind, operation, sql, author_id, author_email, origin_project, origin_version, created_at'

/** listHistory gives the latest changes before a version, the latest first. */
export async function listHistory(
  db: Queryable,
  projectId: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<HistoryRow[]> {
  const { rows } = await db.query<HistoryRow>(
    `select ${COLUMNS} from msingi.schema_history where project_id = $1 and version < $2
     order by version desc limit $3`,
    [projectId, before, limit],
  )
  return rows
}

/** listAfter gives the first changes after a version, in order. */
export async function listAfter(
  db: Queryable,
  projectId: string,
  after: number,
  limit: number,
): Promise<HistoryRow[]> {
  const { rows } = await db.query<HistoryRow>(
    `select ${COLUMNS} from msingi.schema_history where project_id = $1 and version > $2
     order by version limit $3`,
    [projectId, after, limit],
  )
  return rows
}

/** listApplied gives the versions of another project that have been applied to this one. */
export async function listApplied(db: Queryable, projectId: string, origin: string): Promise<Set<number>> {
  const { rows } = await db.query<{ version: number }>(
    'select origin_version as version from msingi.schema_history where project_id = $1 and origin_project = $2',
    [projectId, origin],
  )
  return new Set(rows.map(({ version }) => version))
}
