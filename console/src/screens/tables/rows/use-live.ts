// Changes from elsewhere: rows that are shown change at once and light up; new ones are announced, and move nothing.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Status, watchRows } from '#api/data/live.ts'
import { listRows, type Row, type TableOf } from '#api/data/rows.ts'
import { isSame } from '#screens/tables/edits/cell-writes.ts'
import type { Rows } from './use-rows.ts'

const LIT_MS = 2500
// However many changes there are, rows are read again at most once a second, so many at once.
const BETWEEN_MS = 1000
const MOST_READ = 100
// Of more new rows, it is not known which are one's own or have been loaded since.
const MOST_KNOWN = 1000

/** Live is what has changed from elsewhere. */
export interface Live {
  readonly version: number
  readonly status: Status
  /** inserted is how many rows are new since the list was loaded, and not of the viewer's own making. */
  readonly inserted: number
  showInserted(): void
  /** own takes the ids of rows that the viewer has made. */
  own(ids: readonly string[]): void
  isLit(id: string, column: string): boolean
  isDeleted(id: string): boolean
}

/**
 * useLive follows the changes of a table's rows, of which `where` is shown; `onChanged` takes how many cells that are shown have
 * changed elsewhere.
 */
export function useLive(
  { projectId, slug }: TableOf,
  where: string | undefined,
  { pages, refresh }: Rows,
  enabled: boolean,
  onChanged: (cells: number) => void,
): Live {
  const [version, setVersion] = useState(0)
  const [status, setStatus] = useState<Status>('closed')
  const [uncounted, setUncounted] = useState(0)
  const fresh = useRef(new Set<string>()).current
  const mine = useRef(new Set<string>()).current
  const lit = useRef(new Map<string, number>()).current
  const deleted = useRef(new Set<string>()).current
  const changedElsewhere = useEffectEvent(onChanged)
  const draw = useCallback(() => setVersion((version) => version + 1), [])

  useEffect(() => {
    setUncounted(0)
    fresh.clear()
    mine.clear()
    deleted.clear()
    lit.clear()
    if (!enabled) return
    const table = { projectId, slug }
    const changed = new Set<string>()
    const arrived = new Set<string>()
    // Changes that rows which are on their way may not have.
    const overtaken = new Set<string>()
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
    const readArrived = async () => {
      const ids = taken(arrived)
      if (ids.length === 0) return
      const within = `(${where?.slice(1, -1)},id.in.(${ids.join(',')}))`
      const { rows } = await listRows(table, { where: within, limit: MOST_READ, select: 'id' })
      arrive(rows.map(({ id }) => id))
    }
    const arrive = (ids: readonly string[]) => {
      const others = ids.filter((id) => pages.find(id) === undefined && !mine.has(id))
      for (const id of others.slice(0, MOST_KNOWN - fresh.size)) fresh.add(id)
      const more = others.filter((id) => !fresh.has(id)).length
      if (more > 0) setUncounted((count) => count + more)
      // Where there is nothing, nothing moves that somebody reads.
      if (others.length > 0 && pages.count === 0) pages.reload()
      draw()
    }
    // What has been loaded since is new no more.
    const seen = () => {
      for (const id of fresh) if (pages.find(id) !== undefined) fresh.delete(id)
      if (pages.isLoading || overtaken.size === 0) return
      // Of more than are known it may be any of them.
      const ids = overtaken.size < MOST_KNOWN ? overtaken : pages.loaded().map(([, { id }]) => id)
      for (const id of ids) changed.add(id)
      overtaken.clear()
      schedule()
    }
    const read = async () => {
      timer = undefined
      last = Date.now()
      await readArrived()
      const ids = taken(changed)
      if (changed.size + arrived.size > 0) schedule()
      const shown = ids.filter((id) => pages.find(id) !== undefined)
      if (shown.length === 0) return
      const where = `(id.in.(${shown.join(',')}))`
      const { rows } = await listRows(table, { where, limit: MOST_READ })
      const cells = rows.reduce((sum, row) => sum + light(row), 0)
      const found = new Set(rows.map(({ id }) => id))
      for (const id of shown) if (!found.has(id)) deleted.add(id)
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
        if (type !== 'INSERT' && pages.isLoading && overtaken.size < MOST_KNOWN) overtaken.add(id)
        if (type === 'INSERT' && where === undefined) arrive([id])
        else if (type === 'INSERT' && arrived.size < MOST_KNOWN) {
          arrived.add(id)
          schedule()
        }
        if (type === 'DELETE' && pages.find(id) !== undefined) {
          deleted.add(id)
          draw()
        }
        if (type === 'UPDATE') {
          changed.add(id)
          schedule()
        }
      },
      // Changes are missing: everything is read again.
      () => {
        setUncounted(0)
        refresh()
      },
      setStatus,
    )
    const stop = pages.subscribe(seen)
    return () => {
      clearTimeout(timer)
      subscription.unsubscribe()
      stop()
    }
  }, [projectId, slug, where, pages, refresh, enabled, deleted, fresh, mine, lit, draw])

  return {
    version,
    status,
    inserted: fresh.size + uncounted,
    showInserted: () => {
      pages.refresh(fresh.size + uncounted)
      fresh.clear()
      setUncounted(0)
    },
    own: (ids) => {
      for (const id of ids) {
        fresh.delete(id)
        if (mine.size < MOST_KNOWN) mine.add(id)
      }
      draw()
    },
    isLit: (id, column) => (lit.get(`${id} ${column}`) ?? 0) > Date.now() - LIT_MS,
    isDeleted: (id) => deleted.has(id),
  }
}

function taken(ids: Set<string>): readonly string[] {
  const some = [...ids].slice(0, MOST_READ)
  for (const id of some) ids.delete(id)
  return some
}
