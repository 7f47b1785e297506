// The question before an act: what it takes along, and the name typed where it cannot be undone.
import { type ReactNode, useState } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Dialog } from './dialog.tsx'

/** ConfirmDialogProps say what is done; with `name`, it is to be typed first. */
export interface ConfirmDialogProps {
  readonly title: string
  readonly about: string
  readonly action: string
  readonly name?: string
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** ConfirmDialog asks before a destructive act. */
export function ConfirmDialog({
  title,
  about,
  action,
  name,
  busy,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { common } = useLanguage()
  const [typed, setTyped] = useState('')
  const ready = name === undefined || typed.trim() === name.trim()
  const footer = (
    <>
      <Button onClick={onClose}>{common.actions.cancel}</Button>
      <Button kind="danger" disabled={!ready} busy={busy} onClick={onConfirm}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog open title={title} about={about} onClose={onClose} footer={footer}>
      {children}
      {name === undefined ? null : (
        <Field label={common.confirm.type(name)}>
          <Input value={typed} onValueChange={setTyped} autoComplete="off" />
        </Field>
      )}
    </Dialog>
  )
}
