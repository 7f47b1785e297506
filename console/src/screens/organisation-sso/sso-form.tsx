// The form for the provider of an organisation.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SsoSettings } from '#api/client/schemas.ts'
import { setSso } from '#api/organisations/sso.ts'
import { useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Form } from '#ui/forms/form.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'
import classes from './sso.module.css'

type Draft = Pick<SsoSettings, 'issuer' | 'client_id' | 'default_role' | 'required'>

const NEW: Draft = { issuer: '', client_id: '', default_role: 'viewer', required: false }

/** SsoForm sets the provider. The secret is never shown: left empty, it stays. */
export function SsoForm({
  organisationId,
  stored,
}: {
  readonly organisationId: string
  readonly stored: SsoSettings | null
}) {
  const m = useMessages(messages)
  const begun = stored ?? NEW
  const [draft, setDraft] = useState<Draft>(begun)
  const [secret, setSecret] = useState('')
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next })
  const { issuer, client_id, default_role, required } = draft
  const attempt = useMutation({
    mutationFn: () =>
      setSso(organisationId, {
        ...{ issuer, client_id, default_role, required },
        ...(secret !== '' && { client_secret: secret }),
      }),
    onSuccess: () => toast(m.saved),
  })
  const names = Object.keys(NEW) as (keyof Draft)[]
  return (
    <Form
      onSubmit={attempt.mutate}
      dirty={secret !== '' || names.some((name) => draft[name] !== begun[name])}
      busy={attempt.isPending}
      action={m.save}
    >
      <Field label={m.issuer} hint={m.issuerHint}>
        <Input
          required
          type="url"
          autoComplete="off"
          placeholder="https://accounts.google.com"
          value={issuer}
          onValueChange={(issuer) => change({ issuer })}
        />
      </Field>
      <Field label={m.clientId}>
        <Input
          required
          autoComplete="off"
          maxLength={500}
          value={client_id}
          onValueChange={(client_id) => change({ client_id })}
        />
      </Field>
      <Field label={m.clientSecret} hint={stored?.has_client_secret ? m.secretStays : m.secretHint}>
        <Input
          type="password"
          autoComplete="new-password"
          maxLength={2000}
          value={secret}
          onValueChange={setSecret}
        />
      </Field>
      <Field label={m.defaultRole} hint={m.defaultRoleHint}>
        <Select
          choices={choicesOf(m.roles)}
          value={default_role}
          onChange={(default_role) => change({ default_role })}
        />
      </Field>
      <Checkbox
        label={m.required}
        hint={m.requiredHint}
        checked={required}
        onChange={(required) => change({ required })}
      />
      {attempt.error === null ? null : (
        <p role="alert" className={classes.error}>
          {attempt.error.message}
        </p>
      )}
    </Form>
  )
}
