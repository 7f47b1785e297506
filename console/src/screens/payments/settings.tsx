// The settings of payments: in general, and of each provider, with a test of the stored credentials.
import { useMutation } from '@tanstack/react-query'
import type { PaymentSettings } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import {
  type PaymentProvider,
  refreshPayments,
  testProvider,
  updatePaymentSettings,
} from '#api/services/payments.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { type Typed, useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Form } from '#ui/forms/form.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Details } from '#ui/page/details.tsx'
import { Section, Sections } from '#ui/page/section.tsx'
import { messages } from './messages.ts'
import classes from './payments.module.css'
import { changesOf, draftOf, FIELDS, type FieldName, isSecret } from './settings-draft.ts'
import { settingsMessages } from './settings-messages.ts'

/** SettingsProps are the settings as they are stored. */
export interface SettingsProps {
  readonly projectId: string
  readonly settings: PaymentSettings
}

/** Settings shows the settings; who may not change them sees them as they are. */
export function Settings(props: SettingsProps) {
  return (
    <Sections>
      <General {...props} />
      <Provider {...props} provider="provider_a" />
      <Provider {...props} provider="provider_b" />
    </Sections>
  )
}

function useSave(projectId: string, saving: Typed<object>['saving']) {
  const s = useMessages(settingsMessages)
  const save = useMutation({
    mutationFn: (body: Parameters<typeof updatePaymentSettings>[1]) =>
      saving(async () => {
        await updatePaymentSettings(projectId, body)
        await refreshPayments(projectId)
      }),
    onSuccess: () => toast(s.saved),
    // Credentials do not stay in memory.
    gcTime: 0,
  })
  return save
}

function General({ projectId, settings }: SettingsProps) {
  const s = useMessages(settingsMessages)
  const mayChange = useMay(projectId)('payments:configure')
  const { draft, dirty, change, saving } = useDraft(() => ({
    is_active: settings.is_active,
    allow_publishable_key: settings.allow_publishable_key,
  }))
  const save = useSave(projectId, saving)
  const { is_active, allow_publishable_key } = draft
  return (
    <Section title={s.general} about={s.generalHint}>
      <MaybeForm
        mayChange={mayChange}
        dirty={dirty}
        busy={save.isPending}
        onSubmit={() => save.mutate({ is_active, allow_publishable_key })}
      >
        <Checkbox
          label={s.isActive}
          checked={is_active}
          disabled={!mayChange}
          onChange={(is_active) => change({ is_active })}
        />
        <Checkbox
          label={s.allowPublishable}
          hint={s.allowPublishableHint}
          checked={allow_publishable_key}
          disabled={!mayChange}
          onChange={(allow_publishable_key) => change({ allow_publishable_key })}
        />
        <Failure error={save.error} />
      </MaybeForm>
    </Section>
  )
}

function Provider({ projectId, settings, provider }: SettingsProps & { readonly provider: PaymentProvider }) {
  const m = useMessages(messages)
  const s = useMessages(settingsMessages)
  const may = useMay(projectId)
  const mayChange = may('payments:configure')
  const { draft, changes: typed, change, saving } = useDraft(() => draftOf(provider, settings))
  const save = useSave(projectId, saving)
  const changes = changesOf(provider, settings, typed)
  const dirty = Object.keys(changes).length > 0
  return (
    <Section title={m.providers[provider]} about={s.providerHints[provider]}>
      <MaybeForm
        mayChange={mayChange}
        dirty={dirty}
        busy={save.isPending}
        onSubmit={() => save.mutate(changes)}
      >
        {FIELDS[provider].map((name) => (
          <SettingField
            key={name}
            name={name}
            text={draft[name] ?? ''}
            mayChange={mayChange}
            onChange={(text) => change({ [name]: text })}
          />
        ))}
        <Failure error={save.error} />
      </MaybeForm>
      {may('payments:write') ? <Test projectId={projectId} provider={provider} dirty={dirty} /> : null}
    </Section>
  )
}

function SettingField({
  name,
  text,
  mayChange,
  onChange,
}: {
  readonly name: FieldName
  readonly text: string
  readonly mayChange: boolean
  readonly onChange: (text: string) => void
}) {
  const m = useMessages(messages)
  const s = useMessages(settingsMessages)
  if (name === 'provider_a_environment' || name === 'provider_b_mode') {
    const value = text === 'live' ? 'live' : 'sandbox'
    return (
      <Field label={s.names[name]}>
        {mayChange ? (
          <Select choices={choicesOf(m.environments)} value={value} onChange={onChange} />
        ) : (
          <Input readOnly value={m.environments[value]} />
        )}
      </Field>
    )
  }
  if (name === 'provider_a_confirm') {
    const value = text === 'query' ? 'query' : 'token'
    return (
      <Field label={s.names[name]} hint={s.confirmHints[value]}>
        {mayChange ? (
          <Select choices={choicesOf(s.confirmations)} value={value} onChange={onChange} />
        ) : (
          <Input readOnly value={s.confirmations[value]} />
        )}
      </Field>
    )
  }
  const isNumber = name.endsWith('_per_minute')
  const hint = isNumber
    ? s.queriesHint
    : isSecret(name) && text !== ''
      ? s.secretHint
      : name.endsWith('_url')
        ? s.callbackHint
        : undefined
  return (
    <Field label={s.names[name]} hint={mayChange ? hint : undefined}>
      <Input
        readOnly={!mayChange}
        autoComplete="off"
        spellCheck={false}
        required={isNumber}
        type={isNumber ? 'number' : name.endsWith('_url') ? 'url' : 'text'}
        min={isNumber ? 1 : undefined}
        value={text}
        onFocus={({ currentTarget }) => isSecret(name) && currentTarget.select()}
        onValueChange={onChange}
      />
    </Field>
  )
}

function MaybeForm({
  mayChange,
  dirty,
  busy,
  onSubmit,
  children,
}: {
  readonly mayChange: boolean
  readonly dirty: boolean
  readonly busy: boolean
  readonly onSubmit: () => void
  readonly children: React.ReactNode
}) {
  const s = useMessages(settingsMessages)
  if (!mayChange) return <div className={classes.shown}>{children}</div>
  return (
    <Form action={s.save} dirty={dirty} busy={busy} onSubmit={onSubmit}>
      {children}
    </Form>
  )
}

function Failure({ error }: { readonly error: Error | null }) {
  if (error === null) return null
  return (
    <p role="alert" className={classes.failure}>
      {error.message}
    </p>
  )
}

function Test({
  projectId,
  provider,
  dirty,
}: {
  readonly projectId: string
  readonly provider: PaymentProvider
  readonly dirty: boolean
}) {
  const m = useMessages(messages)
  const s = useMessages(settingsMessages)
  const attempt = useMutation({ mutationFn: () => testProvider(projectId, provider) })
  const result = attempt.data
  return (
    <div className={classes.test}>
      <Button busy={attempt.isPending} disabled={dirty} onClick={() => attempt.mutate()}>
        {s.test}
      </Button>
      {dirty ? <p className={classes.none}>{s.testFirst}</p> : null}
      <Failure error={attempt.error} />
      {result === undefined ? null : (
        <div role="status">
          <Details
            items={[
              {
                title: m.environments[result.environment],
                value: (
                  <Badge tone={result.ok ? 'success' : 'danger'}>{result.ok ? s.accepted : s.refused}</Badge>
                ),
              },
              { title: m.providers[result.provider], value: result.message },
            ]}
          />
          {result.simulated ? <p className={classes.none}>{s.simulated}</p> : null}
        </div>
      )}
    </div>
  )
}
