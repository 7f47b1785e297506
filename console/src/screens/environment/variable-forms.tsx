// The forms of one variable, and the question before it is deleted.
import { useState } from 'react'
import type { EnvironmentName, Variable } from '#api/client/schemas.ts'
import { createVariable, deleteVariable, refreshVariables, updateVariable } from '#api/project/environment.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
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
  return (
    <FormDialog
      title={words.create}
      action={common.actions.create}
      dirty={key !== '' || value !== ''}
      done={words.saved(key)}
      onSave={() => createVariable(projectId, { key, value, environment })}
      onDone={() => {
        onClose()
        return refreshVariables(projectId)
      }}
      onClose={onClose}
    >
      <Field label={words.key} hint={words.keyHint} name="key">
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
      <Field label={words.value} name="value">
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
  const { draft, dirty, change } = useDraft(() => ({ value: variable.value }))
  return (
    <FormDialog
      title={words.editTitle(variable.key)}
      action={words.save}
      ready={dirty}
      dirty={dirty}
      done={words.saved(variable.key)}
      onSave={() => updateVariable(projectId, variable.id, draft.value)}
      onDone={() => {
        onClose()
        return refreshVariables(projectId)
      }}
      onClose={onClose}
    >
      <Field label={words.value} name="value">
        <Textarea code autoFocus rows={5} value={draft.value} onValueChange={(value) => change({ value })} />
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
  return (
    <ConfirmDialog
      title={words.deleteTitle(variable.key)}
      about={words.deleteHint}
      action={words.delete}
      name={variable.key}
      done={words.deleted(variable.key)}
      onConfirm={(force) => deleteVariable(projectId, variable.id, force)}
      onDone={() => {
        onClose()
        return refreshVariables(projectId)
      }}
      onClose={onClose}
    />
  )
}
