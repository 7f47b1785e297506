// The SQL that reads a schema's history: table `msingi.schema_history`.
import type { SchemaOperation } from '#modules/database/schema/change/schema-change.service.ts'
import type { Queryable } from '#platform/db/transaction.ts'

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

// A page is also limited by bytes, since a project's code can write into its own history. The lengths are read first,
// so that only the texts that are returned are loaded.
const MAX_PAGE_BYTES = 8 * 1024 * 1024

const page = (side: '<' | '>', order: 'desc' | 'asc') => `
with near as (
  select version, octet_length(sql) + octet_length(operation::text) as bytes from msingi.schema_history
  where project_id = $1 and version ${side} $2 order by version ${order} limit $3
), fitting as (
  select version, sum(bytes) over (order by version ${order}) as total, row_number() over (order by version ${order}) as n
  from near
)
select ${COLUMNS}, (select count(*)::int from near) as near
from msingi.schema_history where project_id = $1
  and version in (select version from fitting where total <= ${MAX_PAGE_BYTES} or n = 1)
order by version ${order}`

/** HistoryPage is a page of changes; `more` reports whether there are further ones. */
export interface HistoryPage {
  readonly rows: readonly HistoryRow[]
  readonly more: boolean
}

export function listHistory(
  db: Queryable,
  projectId: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<HistoryPage> {
  return readPage(db, page('<', 'desc'), [projectId, before], limit)
}

/** listAfter returns the first changes after a version, in ascending order. */
export function listAfter(
  db: Queryable,
  projectId: string,
  after: number,
  limit: number,
): Promise<HistoryPage> {
  return readPage(db, page('>', 'asc'), [projectId, after], limit)
}

async function readPage(
  db: Queryable,
  text: string,
  values: readonly unknown[],
  limit: number,
): Promise<HistoryPage> {
  const { rows } = await db.query<HistoryRow & { near: number }>(text, [...values, limit + 1])
  const found = rows.slice(0, limit).map(({ near: _, ...row }) => row)
  return { rows: found, more: (rows[0]?.near ?? 0) > found.length }
}

// The most migrations that one project can have applied from another.
const MAX_APPLIED = 100_000

/** listApplied returns the versions of project `origin` that were applied to this project. */
export async function listApplied(db: Queryable, projectId: string, origin: string): Promise<Set<number>> {
  const { rows } = await db.query<{ version: number }>(
    `select origin_version as version from msingi.schema_history where project_id = $1 and origin_project = $2
     limit ${MAX_APPLIED}`,
    [projectId, origin],
  )
  return new Set(rows.map(({ version }) => version))
}
