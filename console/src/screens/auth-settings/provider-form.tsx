// The form for an identity provider, new or changed.
import { useState } from 'react'
import type { Provider } from '#api/client/schemas.ts'
import { createProvider, updateProvider } from '#api/project/auth.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

const NEW = { name: '', issuer: '', client_id: '', scopes: 'openid email profile', enabled: true }

/** ProviderForm hands over the name of what it has saved. The secret is never shown: left empty, it stays. */
export function ProviderForm({
  projectId,
  provider,
  onSaved,
  onClose,
}: {
  readonly projectId: string
  readonly provider?: Provider
  readonly onSaved: (name: string) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.providers
  const { draft, dirty, change } = useDraft(() => draftOf(provider))
  const [secret, setSecret] = useState('')
  return (
    <FormDialog
      title={provider === undefined ? words.create : words.editTitle(provider.name)}
      about={words.formHint}
      action={provider === undefined ? common.actions.create : m.save}
      dirty={dirty || secret !== ''}
      done={m.saved}
      onSave={() => {
        const { name, issuer, client_id, enabled } = draft
        const scopes = draft.scopes.split(/\s+/).filter((scope) => scope !== '')
        const body = { issuer, client_id, scopes, enabled }
        if (provider === undefined)
          return createProvider(projectId, { ...body, name, client_secret: secret === '' ? null : secret })
        const changed = secret === '' ? body : { ...body, client_secret: secret }
        return updateProvider(projectId, provider.name, changed)
      }}
      onDone={({ name }) => onSaved(name)}
      onClose={onClose}
    >
      {provider === undefined ? (
        <Field label={words.name} name="name" hint={words.nameHint}>
          <Input
            required
            pattern="[a-z][a-z0-9\-]*"
            maxLength={63}
            autoComplete="off"
            placeholder="google"
            value={draft.name}
            onValueChange={(name) => change({ name })}
          />
        </Field>
      ) : null}
      <Field label={words.issuer} name="issuer" hint={words.issuerHint}>
        <Input
          required
          type="url"
          autoComplete="off"
          placeholder="https://accounts.google.com"
          value={draft.issuer}
          onValueChange={(issuer) => change({ issuer })}
        />
      </Field>
      <Field label={words.clientId} name="client_id">
        <Input
          required
          autoComplete="off"
          maxLength={500}
          value={draft.client_id}
          onValueChange={(client_id) => change({ client_id })}
        />
      </Field>
      <Field
        label={words.clientSecret}
        name="client_secret"
        hint={provider?.has_client_secret ? words.secretStays : words.secretHint}
      >
        <Input
          type="password"
          autoComplete="new-password"
          maxLength={2000}
          value={secret}
          onValueChange={setSecret}
        />
      </Field>
      <Field label={words.scopes} name="scopes" hint={words.scopesHint}>
        <Input
          required
          autoComplete="off"
          value={draft.scopes}
          onValueChange={(scopes) => change({ scopes })}
        />
      </Field>
      <Checkbox
        label={words.enabled}
        hint={words.enabledHint}
        checked={draft.enabled}
        onChange={(enabled) => change({ enabled })}
      />
    </FormDialog>
  )
}

function draftOf(provider: Provider | undefined): typeof NEW {
  if (provider === undefined) return NEW
  const { name, issuer, client_id, enabled, scopes } = provider
  return { name, issuer, client_id, enabled, scopes: scopes.join(' ') }
}
