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

/** reversed returns the edit that undoes another. */
export function reversed({ before, after, ...edit }: Edit): Edit {
  return { ...edit, before: after, after: before }
}

// With many writers on one row, its tag may be old again by the time it is sent.
const MOST_TRIES = 8

/**
 * writeCell writes a cell and returns its row. `isWritten` is false where somebody else has changed the cell meanwhile, which
 * stays as it is. `begun` is the row as it was read when the edit began.
 */
export async function writeCell(
  table: TableOf,
  { id, column, before, after }: Edit,
  begun?: Promise<TaggedRow>,
): Promise<{ readonly row: Row; readonly isWritten: boolean }> {
  for (let tries = 1; ; tries += 1) {
    const known = tries === 1 ? await begun?.catch(() => undefined) : undefined
    const { row, tag } = known ?? (await getRow(table, id))
    // Written already: the answer to an earlier try was lost.
    if (isSame(row[column], after)) return { row, isWritten: true }
    if (!isSame(row[column], before)) return { row, isWritten: false }
    try {
      return { row: (await updateRow(table, id, { [column]: after }, tag)).row, isWritten: true }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || tries === MOST_TRIES) throw error
    }
  }
}

/** batchesOf divides edits into those of at most MAX_BATCH rows each. */
export function batchesOf(edits: readonly Edit[]): readonly (readonly Edit[])[] {
  const rows = [...Map.groupBy(edits, ({ id }) => id).values()]
  const count = Math.ceil(rows.length / MAX_BATCH)
  return Array.from({ length: count }, (_, at) => rows.slice(at * MAX_BATCH, (at + 1) * MAX_BATCH).flat())
}

/** writeBatch writes the cells of at most MAX_BATCH rows: all of them, or none. */
export async function writeBatch(
  { projectId, slug }: TableOf,
  edits: readonly Edit[],
  key: string,
): Promise<void> {
  const rows = Map.groupBy(edits, ({ id }) => id)
  const operations = [...rows].map(([id, cells]) => {
    const body = Object.fromEntries(cells.map(({ column, after }) => [column, after]))
    return { method: 'PATCH', table: slug, id, body } as const
  })
  await writeRows(projectId, operations, key)
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
