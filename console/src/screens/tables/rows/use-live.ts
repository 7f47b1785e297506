// Changes from elsewhere: rows that are shown change at once and light up; new ones are announced, and move nothing.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Status, watchRows } from '#api/data/live.ts'
import { listRows, type Row, type TableOf } from '#api/data/rows.ts'
import type { RowPages } from '#grid/row-pages.ts'
import { isSame } from '#screens/tables/edits/cell-writes.ts'

const LIT_MS = 2500
// However many changes there are, rows are read again at most once a second, so many at once.
const BETWEEN_MS = 1000
const MOST_READ = 100

/** Live is what has changed from elsewhere. */
export interface Live {
  readonly version: number
  readonly status: Status
  /** inserted is how many rows are new since the list was loaded. */
  readonly inserted: number
  showInserted(): void
  isLit(id: string, column: string): boolean
  isDeleted(id: string): boolean
}

/** useLive follows the changes of a table's rows; `onChanged` takes how many cells that are shown have changed elsewhere. */
export function useLive(
  { projectId, slug }: TableOf,
  pages: RowPages<Row>,
  enabled: boolean,
  onChanged: (cells: number) => void,
): Live {
  const [version, setVersion] = useState(0)
  const [status, setStatus] = useState<Status>('closed')
  const [inserted, setInserted] = useState(0)
  const lit = useRef(new Map<string, number>()).current
  const deleted = useRef(new Set<string>()).current
  const changedElsewhere = useEffectEvent(onChanged)
  const draw = useCallback(() => setVersion((version) => version + 1), [])

  useEffect(() => {
    setInserted(0)
    deleted.clear()
    lit.clear()
    if (!enabled) return
    const table = { projectId, slug }
    const changed = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = 0
    const light = (row: Row): number => {
      const shown = pages.find(row.id)
      if (shown === undefined) return 0
      const names = Object.keys(row).filter((name) => !isSame(row[name], shown[name]))
      pages.patch(row.id, row)
      const cells = names.filter((name) => name !== 'updated_at')
      for (const name of cells) lit.set(`${row.id} ${name}`, Date.now())
      return cells.length
    }
    const read = async () => {
      timer = undefined
      last = Date.now()
      const ids = [...changed].slice(0, MOST_READ)
      for (const id of ids) changed.delete(id)
      if (changed.size > 0) schedule()
      const shown = ids.filter((id) => pages.find(id) !== undefined)
      if (shown.length === 0) return
      const where = `(id.in.(${shown.join(',')}))`
      const { rows } = await listRows(table, { where, limit: MOST_READ })
      const cells = rows.reduce((sum, row) => sum + light(row), 0)
      if (cells > 0) changedElsewhere(cells)
      draw()
      setTimeout(draw, LIT_MS)
    }
    const schedule = () => {
      timer ??= setTimeout(
        () => void read().catch(() => undefined),
        Math.max(0, last + BETWEEN_MS - Date.now()),
      )
    }
    const subscription = watchRows(
      table,
      ({ type, id }) => {
        if (type === 'INSERT' && pages.find(id) === undefined) setInserted((count) => count + 1)
        if (type === 'DELETE' && pages.find(id) !== undefined) {
          deleted.add(id)
          draw()
        }
        if (type === 'UPDATE') {
          changed.add(id)
          schedule()
        }
      },
      (status) => {
        // Changes are missing: everything is read again.
        if (status === 'gap') pages.reload()
        setStatus(status)
      },
    )
    return () => {
      clearTimeout(timer)
      subscription.unsubscribe()
    }
  }, [projectId, slug, pages, enabled, deleted, lit, draw])

  return {
    version,
    status,
    inserted,
    showInserted: () => {
      pages.reload(inserted)
      setInserted(0)
    },
    isLit: (id, column) => (lit.get(`${id} ${column}`) ?? 0) > Date.now() - LIT_MS,
    isDeleted: (id) => deleted.has(id),
  }
}
