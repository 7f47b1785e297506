// The form of an integration: its provider's own fields. Secrets that are stored come back masked, and stay if left so.
import { useState } from 'react'
import type { Integration } from '#api/client/schemas.ts'
import { createIntegration, refreshIntegrations, updateIntegration } from '#api/project/integrations.ts'
import { useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'
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
  const m = useMessages(messages)
  const known = integration?.config ?? {}
  const [provider, setProvider] = useState<Provider>(integration?.provider ?? 'smtp')
  const [name, setName] = useState(integration?.name ?? '')
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(PROVIDER_FIELDS[provider].map((field) => [field.name, textOf(known, field.name)])),
  )
  const config = configOf(provider, texts, known)
  const dirty = name !== (integration?.name ?? '') || Object.keys(config).length > 0
  return (
    <FormDialog
      title={integration === undefined ? m.create : m.editTitle(integration.name)}
      action={m.save}
      ready={dirty}
      dirty={dirty}
      done={m.saved(name)}
      onSave={() =>
        integration === undefined
          ? createIntegration(projectId, { provider, name, config })
          : updateIntegration(projectId, integration.id, { name, config })
      }
      onDone={() => {
        onClose()
        return refreshIntegrations(projectId)
      }}
      onClose={onClose}
    >
      {integration === undefined ? (
        <Field label={m.provider} hint={m.providerHints[provider]}>
          <Select
            choices={choicesOf(m.providers)}
            value={provider}
            onChange={(next) => {
              setProvider(next)
              setTexts({})
            }}
          />
        </Field>
      ) : null}
      <Field label={m.name} name="name">
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
  const m = useMessages(messages)
  const label = required ? m.fields[name] : m.optional(m.fields[name])
  return (
    <Field label={label} hint={name === 'events' ? m.eventsHint : secret ? m.secretHint : undefined}>
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
