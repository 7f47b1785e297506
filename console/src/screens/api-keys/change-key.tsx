// The form for the name, the scopes and the expiry of a key.
import { useState } from 'react'
import type { ApiKey, ApiKeyScope } from '#api/client/schemas.ts'
import { changeKey } from '#api/project/api-keys.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { type Expiry, momentOf } from './key-expiry.ts'
import { ExpiryFields, ScopeFields } from './key-fields.tsx'
import { messages } from './messages.ts'

/** ChangeKey changes a key; its secret stays. */
export function ChangeKey({
  projectId,
  apiKey,
  onDone,
  onClose,
}: {
  readonly projectId: string
  readonly apiKey: ApiKey
  readonly onDone: () => unknown
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const [name, setName] = useState(apiKey.name)
  const [scopes, setScopes] = useState(apiKey.scopes as ApiKeyScope[])
  const [expiry, setExpiry] = useState<Expiry>({ choice: 'kept', day: '' })
  const isNew = {
    name: name !== apiKey.name,
    scopes: scopes.join() !== apiKey.scopes.join(),
    expires: expiry.choice !== 'kept',
  }
  const dirty = isNew.name || isNew.scopes || isNew.expires
  const until = apiKey.expires_at === null ? m.keptForever : m.keptUntil(format.time(apiKey.expires_at))
  const save = () => {
    const expires_at = momentOf(expiry)
    return changeKey(projectId, apiKey.id, {
      ...(isNew.name && { name }),
      ...(isNew.scopes && { scopes }),
      ...(expires_at !== undefined && { expires_at }),
    })
  }
  return (
    <FormDialog
      title={m.changeTitle(apiKey.name)}
      about={m.changeHint}
      action={m.save}
      ready={dirty && scopes.length > 0}
      dirty={dirty}
      done={m.changed(name)}
      onSave={save}
      onDone={onDone}
      onClose={onClose}
    >
      <Field label={m.name} hint={m.nameHint} name="name">
        <Input required maxLength={100} autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      <ScopeFields kind={apiKey.kind} value={scopes} onChange={setScopes} />
      <ExpiryFields value={expiry} now={until} onChange={setExpiry} />
    </FormDialog>
  )
}
