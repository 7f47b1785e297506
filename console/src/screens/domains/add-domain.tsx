// The form for a new domain.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addDomain, refreshDomains } from '#api/domains.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'

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
  const { m } = useLanguage()
  const words = m.domains
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
      title={words.add}
      action={words.add}
      busy={attempt.isPending}
      dirty={name !== ''}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={words.name} hint={words.nameHint} error={attempt.error?.message}>
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
