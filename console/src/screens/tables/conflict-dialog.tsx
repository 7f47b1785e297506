// Both versions of a cell that two people have changed.

import { shownText } from '#grid/columns.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import classes from './row-form.module.css'
import type { Conflict } from './use-edits.ts'

/** ConflictDialog asks which of two values stays. */
export function ConflictDialog({
  conflict,
  onTheirs,
  onMine,
}: {
  readonly conflict: Conflict
  readonly onTheirs: () => void
  readonly onMine: () => void
}) {
  const { m } = useLanguage()
  const { edit, theirs } = conflict
  const text = (value: unknown) =>
    value === null ? m.grid.null : value === '' ? m.grid.empty : shownText(value)
  const footer = (
    <>
      <Button onClick={onTheirs}>{m.tables.conflict.keepTheirs}</Button>
      <Button kind="primary" onClick={onMine}>
        {m.tables.conflict.keepMine}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      title={m.tables.conflict.title(edit.column)}
      about={m.tables.conflict.about}
      onClose={onTheirs}
      footer={footer}
    >
      <dl className={classes.versions}>
        <dt>{m.tables.conflict.theirs}</dt>
        <dd>{text(theirs)}</dd>
        <dt>{m.tables.conflict.mine}</dt>
        <dd>{text(edit.after)}</dd>
      </dl>
    </Dialog>
  )
}
