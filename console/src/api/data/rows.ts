// The rows of a table, with all their digits: the routes of records. Bodies and answers are free, so that the calls are made here.
import { queryOptions } from '@tanstack/react-query'
import { send } from '#api/client/client.ts'
import { parseExact } from '#api/client/exact-json.ts'
import { BASE } from '#api/client/session.ts'
import { asHeader } from './seen-as.ts'

/** Row is a row as the API returns it; see parseExact for its numbers. */
export type Row = { readonly id: string } & Readonly<Record<string, unknown>>

/** TableOf is a table of a project, by its slug; with `as`, such as `user:<id>`, it is read as that caller sees it. */
export interface TableOf {
  readonly projectId: string
  readonly slug: string
  readonly as?: string | undefined
}

/** RowQuery is which rows, and in what order, in the grammar of the API. */
export interface RowQuery {
  readonly where?: string | undefined
  readonly order?: string | undefined
  readonly deleted?: 'only' | undefined
}

/** RowsPage is a page of rows with the cursors of its neighbours. */
export interface RowsPage {
  readonly rows: readonly Row[]
  readonly next: string | undefined
  readonly previous: string | undefined
}

/** TaggedRow is a row with the ETag that a write of it can insist on. */
export interface TaggedRow {
  readonly row: Row
  readonly tag: string | undefined
}

type Params = Readonly<Record<string, string | number | undefined>>

/** pathOf returns the address of a table's rows. */
export function pathOf({ projectId, slug }: TableOf, params: Params = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, String(value))
  // Parentheses and commas need no code, and are read more easily without.
  const text = String(query).replaceAll('%28', '(').replaceAll('%29', ')').replaceAll('%2C', ',')
  const path = `${BASE}/projects/${projectId}/tables/${encodeURIComponent(slug)}/records`
  return text === '' ? path : `${path}?${text}`
}

/** listRows returns a page of rows. */
export async function listRows(
  table: TableOf,
  query: RowQuery & { limit: number; offset?: number; cursor?: string; select?: string },
  signal?: AbortSignal,
): Promise<RowsPage> {
  const { answer, headers } = await call(pathOf(table, { ...query }), { headers: asHeader(table.as), signal })
  const cursor = (name: string) => headers.get(name) ?? undefined
  return { rows: answer as Row[], next: cursor('x-next-cursor'), previous: cursor('x-prev-cursor') }
}

/** newestRowQuery is the newest row of a table; null where it is empty. */
export const newestRowQuery = (table: TableOf) =>
  queryOptions({
    queryKey: ['projects', table.projectId, 'newest-row', table.slug],
    queryFn: async ({ signal }) => (await listRows(table, { limit: 1 }, signal)).rows[0] ?? null,
  })

/** countRows returns how many rows there are: `estimated` is exact up to 10,000. */
export async function countRows(
  table: TableOf,
  { where, deleted }: RowQuery,
  count: 'exact' | 'estimated',
  signal?: AbortSignal,
): Promise<number> {
  const { answer } = await call(pathOf(table, { where, deleted, count }), {
    headers: asHeader(table.as),
    signal,
  })
  return (answer as { count: number }).count
}

/** getRow returns a row with its ETag. */
export async function getRow(table: TableOf, id: string): Promise<TaggedRow> {
  return tagged(await call(`${pathOf(table)}/${id}`, { headers: asHeader(table.as) }))
}

/** insertRow makes a row; what `values` leave out becomes its default. */
export async function insertRow(table: TableOf, values: object): Promise<Row> {
  return tagged(await call(pathOf(table), { method: 'POST', body: { data: values } })).row
}

/** updateRow changes a row, only if it still has the tag: otherwise ApiError 412. Sent again with the same key, it is done once. */
export async function updateRow(
  table: TableOf,
  id: string,
  values: object,
  tag: string | undefined,
  key?: string,
): Promise<TaggedRow> {
  const headers = {
    ...(tag === undefined ? {} : { 'if-match': tag }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  return tagged(await call(`${pathOf(table)}/${id}`, { method: 'PATCH', body: { data: values }, headers }))
}

/** deleteRows deletes rows softly: all of them, or none. */
export async function deleteRows(table: TableOf, ids: readonly string[]): Promise<void> {
  await call(pathOf(table), { method: 'DELETE', body: { ids, expected_count: ids.length } })
}

/** restoreRows makes deleted rows live again: all of them, or none. */
export async function restoreRows(table: TableOf, ids: readonly string[]): Promise<void> {
  const path = `${pathOf(table)}/restore`
  await call(path, { method: 'POST', body: { ids, expected_count: ids.length } })
}

/** purgeRows removes deleted rows for good: all of them, or none. */
export async function purgeRows(table: TableOf, ids: readonly string[]): Promise<void> {
  const path = `${pathOf(table)}/purge`
  await call(path, { method: 'POST', body: { ids, expected_count: ids.length } })
}

/** MAX_BATCH is how many rows a batch writes at most. */
export const MAX_BATCH = 100

/** RowWrite is one write of a batch. */
export type RowWrite =
  | { readonly method: 'POST'; readonly table: string; readonly body: object }
  | { readonly method: 'PATCH'; readonly table: string; readonly id: string; readonly body: object }

/**
 * writeRows makes up to MAX_BATCH writes, all of them or none, and returns their rows. Sent again with the same key, they are made
 * once.
 */
export async function writeRows(
  projectId: string,
  operations: readonly RowWrite[],
  key: string,
): Promise<readonly Row[]> {
  const headers = { 'idempotency-key': key }
  const path = `${BASE}/projects/${projectId}/batch`
  const { answer } = await call(path, { method: 'POST', body: { operations }, headers })
  return (answer as { readonly data: Row | null }[]).flatMap(({ data }) => data ?? [])
}

interface Call {
  readonly method?: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

interface Called {
  readonly answer: unknown
  /** details stand beside the data where a write was only tried. */
  readonly details: unknown
  readonly headers: Headers
}

/** call makes a request, and reads the data of its answer with all digits. */
export async function call(
  path: string,
  { method = 'GET', body, headers, signal }: Call = {},
): Promise<Called> {
  const init: RequestInit = { method, headers: { 'content-type': 'application/json', ...headers } }
  if (body !== undefined) init.body = JSON.stringify(body)
  if (signal !== undefined) init.signal = signal
  const response = await send(new Request(path, init))
  const text = await response.text()
  const { data: answer, details } =
    text === '' ? {} : (parseExact(text) as { data?: unknown; details?: unknown })
  return { answer, details, headers: response.headers }
}

function tagged({ answer, headers }: Called): TaggedRow {
  return { row: answer as Row, tag: headers.get('etag') ?? undefined }
}
