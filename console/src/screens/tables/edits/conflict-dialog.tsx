// Both versions of a cell that two people have changed.

import { shownText } from '#grid/columns.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/tables/messages.ts'
import classes from '#screens/tables/row/row-form.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
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
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { edit, theirs } = conflict
  const text = (value: unknown) =>
    value === null ? common.values.null : value === '' ? common.values.empty : shownText(value)
  const footer = (
    <>
      <Button onClick={onTheirs}>{m.conflict.keepTheirs}</Button>
      <Button kind="primary" onClick={onMine}>
        {m.conflict.keepMine}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      title={m.conflict.title(edit.column)}
      about={m.conflict.about}
      onClose={onTheirs}
      footer={footer}
    >
      <dl className={classes.versions}>
        <dt>{m.conflict.theirs}</dt>
        <dd>{text(theirs)}</dd>
        <dt>{m.conflict.mine}</dt>
        <dd>{text(edit.after)}</dd>
      </dl>
    </Dialog>
  )
}
