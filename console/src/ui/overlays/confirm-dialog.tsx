// The question before an act: what it takes along, and the name typed where it cannot be undone.
import { type ReactNode, useState } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from './form-dialog.tsx'

/**
 * ConfirmDialogProps say what is done; with `name`, it is to be typed first. `done` is said when `onConfirm` is through, and
 * `onDone` follows; without it, the dialog closes.
 */
export interface ConfirmDialogProps<Result> {
  readonly title: string
  readonly about: string
  readonly action: string
  readonly name?: string
  readonly ready?: boolean
  readonly done?: string
  readonly onConfirm: () => Promise<Result> | Result
  readonly onDone?: (result: Result) => unknown
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** ConfirmDialog asks before a destructive act, and does it. */
export function ConfirmDialog<Result>({
  name,
  ready = true,
  onConfirm,
  children,
  ...form
}: ConfirmDialogProps<Result>) {
  const { common } = useLanguage()
  const [typed, setTyped] = useState('')
  const isTyped = name === undefined || typed.trim() === name.trim()
  return (
    <FormDialog {...form} danger ready={ready && isTyped} onSave={onConfirm}>
      {children}
      {name === undefined ? null : (
        <Field label={common.confirm.type(name)}>
          <Input value={typed} onValueChange={setTyped} autoComplete="off" />
        </Field>
      )}
    </FormDialog>
  )
}
