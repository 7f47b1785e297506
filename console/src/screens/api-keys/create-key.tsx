// The form for a new key.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewApiKey } from '#api/client/schemas.ts'
import { apiKeysQuery, createKey } from '#api/project/api-keys.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { expiryOf, type Lifetime } from '#ui/forms/lifetime.ts'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

/** CreateKey makes a key and hands it over. */
export function CreateKey({
  projectId,
  onMade,
  onClose,
}: {
  readonly projectId: string
  readonly onMade: (key: NewApiKey) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<'secret' | 'publishable'>('publishable')
  const [expiry, setExpiry] = useState<'never' | Lifetime>('never')
  return (
    <FormDialog
      title={m.create}
      action={common.actions.create}
      onSave={() =>
        createKey(projectId, {
          name,
          kind,
          scopes: ['*'],
          expires_at: expiry === 'never' ? null : expiryOf(expiry),
        })
      }
      onDone={(key) => {
        onMade(key)
        return client.invalidateQueries({ queryKey: apiKeysQuery(projectId).queryKey })
      }}
      onClose={onClose}
    >
      <Field label={m.name} hint={m.nameHint} name="name">
        <Input required maxLength={100} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      <Field label={m.kind} hint={m.kindHints[kind]}>
        <Select choices={choicesOf(m.kinds)} value={kind} onChange={setKind} />
      </Field>
      <Field label={m.expiry}>
        <Select choices={choicesOf(m.expiries)} value={expiry} onChange={setExpiry} />
      </Field>
    </FormDialog>
  )
}
