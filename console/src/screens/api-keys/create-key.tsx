// The form for a new key.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKeysQuery, createKey } from '#api/api-keys.ts'
import type { NewApiKey } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { choicesOf } from '#ui/choices.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { expiryOf, type Lifetime } from '#ui/lifetime.ts'
import { Select } from '#ui/select.tsx'

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
  const { m } = useLanguage()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<'secret' | 'publishable'>('publishable')
  const [expiry, setExpiry] = useState<'never' | Lifetime>('never')
  const attempt = useMutation({
    mutationFn: () =>
      createKey(projectId, {
        name,
        kind,
        scopes: ['*'],
        expires_at: expiry === 'never' ? null : expiryOf(expiry),
      }),
    onSuccess: async (key) => {
      onMade(key)
      await client.invalidateQueries({ queryKey: apiKeysQuery(projectId).queryKey })
    },
  })
  return (
    <FormDialog
      title={m.apiKeys.create}
      action={m.common.actions.create}
      busy={attempt.isPending}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={m.apiKeys.name} hint={m.apiKeys.nameHint} error={attempt.error?.message}>
        <Input required maxLength={100} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      <Field label={m.apiKeys.kind} hint={m.apiKeys.kindHints[kind]}>
        <Select choices={choicesOf(m.apiKeys.kinds)} value={kind} onChange={setKind} />
      </Field>
      <Field label={m.apiKeys.expiry}>
        <Select choices={choicesOf(m.apiKeys.expiries)} value={expiry} onChange={setExpiry} />
      </Field>
    </FormDialog>
  )
}
