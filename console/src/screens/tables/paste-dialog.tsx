// A paste as a diff, before it is written in one batch.
import { useMutation } from '@tanstack/react-query'
import { MAX_BATCH, writeRows } from '#api/rows.ts'
import { shownText } from '#grid/columns.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Table } from '#ui/table.tsx'
import { toast } from '#ui/toast.tsx'
import { type Paste, writesOf } from './paste.ts'
import classes from './row-form.module.css'
import { useTables } from './search.ts'

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
  const { m, format, plural } = useLanguage()
  const { projectId } = useTables()
  const attempt = useMutation({
    mutationFn: () => writeRows(projectId, writesOf(slug, paste)),
    onSuccess: () => {
      toast(m.tables.paste.done)
      onWritten()
    },
  })
  const cells = paste.rows.flatMap(({ index, row, cells }) => cells.map((cell) => ({ index, row, ...cell })))
  const isTooMuch = paste.rows.length > MAX_BATCH
  const inserts = paste.rows.filter(({ row }) => row === undefined).length
  const refusal = paste.isIncomplete
    ? m.tables.notLoaded
    : isTooMuch
      ? m.tables.paste.tooMany(MAX_BATCH)
      : cells.length === 0
        ? m.tables.paste.nothing
        : undefined
  const about =
    refusal ??
    m.tables.paste.about(m.tables.paste.cells(cells.length, plural), m.tables.paste.rows(inserts, plural))
  const text = (value: unknown) =>
    value === null ? m.grid.null : value === '' ? m.grid.empty : shownText(value)
  const footer = (
    <>
      <Button onClick={onClose}>{m.common.actions.cancel}</Button>
      <Button
        kind="primary"
        disabled={refusal !== undefined}
        busy={attempt.isPending}
        onClick={() => attempt.mutate()}
      >
        {m.tables.paste.write}
      </Button>
    </>
  )
  const errors = (attempt.error as { errors?: readonly string[] } | null)?.errors ?? []
  return (
    <Dialog open title={m.tables.paste.title} about={about} onClose={onClose} footer={footer}>
      {errors.map((sentence) => (
        <p key={sentence} role="alert" className={classes.error}>
          {sentence}
        </p>
      ))}
      {refusal !== undefined ? null : (
        <Table
          label={m.tables.paste.title}
          rows={cells.slice(0, MOST_SHOWN)}
          rowKey={({ index, column }) => `${index} ${column}`}
          columns={[
            { title: m.tables.paste.row, cell: ({ index }) => format.number(index + 1) },
            { title: m.tables.paste.column, cell: ({ column }) => column },
            {
              title: m.tables.paste.before,
              cell: ({ row, before }) =>
                row === undefined ? m.tables.paste.isNew : <del>{text(before)}</del>,
            },
            { title: m.tables.paste.after, cell: ({ after }) => <ins>{text(after)}</ins> },
          ]}
        />
      )}
      {refusal === undefined && cells.length > MOST_SHOWN ? (
        <p>{m.tables.paste.more(cells.length - MOST_SHOWN)}</p>
      ) : null}
    </Dialog>
  )
}
