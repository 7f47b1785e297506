// A paste as a diff, before it is written in one batch.
import { useEffect, useRef, useState } from 'react'
import { MAX_BATCH, type Row, writeRows } from '#api/data/rows.ts'
import { shownText } from '#grid/columns.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/tables/messages.ts'
import { useTables } from '#screens/tables/search.ts'
import classes from '#screens/tables/tables.module.css'
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
  readonly onWritten: (rows: readonly Row[]) => void
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
  const lines = [...cells, ...paste.refused].toSorted((one, other) => one.index - other.index)
  const isTooMuch = paste.rows.length > MAX_BATCH
  const inserts = paste.rows.filter(({ row }) => row === undefined).length
  const refusal = paste.isIncomplete
    ? m.notLoaded
    : isTooMuch
      ? m.paste.tooMany(MAX_BATCH)
      : cells.length === 0
        ? m.paste.nothing
        : undefined
  const about = refusal ?? m.paste.about(cells.length, inserts, plural)
  const text = (value: unknown) =>
    value === null ? common.values.null : value === '' ? common.values.empty : shownText(value)
  return (
    <FormDialog
      size="wide"
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
      {paste.refused.length === 0 ? null : (
        <p className={classes.refused}>{m.paste.refused(paste.refused.length, plural)}</p>
      )}
      {lines.length === 0 || isTooMuch || paste.isIncomplete ? null : (
        <Table
          label={m.paste.title}
          rows={lines.slice(0, MOST_SHOWN)}
          rowKey={({ index, column }) => `${index} ${column}`}
          columns={[
            { title: m.paste.row, cell: ({ index }) => format.number(index + 1) },
            { title: m.paste.column, cell: ({ column }) => column },
            {
              title: m.paste.before,
              cell: (line) =>
                'problem' in line ? (
                  '—'
                ) : line.row === undefined ? (
                  m.paste.isNew
                ) : (
                  <del>{text(line.before)}</del>
                ),
            },
            {
              title: m.paste.after,
              cell: (line) =>
                'problem' in line ? (
                  <span className={classes.refused}>
                    {shownText(line.text)}: {line.problem}
                  </span>
                ) : (
                  <ins>{text(line.after)}</ins>
                ),
            },
          ]}
        />
      )}
      {refusal === undefined && lines.length > MOST_SHOWN ? (
        <p>{m.paste.more(lines.length - MOST_SHOWN)}</p>
      ) : null}
    </FormDialog>
  )
}
