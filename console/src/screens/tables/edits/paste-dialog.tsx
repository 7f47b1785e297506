// A paste as a diff, before it is written in one batch.
import { MAX_BATCH, writeRows } from '#api/data/rows.ts'
import { shownText } from '#grid/columns.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/tables/messages.ts'
import { useTables } from '#screens/tables/search.ts'
import { Table } from '#ui/lists/table.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { type Paste, writesOf } from './paste.ts'

const MOST_SHOWN = 100

/** PasteDialog shows what changes, and writes it. */
export function PasteDialog({
  slug,
  paste,
  onWritten,
  onClose,
}: {
  readonly slug: string
  readonly paste: Paste
  readonly onWritten: () => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common, format, plural } = useLanguage()
  const { projectId } = useTables()
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
      onSave={() => writeRows(projectId, writesOf(slug, paste))}
      onDone={onWritten}
      onClose={onClose}
    >
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
