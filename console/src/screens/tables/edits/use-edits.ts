// Edits of cells: shown at once, taken back with the server's reason where it refuses them, and undone by Ctrl Z.
import { useCallback, useMemo, useRef, useState } from 'react'
import { ApiError } from '#api/client/api-error.ts'
import { atWork } from '#api/client/session.ts'
import { getRow, type Row, restoreRows, type TableOf, type TaggedRow, updateRow } from '#api/data/rows.ts'
import { textOf } from '#grid/columns.ts'
import type { RowPages } from '#grid/row-pages.ts'
import { toastError } from '#ui/overlays/toast.tsx'

/** Edit is a change of one cell. */
export interface Edit {
  readonly id: string
  readonly column: string
  readonly before: unknown
  readonly after: unknown
}

/** Conflict is an edit of a cell that somebody else has changed meanwhile. */
export interface Conflict {
  readonly edit: Edit
  readonly theirs: unknown
}

type Undo = readonly Edit[] | { readonly deleted: readonly string[] }

/** Edits writes cells, and remembers what can be undone. */
export interface Edits {
  /** version is another one when cells begin or end being saved. */
  readonly version: number
  isPending(id: string, column: string): boolean
  /** opened is called when somebody begins an edit: the row's tag is there when they are done. */
  opened(id: string): void
  write(edit: Edit): Promise<void>
  /** remember takes what has been done in another way, such as by a paste. */
  remember(done: Undo): void
  undo(): Promise<void>
  readonly conflict: Conflict | undefined
  keepTheirs(): void
  keepMine(): void
}

const MOST_UNDONE = 100
// With many writers on one row, its tag may be old again by the time it is sent.
const MOST_TRIES = 8

/** useEdits returns the edits of a table's rows. */
export function useEdits({ projectId, slug }: TableOf, pages: RowPages<Row>): Edits {
  const table = useMemo(() => ({ projectId, slug }), [projectId, slug])
  const [version, setVersion] = useState(0)
  const [conflict, setConflict] = useState<Conflict>()
  const pending = useRef(new Map<string, number>()).current
  const queues = useRef(new Map<string, Promise<void>>()).current
  const opened = useRef<{ id: string; row: Promise<TaggedRow> }>(undefined)
  const undos = useRef<Undo[]>([])

  const mark = useCallback(
    ({ id, column }: Edit, step: 1 | -1) => {
      const key = `${id} ${column}`
      const count = (pending.get(key) ?? 0) + step
      if (count > 0) pending.set(key, count)
      else pending.delete(key)
      setVersion((version) => version + 1)
    },
    [pending],
  )

  const attempt = useCallback(
    async (edit: Edit): Promise<Row | undefined> => {
      const { id, column, before, after } = edit
      for (let tries = 1; ; tries += 1) {
        const begun = opened.current?.id === id ? opened.current.row : undefined
        opened.current = undefined
        const { row, tag } = await (begun?.catch(() => getRow(table, id)) ?? getRow(table, id))
        if (!isSame(row[column], before)) {
          pages.patch(id, row)
          setConflict({ edit, theirs: row[column] })
          return undefined
        }
        try {
          const written = await updateRow(table, id, { [column]: after }, tag)
          pages.patch(id, written.row)
          return written.row
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 412 || tries === MOST_TRIES) throw error
        }
      }
    },
    [pages, table],
  )

  const write = useCallback(
    async (edit: Edit, remembered = true): Promise<void> => {
      const { id, column, before, after } = edit
      if (isSame(before, after)) return
      pages.patch(id, { [column]: after } as Partial<Row>)
      mark(edit, 1)
      // The edits of a row follow one another.
      const turn = (queues.get(id) ?? Promise.resolve()).then(async () => {
        try {
          const written = await atWork(attempt(edit))
          if (written === undefined || !remembered) return
          // What the server made of it, such as 12.50 of 12.5.
          undos.current = [...undos.current, [{ ...edit, after: written[column] }]].slice(-MOST_UNDONE)
        } catch (error) {
          const shown = pages.find(id)
          if (shown !== undefined && isSame(shown[column], after))
            pages.patch(id, { [column]: before } as Partial<Row>)
          toastError(error as Error)
        } finally {
          mark(edit, -1)
        }
      })
      queues.set(id, turn)
      await turn
      if (queues.get(id) === turn) queues.delete(id)
    },
    [pages, attempt, mark, queues],
  )

  const undo = useCallback(async () => {
    const last = undos.current.at(-1)
    if (last === undefined) return
    undos.current = undos.current.slice(0, -1)
    if ('deleted' in last) {
      try {
        await restoreRows(table, last.deleted)
        pages.reload(last.deleted.length)
      } catch (error) {
        toastError(error as Error)
      }
      return
    }
    for (const { before, after, ...edit } of last)
      await write({ ...edit, before: after, after: before }, false)
  }, [pages, table, write])

  return {
    version,
    isPending: (id, column) => pending.has(`${id} ${column}`),
    opened: (id) => {
      const row = (queues.get(id) ?? Promise.resolve()).then(() => getRow(table, id))
      row.catch(() => undefined)
      opened.current = { id, row }
    },
    write,
    remember: (done) => {
      undos.current = [...undos.current, done].slice(-MOST_UNDONE)
    },
    undo,
    conflict,
    keepTheirs: () => setConflict(undefined),
    keepMine: () => {
      setConflict(undefined)
      if (conflict !== undefined) void write({ ...conflict.edit, before: conflict.theirs })
    },
  }
}

/** isSame reports whether two values have the same text; null and empty text differ. */
export function isSame(one: unknown, other: unknown): boolean {
  return (one === null) === (other === null) && textOf(one) === textOf(other)
}
