// The form for an identity provider, new or changed.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Provider } from '#api/client/schemas.ts'
import { createProvider, updateProvider } from '#api/project/auth.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import classes from './auth.module.css'
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
  const stored = provider === undefined ? NEW : { ...provider, scopes: provider.scopes.join(' ') }
  const [draft, setDraft] = useState(stored)
  const [secret, setSecret] = useState('')
  const change = (next: Partial<typeof NEW>) => setDraft({ ...draft, ...next })
  const attempt = useMutation({
    mutationFn: () => {
      const { name, issuer, client_id, enabled } = draft
      const scopes = draft.scopes.split(/\s+/).filter((scope) => scope !== '')
      const body = { issuer, client_id, scopes, enabled }
      if (provider === undefined)
        return createProvider(projectId, { ...body, name, client_secret: secret === '' ? null : secret })
      const changed = secret === '' ? body : { ...body, client_secret: secret }
      return updateProvider(projectId, provider.name, changed)
    },
    onSuccess: ({ name }) => {
      toast(m.saved)
      onSaved(name)
    },
  })
  const names = Object.keys(NEW) as (keyof typeof NEW)[]
  return (
    <FormDialog
      title={provider === undefined ? words.create : words.editTitle(provider.name)}
      about={words.formHint}
      action={provider === undefined ? common.actions.create : m.save}
      dirty={secret !== '' || names.some((name) => draft[name] !== stored[name])}
      busy={attempt.isPending}
      onSubmit={attempt.mutate}
      onClose={onClose}
    >
      {provider === undefined ? (
        <Field label={words.name} hint={words.nameHint}>
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
      <Field label={words.issuer} hint={words.issuerHint}>
        <Input
          required
          type="url"
          autoComplete="off"
          placeholder="https://accounts.google.com"
          value={draft.issuer}
          onValueChange={(issuer) => change({ issuer })}
        />
      </Field>
      <Field label={words.clientId}>
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
      <Field label={words.scopes} hint={words.scopesHint}>
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
      {attempt.error === null ? null : (
        <p role="alert" className={classes.error}>
          {attempt.error.message}
        </p>
      )}
    </FormDialog>
  )
}
