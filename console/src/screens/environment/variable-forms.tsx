// The forms of one variable, and the question before it is deleted.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnvironmentName, Variable } from '#api/client/schemas.ts'
import { createVariable, deleteVariable, refreshVariables, updateVariable } from '#api/project/environment.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast, toastError } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'

/** CreateVariable makes a variable in one of the environments. */
export function CreateVariable({
  projectId,
  environment: shown,
  onClose,
}: {
  readonly projectId: string
  readonly environment: EnvironmentName
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.variables
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const [environment, setEnvironment] = useState(shown)
  const attempt = useMutation({
    mutationFn: () => createVariable(projectId, { key, value, environment }),
    onSuccess: async () => {
      toast(words.saved(key))
      onClose()
      await refreshVariables(projectId)
    },
  })
  return (
    <FormDialog
      title={words.create}
      action={common.actions.create}
      busy={attempt.isPending}
      dirty={key !== '' || value !== ''}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={words.key} hint={words.keyHint} error={attempt.error?.message}>
        <Input
          required
          maxLength={128}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={key}
          onValueChange={(text) => setKey(text.toUpperCase())}
        />
      </Field>
      <Field label={words.value}>
        <Textarea code value={value} onValueChange={setValue} />
      </Field>
      <Field label={words.environment}>
        <Select choices={choicesOf(words.environments)} value={environment} onChange={setEnvironment} />
      </Field>
    </FormDialog>
  )
}

/** ChangeVariable changes the value of a variable. */
export function ChangeVariable({
  projectId,
  variable,
  onClose,
}: {
  readonly projectId: string
  readonly variable: Variable
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const words = m.variables
  const [value, setValue] = useState(variable.value)
  const attempt = useMutation({
    mutationFn: () => updateVariable(projectId, variable.id, value),
    onSuccess: async () => {
      toast(words.saved(variable.key))
      onClose()
      await refreshVariables(projectId)
    },
  })
  return (
    <FormDialog
      title={words.editTitle(variable.key)}
      action={words.save}
      busy={attempt.isPending}
      ready={value !== variable.value}
      dirty={value !== variable.value}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={words.value} error={attempt.error?.message}>
        <Textarea code autoFocus rows={5} value={value} onValueChange={setValue} />
      </Field>
    </FormDialog>
  )
}

/** DeleteVariable asks before a variable is deleted. */
export function DeleteVariable({
  projectId,
  variable,
  onClose,
}: {
  readonly projectId: string
  readonly variable: Variable
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const words = m.variables
  const attempt = useMutation({
    mutationFn: () => deleteVariable(projectId, variable.id),
    onSuccess: async () => {
      toast(words.deleted(variable.key))
      onClose()
      await refreshVariables(projectId)
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={words.deleteTitle(variable.key)}
      about={words.deleteHint}
      action={words.delete}
      name={variable.key}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}
