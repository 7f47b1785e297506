// A short form in a dialog: its fields, and what sends it.
import { type FormEvent, type ReactNode, useId } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import classes from './dialog.module.css'
import { Dialog } from './dialog.tsx'

/**
 * FormDialogProps say what is filled in; `ready` is whether it can be sent, `other` is another way to do the same, and
 * `dirty` is whether closing would lose something.
 */
export interface FormDialogProps {
  readonly title: string
  readonly about?: string
  readonly action: string
  readonly danger?: boolean
  readonly ready?: boolean
  readonly dirty?: boolean
  readonly busy: boolean
  readonly other?: ReactNode
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** FormDialog is sent by its button or by Enter. */
export function FormDialog({
  action,
  danger = false,
  ready = true,
  dirty = false,
  busy,
  other,
  onSubmit,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const { common } = useLanguage()
  const form = useId()
  const leave = useUnsaved(dirty && !busy)
  const close = () => leave(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) onSubmit()
  }
  const footer = (
    <>
      <Button onClick={close}>{common.actions.cancel}</Button>
      {other}
      <Button kind={danger ? 'danger' : 'primary'} type="submit" form={form} busy={busy} disabled={!ready}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog open {...dialog} onClose={close} footer={footer}>
      <form id={form} className={classes.form} onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  )
}
