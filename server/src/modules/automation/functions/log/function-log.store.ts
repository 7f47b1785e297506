// The SQL of what functions did: tables `platform.function_invocations` and `function_logs`.
import type { Queryable } from '#platform/db/transaction.ts'
import { inBatches } from '#platform/work/batches.ts'
import type { InvocationCost } from '#platform/workerd/invocation-cost.ts'

/** InvocationRow is one invocation. */
export interface InvocationRow extends InvocationCost {
  readonly id: string
  readonly project_id: string
  readonly function_id: string
  readonly version: number
  readonly trigger: string
  readonly caller: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly duration_ms: number
  readonly error: string | null
  readonly created_at: Date
}

/** LogRow is one line that a function wrote. */
export interface LogRow {
  readonly project_id: string
  readonly function_id: string
  readonly invocation_id: string
  readonly level: string
  readonly message: string
  readonly created_at: Date
}

/** LogFilter chooses lines. */
export interface LogFilter {
  readonly level?: string | undefined
  readonly search?: string | undefined
  readonly invocation_id?: string | undefined
  readonly limit: number
}

/** insertInvocations stores invocations. */
export async function insertInvocations(db: Queryable, rows: readonly InvocationRow[]): Promise<void> {
  await db.query(
    `insert into platform.function_invocations
       (id, project_id, function_id, version, trigger, caller, method, path, status, duration_ms, cpu_ms, memory_bytes,
         error, created_at)
     select id, project_id, function_id, version, trigger, caller, method, path, status, duration_ms, cpu_ms, memory_bytes,
       error, created_at
     from jsonb_to_recordset($1) as r (id uuid, project_id uuid, function_id uuid, version int, trigger text, caller text,
       method text, path text, status smallint, duration_ms real, cpu_ms real, memory_bytes bigint, error text, created_at timestamptz)
     on conflict (id) do nothing`,
    [JSON.stringify(rows)],
  )
}

/** insertLines stores lines, in their order. */
export async function insertLines(db: Queryable, rows: readonly LogRow[]): Promise<void> {
  await db.query(
    `insert into platform.function_logs (project_id, function_id, invocation_id, level, message, created_at)
     select project_id, function_id, invocation_id, level, message, created_at
     from jsonb_to_recordset($1) as r (project_id uuid, function_id uuid, invocation_id uuid, level text, message text,
       created_at timestamptz)`,
    [JSON.stringify(rows)],
  )
}

/** listInvocations returns the latest invocations of a function. */
export async function listInvocations(
  db: Queryable,
  functionId: string,
  limit: number,
): Promise<InvocationRow[]> {
  const { rows } = await db.query<InvocationRow>(
    `select id, version, trigger, caller, method, path, status, duration_ms, cpu_ms, memory_bytes::float8, error, created_at
     from platform.function_invocations where function_id = $1 order by position desc limit $2`,
    [functionId, limit],
  )
  return rows
}

/** listLines returns the latest lines of a function, the latest first. */
export async function listLines(
  db: Queryable,
  functionId: string,
  { level, search, invocation_id, limit }: LogFilter,
): Promise<(LogRow & { readonly id: string })[]> {
  const { rows } = await db.query<LogRow & { id: string }>(
    `select id::text, invocation_id, level, message, created_at from platform.function_logs
     where function_id = $1 and ($2::text is null or level = $2) and ($3::uuid is null or invocation_id = $3)
       and ($4::text is null or position(lower($4) in lower(message)) > 0)
     order by function_logs.id desc limit $5`,
    [functionId, level ?? null, invocation_id ?? null, search ?? null, limit],
  )
  return rows
}

/** listLinesAfter returns lines behind an id in their order; without an id it returns the latest one alone. */
export async function listLinesAfter(
  db: Queryable,
  functionId: string,
  after: string | undefined,
): Promise<(LogRow & { readonly id: string })[]> {
  const columns = 'id::text, invocation_id, level, message, created_at'
  const table = 'platform.function_logs where function_id = $1'
  const { rows } =
    after === undefined
      ? await db.query(`select ${columns} from ${table} order by function_logs.id desc limit 1`, [functionId])
      : await db.query(`select ${columns} from ${table} and id > $2 order by function_logs.id limit 200`, [
          functionId,
          after,
        ])
  return rows as (LogRow & { id: string })[]
}

/** LogTable is a table of what functions did. */
export type LogTable = 'function_logs' | 'function_invocations'

const ORDER = { function_logs: 'id', function_invocations: 'position' } as const

/** trim deletes all rows of a function but the latest. */
export async function trim(db: Queryable, table: LogTable, functionId: string, keep: number): Promise<void> {
  const order = ORDER[table]
  await db.query(
    `delete from platform.${table} where function_id = $1 and ${order} <=
       (select ${order} from platform.${table} where function_id = $1 order by ${order} desc offset $2 limit 1)`,
    [functionId, keep],
  )
}

const AT_ONCE = 10_000

/** deleteBefore deletes what is older than a moment, of all projects, in batches, until the server stops. */
export async function deleteBefore(db: Queryable, moment: Date, stopping: AbortSignal): Promise<void> {
  for (const table of ['function_logs', 'function_invocations'])
    await inBatches(stopping, AT_ONCE, async () => {
      const { rowCount } = await db.query(
        `delete from platform.${table} where ctid = any(array(
           select ctid from platform.${table} where created_at < $1 limit ${AT_ONCE}))`,
        [moment],
      )
      return rowCount
    })
}
