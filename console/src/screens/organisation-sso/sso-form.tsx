// The form for the provider of an organisation.
import { useMutation } from '@tanstack/react-query'
import type { SsoSettings } from '#api/client/schemas.ts'
import { setSso } from '#api/organisations/sso.ts'
import { useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Form } from '#ui/forms/form.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'
import classes from './sso.module.css'

type Draft = Pick<SsoSettings, 'issuer' | 'client_id' | 'default_role' | 'required'> & {
  readonly client_secret: string
}

const NEW: Draft = { issuer: '', client_id: '', default_role: 'viewer', required: false, client_secret: '' }

function draftOf(stored: SsoSettings | null): Draft {
  const { issuer, client_id, default_role, required } = stored ?? NEW
  return { issuer, client_id, default_role, required, client_secret: '' }
}

/** SsoForm sets the provider. The secret is never shown: left empty, it stays. */
export function SsoForm({
  organisationId,
  stored,
}: {
  readonly organisationId: string
  readonly stored: SsoSettings | null
}) {
  const m = useMessages(messages)
  const { draft, dirty, change, saving } = useDraft(() => draftOf(stored))
  const { issuer, client_id, default_role, required, client_secret } = draft
  const attempt = useMutation({
    mutationFn: () =>
      saving(({ client_secret, ...settings }) =>
        setSso(organisationId, { ...settings, ...(client_secret !== '' && { client_secret }) }),
      ),
    onSuccess: () => toast(m.saved),
  })
  return (
    <Form onSubmit={attempt.mutate} dirty={dirty} busy={attempt.isPending} action={m.save}>
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
          value={client_secret}
          onValueChange={(client_secret) => change({ client_secret })}
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
