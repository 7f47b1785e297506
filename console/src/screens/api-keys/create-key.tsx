// The form for a new key.
import { useState } from 'react'
import type { ApiKey, ApiKeyScope, NewApiKey } from '#api/client/schemas.ts'
import { createKey } from '#api/project/api-keys.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { type Expiry, momentOf } from './key-expiry.ts'
import { ExpiryFields, ScopeFields } from './key-fields.tsx'
import { areasFor, levelsOf, scopesOf } from './key-scopes.ts'
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
  const [name, setName] = useState('')
  const [kind, setKind] = useState<ApiKey['kind']>('publishable')
  const [scopes, setScopes] = useState<ApiKeyScope[]>(['*'])
  const [expiry, setExpiry] = useState<Expiry>({ choice: 'never', day: '' })
  const reached = scopes.includes('*') ? scopes : reachedBy(kind, scopes)
  return (
    <FormDialog
      title={m.create}
      action={common.actions.create}
      ready={reached.length > 0}
      dirty={name !== ''}
      onSave={() =>
        createKey(projectId, { name, kind, scopes: reached, expires_at: momentOf(expiry) ?? null })
      }
      onDone={onMade}
      onClose={onClose}
    >
      <Field label={m.name} hint={m.nameHint} name="name">
        <Input required maxLength={100} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      <Field label={m.kind} hint={m.kindHints[kind]}>
        <Select choices={choicesOf(m.kinds)} value={kind} onChange={setKind} />
      </Field>
      <ScopeFields kind={kind} value={reached} onChange={setScopes} />
      <ExpiryFields value={expiry} onChange={setExpiry} />
    </FormDialog>
  )
}

// What was chosen for the other kind, and this one cannot reach, is left out.
function reachedBy(kind: ApiKey['kind'], scopes: readonly ApiKeyScope[]): ApiKeyScope[] {
  const levels = levelsOf(scopes)
  return scopesOf(Object.fromEntries(areasFor(kind, []).map((area) => [area, levels[area]])))
}
