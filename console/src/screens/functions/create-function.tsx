// The form for a new function.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createFunction, functionsKey } from '#api/functions.ts'
import type { FunctionSummary } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { choicesOf } from '#ui/choices.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'

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
  const { m } = useLanguage()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [runtime, setRuntime] = useState<FunctionSummary['runtime']>('typescript')
  const [access, setAccess] = useState<FunctionSummary['access']>('private')
  const attempt = useMutation({
    mutationFn: () => createFunction(projectId, { name, runtime, access }),
    onSuccess: async ({ id }) => {
      onMade(id)
      await client.invalidateQueries({ queryKey: functionsKey(projectId) })
    },
  })
  return (
    <FormDialog
      title={m.functions.create}
      action={m.common.actions.create}
      busy={attempt.isPending}
      dirty={name !== '' && !attempt.isPending && !attempt.isSuccess}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={m.functions.columns.name} hint={m.functions.nameHint} error={attempt.error?.message}>
        <Input required maxLength={100} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      <Field label={m.functions.runtime}>
        <Select choices={choicesOf(m.functions.runtimes)} value={runtime} onChange={setRuntime} />
      </Field>
      <Field label={m.functions.columns.access} hint={m.functions.accessHints[access]}>
        <Select choices={choicesOf(m.functions.accesses)} value={access} onChange={setAccess} />
      </Field>
    </FormDialog>
  )
}
