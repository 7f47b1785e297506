// The form for a new function.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FunctionSummary } from '#api/client/schemas.ts'
import { createFunction, functionsKey } from '#api/services/functions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

/** CreateFunction makes a function, whose draft is an example, and hands its id over. */
export function CreateFunction({
  projectId,
  onMade,
  onClose,
}: {
  readonly projectId: string
  readonly onMade: (id: string) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [runtime, setRuntime] = useState<FunctionSummary['runtime']>('typescript')
  const [access, setAccess] = useState<FunctionSummary['access']>('private')
  return (
    <FormDialog
      title={m.create}
      action={common.actions.create}
      dirty={name !== ''}
      onSave={() => createFunction(projectId, { name, runtime, access })}
      onDone={({ id }) => {
        onMade(id)
        return client.invalidateQueries({ queryKey: functionsKey(projectId) })
      }}
      onClose={onClose}
    >
      <Field label={m.columns.name} hint={m.nameHint} name="name">
        <Input required maxLength={100} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      <Field label={m.runtime}>
        <Select choices={choicesOf(m.runtimes)} value={runtime} onChange={setRuntime} />
      </Field>
      <Field label={m.columns.access} hint={m.accessHints[access]}>
        <Select choices={choicesOf(m.accesses)} value={access} onChange={setAccess} />
      </Field>
    </FormDialog>
  )
}
