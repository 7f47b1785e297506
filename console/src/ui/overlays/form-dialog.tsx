// A form in a dialog or a drawer: its fields, what saves it, and why it was refused.
import { type FormEvent, type ReactNode, useId } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { Button, type ButtonProps } from '#ui/buttons/button.tsx'
import { type Saves, SavingProvider, useSaving, useSavingAround } from '#ui/forms/saving.ts'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import classes from './dialog.module.css'
import { Dialog, Drawer } from './dialog.tsx'

/**
 * FormDialogProps say what is filled in; `ready` is whether it can be sent, `other` are further buttons, and `dirty` is
 * whether closing would lose something. A form without an action cannot be sent at all. Without `onDone` it closes once it is
 * saved.
 */
export interface FormDialogProps<Result> extends Omit<Saves<Result>, 'onDone'> {
  readonly drawer?: boolean
  readonly size?: 'wide' | 'page'
  readonly title: string
  readonly about?: string | undefined
  readonly action: string | undefined
  readonly danger?: boolean
  readonly ready?: boolean
  readonly dirty?: boolean
  readonly other?: ReactNode
  readonly onDone?: ((result: Result) => unknown) | undefined
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** FormDialog is saved by its button or by Enter. */
export function FormDialog<Result>({
  drawer = false,
  size,
  title,
  about,
  action,
  danger = false,
  ready = true,
  dirty = false,
  other,
  onSave,
  done,
  onDone,
  onClose,
  children,
}: FormDialogProps<Result>) {
  const { common } = useLanguage()
  const form = useId()
  const saving = useSaving({ onSave, done, onDone: onDone ?? onClose })
  const { busy, saved, problems } = saving
  const leave = useUnsaved(dirty && !busy && !saved)
  const close = () => leave(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A form in a dialog over this one is another.
    event.stopPropagation()
    if (ready) void saving.run()
  }
  const footer =
    action === undefined ? undefined : (
      <>
        {problems.rest.map((sentence) => (
          <p key={sentence} role="alert" className={classes.refusal}>
            {sentence}
          </p>
        ))}
        <Button onClick={close}>{common.actions.cancel}</Button>
        {other}
        <Button kind={danger ? 'danger' : 'primary'} type="submit" form={form} busy={busy} disabled={!ready}>
          {action}
        </Button>
      </>
    )
  const Shape = drawer ? Drawer : Dialog
  return (
    <SavingProvider value={saving}>
      <Shape open {...(size && { size })} title={title} about={about} onClose={close} footer={footer}>
        <form id={form} className={classes.form} onSubmit={submit}>
          {children}
        </form>
      </Shape>
    </SavingProvider>
  )
}

/** SaveButton saves the form around it in another way than its own. */
export function SaveButton({
  onSave,
  ...props
}: Omit<ButtonProps, 'onClick' | 'busy'> & { readonly onSave: () => unknown }) {
  const { busy, run } = useSavingAround()
  return <Button {...props} busy={busy} onClick={() => run(onSave)} />
}
