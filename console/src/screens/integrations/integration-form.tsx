// The form of an integration: its provider's own fields. Secrets that are stored come back masked, and stay if left so.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createIntegration, refreshIntegrations, updateIntegration } from '#api/integrations.ts'
import type { Integration } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { choicesOf } from '#ui/choices.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'
import { configOf, PROVIDER_FIELDS, type Provider, type ProviderField, textOf } from './provider-fields.ts'

/** IntegrationForm makes an integration, or changes one. */
export function IntegrationForm({
  projectId,
  integration,
  onClose,
}: {
  readonly projectId: string
  readonly integration?: Integration
  readonly onClose: () => void
}) {
  const { m } = useLanguage()
  const words = m.integrations
  const known = integration?.config ?? {}
  const [provider, setProvider] = useState<Provider>(integration?.provider ?? 'smtp')
  const [name, setName] = useState(integration?.name ?? '')
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(PROVIDER_FIELDS[provider].map((field) => [field.name, textOf(known, field.name)])),
  )
  const config = configOf(provider, texts, known)
  const dirty = name !== (integration?.name ?? '') || Object.keys(config).length > 0
  const attempt = useMutation({
    mutationFn: () =>
      integration === undefined
        ? createIntegration(projectId, { provider, name, config })
        : updateIntegration(projectId, integration.id, { name, config }),
    onSuccess: async () => {
      toast(words.saved(name))
      onClose()
      await refreshIntegrations(projectId)
    },
    gcTime: 0,
  })
  return (
    <FormDialog
      title={integration === undefined ? words.create : words.editTitle(integration.name)}
      action={words.save}
      ready={dirty}
      dirty={dirty}
      busy={attempt.isPending}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      {integration === undefined ? (
        <Field label={words.provider} hint={words.providerHints[provider]}>
          <Select
            choices={choicesOf(words.providers)}
            value={provider}
            onChange={(next) => {
              setProvider(next)
              setTexts({})
            }}
          />
        </Field>
      ) : null}
      <Field label={words.name} error={attempt.error?.message}>
        <Input required maxLength={100} autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      {PROVIDER_FIELDS[provider].map((field) => (
        <ConfigField
          key={`${provider} ${field.name}`}
          field={field}
          text={texts[field.name] ?? ''}
          onChange={(text) => setTexts({ ...texts, [field.name]: text })}
        />
      ))}
    </FormDialog>
  )
}

function ConfigField({
  field: { name, secret = false, required = false, example },
  text,
  onChange,
}: {
  readonly field: ProviderField
  readonly text: string
  readonly onChange: (text: string) => void
}) {
  const { m } = useLanguage()
  const words = m.integrations
  const label = required ? words.fields[name] : words.optional(words.fields[name])
  return (
    <Field label={label} hint={name === 'events' ? words.eventsHint : secret ? words.secretHint : undefined}>
      <Input
        required={required}
        autoComplete="off"
        spellCheck={false}
        placeholder={example}
        inputMode={name === 'port' ? 'numeric' : undefined}
        value={text}
        onValueChange={onChange}
      />
    </Field>
  )
}
