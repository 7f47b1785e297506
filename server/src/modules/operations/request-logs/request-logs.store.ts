// The SQL of the request log: table `platform.request_logs`, which can be large after a flood.
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import type { Counts, HistogramSpan } from './histogram.ts'
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
  readonly since?: Date | undefined
  readonly until?: Date | undefined
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
  const conditions = [
    ...narrowing(values, filter),
    condition(values, 'created_at >= ?', filter.since),
    condition(values, 'created_at < ?', filter.until),
    'after' in page ? condition(values, 'id > ?', page.after) : condition(values, 'id < ?', page.before),
  ]
  // The column, not the text of the same name: 9 comes before 10.
  const { rows } = await db.query<LogLine>(
    `select id::text, ${COLUMNS} from platform.request_logs where project_id = $1${conditions.join('')}
     order by request_logs.id ${'after' in page ? 'asc' : 'desc'} limit $2`,
    values,
  )
  return rows
}

// The condition that a value makes, which is added to the values of the statement; without one, none.
function condition(values: unknown[], text: string, value: unknown): string {
  if (value === undefined) return ''
  values.push(value)
  return ` and ${text.replaceAll('?', `$${values.length}`)}`
}

function narrowing(values: unknown[], filter: Omit<LineFilter, 'since' | 'until'>): string[] {
  return [
    condition(values, 'status >= ?', filter.status?.from),
    condition(values, 'status <= ?', filter.status?.to),
    condition(values, 'method = ?', filter.method),
    condition(values, 'starts_with(path, ?)', filter.path),
    condition(values, 'actor = ?', filter.actor),
    condition(values, 'address = ?', filter.address),
    condition(values, 'duration_ms >= ?', filter.min_duration_ms),
  ]
}

/** MOST_READ is how many requests one histogram reads, so that a flood makes it no slower than some seconds. */
export const MOST_READ = 500_000

/**
 * countLines counts the lines of a project by bucket; keys are the bucket's start in widths since 1970. Of more than `most`
 * lines in the span only the latest are read, and `complete` is false.
 */
export async function countLines(
  db: Queryable,
  projectId: string,
  filter: Omit<LineFilter, 'since' | 'until'>,
  { since, until, width }: HistogramSpan,
  most: number = MOST_READ,
): Promise<{ readonly complete: boolean; readonly counted: ReadonlyMap<number, Counts> }> {
  const values: unknown[] = [projectId, new Date(since), new Date(until), width, most]
  const matches = `project_id = $1${narrowing(values, filter).join('')}`
  const { rows } = await db.query<Counts & { readonly bucket: number; readonly read: number }>(
    `select floor(extract(epoch from created_at) / $4::int)::int as bucket, count(*)::int as read,
       count(*) filter (where matches and status < 200)::int as informational,
       count(*) filter (where matches and status between 200 and 299)::int as successful,
       count(*) filter (where matches and status between 300 and 399)::int as redirection,
       count(*) filter (where matches and status between 400 and 499)::int as client_error,
       count(*) filter (where matches and status >= 500)::int as server_error,
       coalesce(sum(left_out) filter (where matches), 0)::int as left_out
     from (
       select created_at, status, left_out, ${matches} as matches from platform.request_logs
       where project_id = $1 and created_at >= $2 and created_at < $3 order by id desc limit $5) latest
     group by 1`,
    values,
  )
  const read = rows.reduce((sum, row) => sum + row.read, 0)
  return {
    complete: read < most,
    counted: new Map(rows.map(({ bucket, read: _, ...counts }) => [bucket, counts])),
  }
}

/** findLine returns a line of a project. */
export async function findLine(db: Queryable, projectId: string, id: string): Promise<LogLine | undefined> {
  const { rows } = await db.query<LogLine>(
    `select id::text, ${COLUMNS} from platform.request_logs where project_id = $1 and id = $2`,
    [projectId, id],
  )
  return rows[0]
}
