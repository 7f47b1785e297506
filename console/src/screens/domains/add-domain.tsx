// The form for a new domain.
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
  return (
    <FormDialog
      title={m.add}
      action={m.add}
      dirty={name !== ''}
      onSave={() => addDomain(projectId, name)}
      onDone={async ({ id }) => {
        await refreshDomains(projectId)
        onMade(id)
      }}
      onClose={onClose}
    >
      <Field label={m.name} hint={m.nameHint} name="name">
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
