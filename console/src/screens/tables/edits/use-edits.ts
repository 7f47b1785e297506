// Edits of cells: shown at once, kept while the server is away, taken back with its reason where it refuses them, and undone.
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { atWork } from '#api/client/session.ts'
import { getRow, type Row, restoreRows, type TableOf, type TaggedRow } from '#api/data/rows.ts'
import { shownText } from '#grid/columns.ts'
import type { RowPages } from '#grid/row-pages.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { toast, toastFailure } from '#ui/overlays/toast.tsx'
import { batchesOf, cellWrite, type Edit, isSame, reversed, unchanged, writeBatch } from './cell-writes.ts'
import { messages } from './messages.ts'
import { Patience, type Waiting } from './patience.ts'

/** Conflict is an edit of a cell that somebody else has changed meanwhile. */
export interface Conflict {
  readonly edit: Edit
  readonly theirs: unknown
}

type Done = readonly Edit[] | { readonly deleted: readonly string[] }

// What somebody has begun, in that order; nothing where it came to nothing.
type Begun = Promise<Done | undefined>

/** Edits writes cells, and remembers what can be undone. */
export interface Edits {
  /** version is another one when cells begin or end being saved. */
  readonly version: number
  /** waiting is why nothing is written for now. */
  readonly waiting: Waiting | undefined
  /** pending is how many edits are not written yet. */
  readonly pending: number
  isPending(id: string, column: string): boolean
  /** opened is called when somebody begins an edit: the row's tag is there when they are done. */
  opened(id: string): void
  write(edit: Edit): Promise<void>
  /** writeAll writes many cells in batches, which are undone together. */
  writeAll(edits: readonly Edit[]): Promise<void>
  /** patiently repeats other work, such as a paste, as edits are. */
  patiently<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  /** hurry tries at once what waits. */
  hurry(): void
  /** remember takes what has been done in another way, and returns what undoes it. */
  remember(done: Done): () => Promise<void>
  /** undo takes back what was begun last, once it is done. */
  undo(): Promise<void>
  readonly conflict: Conflict | undefined
  keepTheirs(): void
  keepMine(): void
}

const MOST_UNDONE = 100

