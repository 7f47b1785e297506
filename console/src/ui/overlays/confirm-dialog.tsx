// The question before an act: what it takes along, and the name typed where it cannot be undone.
import { type ReactNode, useState } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from './form-dialog.tsx'
import { type InUse, inUseOf } from './in-use.ts'

/**
 * ConfirmDialogProps say what is done; with `name`, it is to be typed first. `done` is said when `onConfirm` is through, and
 * `onDone` follows; without it, the dialog closes. What is refused because other things use it can be confirmed once more:
 * then `onConfirm` is to have it taken off there.
 */
export interface ConfirmDialogProps<Result> {
  readonly title: string
  readonly about: string
  readonly action: string
  readonly name?: string
  readonly ready?: boolean
  readonly done?: string
  readonly onConfirm: (force: boolean) => Promise<Result> | Result
  readonly onDone?: (result: Result) => unknown
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** ConfirmDialog asks before a destructive act, and does it. */
export function ConfirmDialog<Result>({
  name,
  action,
  ready = true,
  onConfirm,
  children,
  ...form
}: ConfirmDialogProps<Result>) {
  const { common } = useLanguage()
  const [typed, setTyped] = useState('')
  const [inUse, setInUse] = useState<InUse>()
  const force = inUse?.force === true
  const confirm = async () => {
    try {
      return await onConfirm(force)
    } catch (error) {
      const found = inUseOf(error)
      if (found === undefined) throw error
      setInUse(found)
      throw new Error(common.confirm.used(found.names))
    }
  }
  const isTyped = name === undefined || typed.trim() === name.trim()
  return (
    <FormDialog
      {...form}
      action={force ? common.confirm.anyway : action}
      danger
      ready={ready && isTyped}
      onSave={confirm}
    >
      {children}
      {name === undefined ? null : (
        <Field label={common.confirm.type(name)}>
          <Input value={typed} onValueChange={setTyped} autoComplete="off" />
        </Field>
      )}
    </FormDialog>
  )
}
