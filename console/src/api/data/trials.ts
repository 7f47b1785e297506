// What policies let a caller do: which rows they see, and writes that are tried as them and undone.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { ApiError } from '#api/client/api-error.ts'
import { client, data } from '#api/client/client.ts'
import type { PolicyExplanation, PolicyRowExplanation } from '#api/client/schemas.ts'
import { policiesKey, RLS } from './policies.ts'
import { call, listRows, pathOf, type Row, type TableOf } from './rows.ts'
import { asHeader } from './seen-as.ts'

/** SeenBy is a table as a caller sees it: `user:<id>`, `key:<id>` or ANY_KEY. */
export interface SeenBy extends TableOf {
  readonly as: string
}

/** SeenRow is a row, and why the caller does not see it, where it is still there to be explained. */
export interface SeenRow {
  readonly row: Row
  readonly seen: boolean
  readonly why: PolicyExplanation | undefined
}

// As many as one request explains.
const PAGE = 20

/** seenRowsQuery is all rows of a table, the newest first, page by page, and which of them the caller sees. */
export const seenRowsQuery = (table: SeenBy) =>
  infiniteQueryOptions({
    queryKey: [...policiesKey(table.projectId), table.slug, 'seen', table.as],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const all = await listRows(
        { projectId: table.projectId, slug: table.slug },
        { limit: PAGE, ...(cursor && { cursor }) },
        signal,
      )
      return { rows: await compare(table, all.rows, signal), next: all.next }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
    retry: false,
  })

async function compare(table: SeenBy, rows: readonly Row[], signal: AbortSignal): Promise<SeenRow[]> {
  if (rows.length === 0) return []
  const where = `(id.in.(${rows.map(({ id }) => id).join(',')}))`
  const seen = await listRows(table, { where, limit: PAGE }, signal)
  const ids = new Set(seen.rows.map(({ id }) => id))
  const hidden = rows.filter(({ id }) => !ids.has(id)).map(({ id }) => id)
  const why = new Map(hidden.length === 0 ? [] : await explain(table, hidden, signal))
  return rows.map((row) => ({ row, seen: ids.has(row.id), why: why.get(row.id) }))
}

async function explain(
  { projectId: projectID, slug: tableID, as }: SeenBy,
  ids: string[],
  signal: AbortSignal,
) {
  const params = { path: { projectID, tableID }, header: asHeader(as) }
  const body = { action: 'select' as const, row_ids: ids }
  const explained = await data(client.POST(`${RLS}/explain-rows`, { params, body, signal }))
  return explained.map((one: PolicyRowExplanation) => [one.row_id, one] as const)
}

/** TriedWrite is a write of one row. */
export type TriedWrite =
  | { readonly action: 'insert'; readonly values: object }
  | { readonly action: 'update'; readonly id: string; readonly values: object }
  | { readonly action: 'delete'; readonly id: string }

/** Decision is what policies say of the row of a write, as it was or as it would be. */
export interface Decision extends PolicyExplanation {
  readonly action: string
  readonly state: 'before' | 'after'
}

/** Trial is what a write would have done: `row` as it would be, or the sentence that refuses it. */
export interface Trial {
  readonly status: number
  readonly refusal: string | undefined
  readonly row: Row | null
  readonly decisions: readonly Decision[]
}

interface TrialDetails {
  readonly undone?: boolean
  readonly status?: number
  readonly policies?: readonly Decision[]
}

/** tryWrite writes as the caller and undoes it. It throws what is no outcome of the write, such as a lost session. */
export async function tryWrite(table: SeenBy, write: TriedWrite): Promise<Trial> {
  const path = write.action === 'insert' ? pathOf(table) : `${pathOf(table)}/${write.id}`
  const method = { insert: 'POST', update: 'PATCH', delete: 'DELETE' }[write.action]
  const body = write.action === 'delete' ? {} : { body: { data: write.values } }
  try {
    const { answer, details } = await call(path, { method, headers: asHeader(table.as), ...body })
    const { status = 200, policies = [] } = (details ?? {}) as TrialDetails
    return { status, refusal: undefined, row: answer as Row | null, decisions: policies }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { undone, policies = [] } = (error.details ?? {}) as TrialDetails
    if (undone !== true) throw error
    return { status: error.status, refusal: error.message, row: null, decisions: policies }
  }
}
