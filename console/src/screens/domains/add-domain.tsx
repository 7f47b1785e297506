// The form for a new domain.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addDomain, refreshDomains } from '#api/project/domains.ts'
import { useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

/** AddDomain claims a name, and leads to the records that prove it. */
export function AddDomain({
  projectId,
  onMade,
  onClose,
}: {
  readonly projectId: string
  readonly onMade: (id: string) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const [name, setName] = useState('')
  const attempt = useMutation({
    mutationFn: () => addDomain(projectId, name),
    onSuccess: async ({ id }) => {
      await refreshDomains(projectId)
      onMade(id)
    },
  })
  return (
    <FormDialog
      title={m.add}
      action={m.add}
      busy={attempt.isPending}
      dirty={name !== ''}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={m.name} hint={m.nameHint} error={attempt.error?.message}>
        <Input
          required
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="shop.example.com"
          value={name}
          onValueChange={setName}
        />
      </Field>
    </FormDialog>
  )
}