/** useEdits returns the edits of a table's rows; `say` takes what is announced. */
export function useEdits(
  { projectId, slug }: TableOf,
  pages: RowPages<Row>,
  say: (text: string) => void,
): Edits {
  const m = useMessages(messages)
  const { plural, common } = useLanguage()
  const table = useMemo(() => ({ projectId, slug }), [projectId, slug])
  const [patience] = useState(() => new Patience())
  const waiting = useSyncExternalStore(patience.subscribe, patience.waiting)
  const [version, setVersion] = useState(0)
  const [conflict, setConflict] = useState<Conflict>()
  const pending = useRef(new Map<string, number>()).current
  const queues = useRef(new Map<string, Begun>()).current
  const opened = useRef<{ id: string; row: Promise<TaggedRow> }>(undefined)
  const undos = useRef<Begun[]>([])
  const undoing = useRef(Promise.resolve())
  useUnsaved(pending.size > 0 && waiting !== undefined)
  useEffect(() => {
    const online = () => patience.hurry()
    patience.begin()
    addEventListener('online', online)
    return () => {
      removeEventListener('online', online)
      patience.end()
    }
  }, [patience])

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
  const show = ({ id, column }: Edit, value: unknown) => pages.patch(id, { [column]: value } as Partial<Row>)
  const takeBack = (edit: Edit) => {
    const shown = pages.find(edit.id)
    if (shown !== undefined && isSame(shown[edit.column], edit.after)) show(edit, edit.before)
  }
  const textOfValue = (value: unknown) =>
    value === null ? common.values.null : value === '' ? common.values.empty : shownText(value)
  const begin = (begun: Begun) => {
    undos.current = [...undos.current, begun].slice(-MOST_UNDONE)
  }
  const remember = (done: Done) => {
    const begun = Promise.resolve(done)
    begin(begun)
    return () => {
      undos.current = undos.current.filter((one) => one !== begun)
      return takeAllBack(done)
    }
  }
  const takeLastBack = async (): Promise<void> => {
    const last = undos.current.at(-1)
    undos.current = undos.current.slice(0, -1)
    const done = await last
    if (done !== undefined) await takeAllBack(done)
    else if (last !== undefined) await takeLastBack()
  }

  const write = async (edit: Edit, isUndo = false): Promise<void> => {
    const { id, column, before, after } = edit
    if (isSame(before, after)) return
    show(edit, after)
    mark(edit, 1)
    const begun = opened.current?.id === id ? opened.current.row : undefined
    opened.current = undefined
    const work = cellWrite(table, edit, begun)
    // The edits of a row follow one another.
    const turn = (queues.get(id) ?? Promise.resolve()).then(async (): Begun => {
      try {
        const { row, isWritten } = await atWork(patience.run(work))
        pages.patch(id, row)
        if (!isWritten) setConflict({ edit, theirs: row[column] })
        else say(m.saved(column, textOfValue(row[column])))
        // What the server made of it, such as 12.50 of 12.5.
        return isWritten ? [{ ...edit, after: row[column] }] : undefined
      } catch (error) {
        takeBack(edit)
        toastFailure(m.wrote(textOfValue(after)), error as Error, () => write(edit, isUndo))
        return undefined
      } finally {
        mark(edit, -1)
      }
    })
    if (!isUndo) begin(turn)
    queues.set(id, turn)
    await turn
    if (queues.get(id) === turn) queues.delete(id)
  }

  // Batches follow one another; a refusal ends them, and takes back what is not written.
  const writeBatches = async (edits: readonly Edit[]): Begun => {
    const changes = edits.filter(({ before, after }) => !isSame(before, after))
    const written: Edit[] = []
    const open = new Set(changes)
    for (const edit of changes) {
      show(edit, edit.after)
      mark(edit, 1)
    }
    try {
      for (const batch of batchesOf(changes)) {
        const key = crypto.randomUUID()
        written.push(...(await atWork(patience.run(() => writeBatch(table, batch, key)))))
        for (const edit of batch) open.delete(edit)
      }
    } catch (error) {
      const left = [...open]
      toastFailure(m.notSaved(left.length, plural), error as Error, () => writeAll(left))
    }
    for (const edit of open) takeBack(edit)
    for (const edit of written) show(edit, edit.after)
    for (const edit of changes) mark(edit, -1)
    if (written.length === 0) return undefined
    say(m.savedMany(written.length, plural))
    return written
  }
  const writeAll = async (edits: readonly Edit[]): Promise<void> => {
    const written = writeBatches(edits)
    begin(written)
    await written
  }

  const takeAllBack = async (done: Done): Promise<void> => {
    try {
      if ('deleted' in done) {
        await restoreRows(table, done.deleted)
        pages.refresh(done.deleted.length)
        return toast(m.restored(done.deleted.length, plural))
      }
      const [only] = done
      if (only !== undefined && done.length === 1) return await write(reversed(only), true)
      const edits = done.map(reversed)
      const open: Edit[] = []
      for (const batch of batchesOf(edits)) open.push(...(await patience.run(() => unchanged(table, batch))))
      await writeBatches(open)
      if (open.length < edits.length) toast(m.skipped(edits.length - open.length, plural))
    } catch (error) {
      // What is still deleted can be restored later.
      toastFailure(m.undo, error as Error, 'deleted' in done ? remember(done) : () => takeAllBack(done))
    }
  }

  return {
    version,
    waiting,
    pending: pending.size,
    isPending: (id, column) => pending.has(`${id} ${column}`),
    opened: (id) => {
      const row = (queues.get(id) ?? Promise.resolve()).then(() => getRow(table, id))
      row.catch(() => undefined)
      opened.current = { id, row }
    },
    write,
    writeAll,
    patiently: (work, signal) => patience.run(work, signal),
    hurry: () => patience.hurry(),
    remember,
    // One after the other: each needs what the one before has left.
    undo: () => {
      undoing.current = undoing.current.then(takeLastBack)
      return undoing.current
    },
    conflict,
    keepTheirs: () => setConflict(undefined),
    keepMine: () => {
      setConflict(undefined)
      if (conflict !== undefined) void write({ ...conflict.edit, before: conflict.theirs })
    },
  }
}
