// The rows of a table in memory, loaded as they are looked at, and how many there are.
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Table } from '#api/client/schemas.ts'
import { countRows, listRows, type Row, type RowQuery, type TableOf } from '#api/data/rows.ts'
import { PAGE_SIZE, RowPages } from '#grid/row-pages.ts'

// Up to here counting is quick enough to be done unasked.
const MOST_COUNTED = 100_000

/** Rows are the pages of a list; `version` is another one after each change. */
export interface Rows {
  readonly pages: RowPages<Row>
  readonly version: number
  /** refresh reads again what is shown, and counts again where it may be more. */
  refresh(): void
  /** recount asks for the exact number. */
  recount(): Promise<void>
}

/** useRows returns the rows of a table that match a query, all anew when its columns have changed. */
export function useRows(
  { projectId, slug, as }: TableOf,
  { where, order, deleted }: RowQuery,
  { columns }: Table,
): Rows {
  const { table, query, pages } = useMemo(() => {
    const table = { projectId, slug, as }
    const query = { where, order, deleted }
    const pages = new RowPages<Row>(({ limit, offset, cursor }, signal) =>
      listRows(table, { ...query, limit, ...(cursor === undefined ? { offset } : { cursor }) }, signal),
    )
    return { table, query, pages }
  }, [projectId, slug, as, where, order, deleted])
  const counting = useRef<AbortController>(undefined)
  const countAgain = useCallback(() => {
    counting.current?.abort()
    counting.current = new AbortController()
    void count(pages, table, query, counting.current.signal).catch(() => undefined)
  }, [pages, table, query])
  useEffect(() => {
    countAgain()
    return () => {
      counting.current?.abort()
      pages.stop()
    }
  }, [countAgain, pages])
  const refresh = useCallback(() => {
    pages.refresh()
    if (pages.count === undefined || pages.count > PAGE_SIZE) countAgain()
  }, [pages, countAgain])
  const shape = columns.map(({ name, data_type }) => `${name} ${data_type}`).join()
  const shown = useRef(shape)
  useEffect(() => {
    if (shown.current !== shape) pages.reload()
    shown.current = shape
  }, [shape, pages])
  const version = useSyncExternalStore(pages.subscribe, pages.version)
  return {
    pages,
    version,
    refresh,
    recount: async () => pages.counted(await countRows(table, query, 'exact')),
  }
}

// Where counting fails, rows are still shown: their number grows as they are scrolled through.
async function count(
  pages: RowPages<Row>,
  table: TableOf,
  query: RowQuery,
  signal: AbortSignal,
): Promise<void> {
  const estimate = await countRows(table, query, 'estimated', signal)
  if (estimate >= MOST_COUNTED || pages.count === undefined) pages.counted(estimate)
  if (estimate < MOST_COUNTED) pages.counted(await countRows(table, query, 'exact', signal))
}
