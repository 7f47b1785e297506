// How cells are written: one by one, where nobody else has changed them meanwhile, or many of them in batches.
import { ApiError } from '#api/client/api-error.ts'
import {
  getRow,
  listRows,
  MAX_BATCH,
  type Row,
  type TableOf,
  type TaggedRow,
  updateRow,
  writeRows,
} from '#api/data/rows.ts'
import { textOf } from '#grid/columns.ts'

/** Edit is a change of one cell. */
export interface Edit {
  readonly id: string
  readonly column: string
  readonly before: unknown
  readonly after: unknown
}

/** isSame reports whether two values have the same text; null and empty text differ. */
export function isSame(one: unknown, other: unknown): boolean {
  return (one === null) === (other === null) && textOf(one) === textOf(other)
}

/** asWritten returns edits with what the server has made of their values, such as 12.50 of 12.5: undoing compares that. */
export function asWritten(edits: readonly Edit[], written: readonly Row[]): readonly Edit[] {
  const rows = new Map(written.map((row) => [row.id, row]))
  return edits.map((edit) => {
    const row = rows.get(edit.id)
    return row === undefined ? edit : { ...edit, after: row[edit.column] }
  })
}

/** reversed returns the edit that undoes another. */
export function reversed({ before, after, ...edit }: Edit): Edit {
  return { ...edit, before: after, after: before }
}

// With many writers on one row, its tag may be old again by the time it is sent.
const MOST_TRIES = 8

/** CellWritten is the row of a cell; `isWritten` is false where somebody else has changed the cell meanwhile, which stays as it is. */
export interface CellWritten {
  readonly row: Row
  readonly isWritten: boolean
}

/**
 * cellWrite returns what writes a cell, however often it has to be repeated. `begun` is the row as it was read when the edit
 * began.
 */
export function cellWrite(
  table: TableOf,
  { id, column, before, after }: Edit,
  begun: Promise<TaggedRow> | undefined,
): () => Promise<CellWritten> {
  let first = begun
  // What was sent and not answered: only the same again tells whether it is written, since the server may write a value otherwise.
  let open: { readonly tag: string | undefined; readonly key: string } | undefined
  return async () => {
    for (let tries = 1; ; tries += 1) {
      if (open === undefined) {
        const known = await first?.catch(() => undefined)
        first = undefined
        const { row, tag } = known ?? (await getRow(table, id))
        if (isSame(row[column], after)) return { row, isWritten: true }
        if (!isSame(row[column], before)) return { row, isWritten: false }
        open = { tag, key: crypto.randomUUID() }
      }
      try {
        const { row } = await updateRow(table, id, { [column]: after }, open.tag, open.key)
        return { row, isWritten: true }
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw error
        open = undefined
        if (tries === MOST_TRIES) throw error
      }
    }
  }
}

/** batchesOf divides edits into those of at most MAX_BATCH rows each. */
export function batchesOf(edits: readonly Edit[]): readonly (readonly Edit[])[] {
  const rows = [...Map.groupBy(edits, ({ id }) => id).values()]
  const count = Math.ceil(rows.length / MAX_BATCH)
  return Array.from({ length: count }, (_, at) => rows.slice(at * MAX_BATCH, (at + 1) * MAX_BATCH).flat())
}

/** writeBatch writes the cells of at most MAX_BATCH rows, all of them or none, and returns them as they were written. */
export async function writeBatch(
  { projectId, slug }: TableOf,
  edits: readonly Edit[],
  key: string,
): Promise<readonly Edit[]> {
  const rows = Map.groupBy(edits, ({ id }) => id)
  const operations = [...rows].map(([id, cells]) => {
    const body = Object.fromEntries(cells.map(({ column, after }) => [column, after]))
    return { method: 'PATCH', table: slug, id, body } as const
  })
  return asWritten(edits, await writeRows(projectId, operations, key))
}

/** unchanged returns those of at most MAX_BATCH rows' edits whose cells are still what they were before. */
export async function unchanged(table: TableOf, edits: readonly Edit[]): Promise<readonly Edit[]> {
  const ids = [...new Set(edits.map(({ id }) => id))]
  const { rows } = await listRows(table, { where: `(id.in.(${ids.join(',')}))`, limit: MAX_BATCH })
  const found = new Map(rows.map((row) => [row.id, row]))
  return edits.filter(({ id, column, before }) => {
    const row = found.get(id)
    return row !== undefined && isSame(row[column], before)
  })
}
