// A conflict with a deleted row says so to who may see such a row.

import { qualify, quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { RowConcern } from '#modules/database/policies/explain-writes.service.ts'
import { deletedConflict, type RowOperation } from '#modules/rows/data/operations/operations.ts'
import type { Asker } from '#platform/asker.ts'
import { type Actor, contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'

// Reads as the server itself, regardless of the project's policies.
const SERVER = contextOf({ type: 'dashboard' } as Actor)

/**
 * explainConflict returns the 409 for a conflict with a deleted row, and any other error unchanged. Publishable keys, end users
 * and who may not read rows are not told: whether somebody's row is deleted is not for them to find out.
 */
export async function explainConflict(
  { actor, platform, project }: Asker,
  { concerns }: RowOperation,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof AppError) || !seesDeleted(actor)) return error
  const details = (error.details ?? {}) as Readonly<Record<string, string | undefined>>
  const { sqlstate, constraint, table: slug } = details
  const rows = concerns.filter(({ table, values }) => table.slug === slug && values !== undefined)
  const table = rows[0]?.table
  if (sqlstate !== '23505' || constraint === undefined || !table?.soft_delete) return error
  // Whatever keeps it from being explained, the refusal itself is an answer.
  const columns = await conflictingColumns(platform, project, table, constraint, rows).catch(() => undefined)
  if (columns === undefined) return error
  const { message } = deletedConflict(table, columns)
  return new AppError('already_exists', message, {
    details: { ...details, deleted: true },
    cause: error.cause,
  })
}

function seesDeleted(actor: Actor): boolean {
  if (actor.type === 'dashboard') return actor.rights?.permissions.has('data:read') === true
  return contextOf(actor).kind === 'secret'
}

const INDEX = `
select array(select a.attname::text from generate_series(0, i.indnkeyatts - 1) k
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[k] order by k) as columns
from pg_catalog.pg_index i
join pg_catalog.pg_class x on x.oid = i.indexrelid
join pg_catalog.pg_namespace n on n.oid = x.relnamespace
where n.nspname = $1 and x.relname = $2 and i.indisunique and i.indpred is null and i.indexprs is null`

// The columns of an index that counts deleted rows, where one of those is in the way.
async function conflictingColumns(
  platform: Platform,
  project: ProjectRecord,
  table: TableShape,
  index: string,
  concerns: readonly RowConcern[],
): Promise<readonly string[] | undefined> {
  const { admin, executor } = platform.clusters.of(project)
  const found = (await admin.query<{ columns: string[] }>(INDEX, [table.schema, index])).rows[0]
  if (found === undefined) return undefined
  const relation = qualify(table.schema, table.slug)
  const same = found.columns.map(quoteIdentifier).map((column) => `t.${column} = g.${column}`)
  const text = `select exists (select from json_array_elements($1::json) e
    left join ${relation} o on o.id = (e ->> 'id')::uuid
    cross join lateral json_populate_record(o, e -> 'values') g
    join ${relation} t on ${same.join(' and ')}
    where t.deleted_at is not null and t.id is distinct from o.id)::text`
  const values = [JSON.stringify(concerns.map(({ id, values }) => ({ id, values })))]
  const [result] = await executor.execute(project, SERVER, [{ text, values }], { readOnly: true })
  return result?.rows[0]?.[0] === 'true' ? found.columns : undefined
}
