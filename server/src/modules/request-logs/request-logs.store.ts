// The SQL of the request log: table `platform.request_logs`, which can be large after a flood.
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { addPartition, lockLog } from './partitions.store.ts'

/** NewLine is a line to be written. */
export interface NewLine {
  readonly project_id: string
  readonly request_id: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly duration_ms: number
  readonly actor: string
  readonly address: string
  /** left_out is how many requests before this one a flood has left out. */
  readonly left_out: number
  readonly created_at: Date
}

/** LogLine is a line as clients see it. */
export interface LogLine extends Omit<NewLine, 'project_id'> {
  readonly id: string
}

const COLUMNS = 'request_id, method, path, status, duration_ms, actor, address, left_out, created_at'

/** insertLines writes lines, but for those of projects that are gone; `known` has the days whose partitions are there. */
export async function insertLines(
  pool: Parameters<typeof transaction>[0],
  lines: readonly NewLine[],
  known: Set<string>,
): Promise<void> {
  const days = new Set(lines.map(({ created_at }) => created_at.toISOString().slice(0, 10)))
  const missing = [...days].filter((day) => !known.has(day))
  await transaction(pool, async (db) => {
    await lockLog(db)
    for (const day of missing) await addPartition(db, day)
    const kept = await listKept(db, new Set(lines.map(({ project_id }) => project_id)))
    await db.query(
      `insert into platform.request_logs (project_id, ${COLUMNS})
       select project_id, ${COLUMNS} from jsonb_to_recordset($1::jsonb) as e (project_id uuid, request_id text, method text,
         path text, status smallint, duration_ms real, actor text, address text, left_out integer, created_at timestamptz)`,
      [JSON.stringify(lines.filter(({ project_id }) => kept.has(project_id)))],
    )
  })
  for (const day of missing) known.add(day)
}

async function listKept(db: Queryable, projectIds: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select id from platform.projects where id = any($1) and status <> 'purging'`,
    [[...projectIds]],
  )
  return new Set(rows.map(({ id }) => id))
}

/** LineFilter says which lines of a project are wanted; what is left out filters nothing. */
export interface LineFilter {
  readonly status?: { readonly from: number; readonly to: number } | undefined
  readonly method?: string | undefined
  /** path is what a line's path begins with. */
  readonly path?: string | undefined
  readonly actor?: string | undefined
  readonly address?: string | undefined
  readonly min_duration_ms?: number | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** LinePage says which of them: those behind a line, in their order; those before one, or the latest, latest first. */
export type LinePage = { readonly limit: number } & (
  | { readonly after: string }
  | { readonly before: string | undefined }
)

/** listLines returns lines of a project. */
export async function listLines(
  db: Queryable,
  projectId: string,
  filter: LineFilter,
  page: LinePage,
): Promise<LogLine[]> {
  const values: unknown[] = [projectId, page.limit]
  const add = (condition: string, value: unknown) => {
    if (value === undefined) return ''
    values.push(value)
    return ` and ${condition.replaceAll('?', `$${values.length}`)}`
  }
  const conditions = [
    add('status >= ?', filter.status?.from),
    add('status <= ?', filter.status?.to),
    add('method = ?', filter.method),
    add('starts_with(path, ?)', filter.path),
    add('actor = ?', filter.actor),
    add('address = ?', filter.address),
    add('duration_ms >= ?', filter.min_duration_ms),
    add('created_at >= ?', filter.since),
    add('created_at < ?', filter.until),
    'after' in page ? add('id > ?', page.after) : add('id < ?', page.before),
  ]
  const { rows } = await db.query<LogLine>(
    `select id::text, ${COLUMNS} from platform.request_logs where project_id = $1${conditions.join('')}
     order by id ${'after' in page ? 'asc' : 'desc'} limit $2`,
    values,
  )
  return rows
}

/** findLine returns a line of a project. */
export async function findLine(db: Queryable, projectId: string, id: string): Promise<LogLine | undefined> {
  const { rows } = await db.query<LogLine>(
    `select id::text, ${COLUMNS} from platform.request_logs where project_id = $1 and id = $2`,
    [projectId, id],
  )
  return rows[0]
}
