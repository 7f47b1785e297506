// A paste as a diff, before it is written in one batch.
import { useEffect, useRef, useState } from 'react'
import { MAX_BATCH, writeRows } from '#api/data/rows.ts'
import { shownText } from '#grid/columns.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/tables/messages.ts'
import { useTables } from '#screens/tables/search.ts'
import { Table } from '#ui/lists/table.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { type Paste, writesOf } from './paste.ts'
import type { Edits } from './use-edits.ts'
import { WaitingNote } from './waiting-note.tsx'

const MOST_SHOWN = 100

/** PasteDialog shows what changes, and writes it. */
export function PasteDialog({
  slug,
  paste,
  edits,
  onWritten,
  onClose,
}: {
  readonly slug: string
  readonly paste: Paste
  readonly edits: Edits
  readonly onWritten: () => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common, format, plural } = useLanguage()
  const { projectId } = useTables()
  // Sent again after a lost answer, it is written once.
  const [key] = useState(() => crypto.randomUUID())
  // Whoever closes the dialog while the server is away pastes nothing.
  const closed = useRef(new AbortController())
  useEffect(() => {
    closed.current = new AbortController()
    return () => closed.current.abort()
  }, [])
  const write = () =>
    edits.patiently(() => writeRows(projectId, writesOf(slug, paste), key), closed.current.signal)
  const cells = paste.rows.flatMap(({ index, row, cells }) => cells.map((cell) => ({ index, row, ...cell })))
  const isTooMuch = paste.rows.length > MAX_BATCH
  const inserts = paste.rows.filter(({ row }) => row === undefined).length
  const refusal = paste.isIncomplete
    ? m.notLoaded
    : isTooMuch
      ? m.paste.tooMany(MAX_BATCH)
      : cells.length === 0
        ? m.paste.nothing
        : undefined
  const about = refusal ?? m.paste.about(m.paste.cells(cells.length, plural), m.paste.rows(inserts, plural))
  const text = (value: unknown) =>
    value === null ? common.values.null : value === '' ? common.values.empty : shownText(value)
  return (
    <FormDialog
      title={m.paste.title}
      about={about}
      action={m.paste.write}
      ready={refusal === undefined}
      done={m.paste.done}
      onSave={write}
      onDone={onWritten}
      onClose={onClose}
    >
      <WaitingNote edits={edits} count={cells.length} />
      {refusal !== undefined ? null : (
        <Table
          label={m.paste.title}
          rows={cells.slice(0, MOST_SHOWN)}
          rowKey={({ index, column }) => `${index} ${column}`}
          columns={[
            { title: m.paste.row, cell: ({ index }) => format.number(index + 1) },
            { title: m.paste.column, cell: ({ column }) => column },
            {
              title: m.paste.before,
              cell: ({ row, before }) => (row === undefined ? m.paste.isNew : <del>{text(before)}</del>),
            },
            { title: m.paste.after, cell: ({ after }) => <ins>{text(after)}</ins> },
          ]}
        />
      )}
      {refusal === undefined && cells.length > MOST_SHOWN ? (
        <p>{m.paste.more(cells.length - MOST_SHOWN)}</p>
      ) : null}
    </FormDialog>
  )
}
