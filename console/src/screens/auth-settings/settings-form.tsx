// The settings of sign-up, codes, tokens and redirects, each with what it means.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { AuthSettings } from '#api/client/schemas.ts'
import { authSettingsQuery, setAuthSettings } from '#api/project/auth.ts'
import { useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Form } from '#ui/forms/form.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Section } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './auth.module.css'
import { messages } from './messages.ts'

/** AuthPartProps are those of each part of the screen. */
export interface AuthPartProps {
  readonly projectId: string
  readonly mayWrite: boolean
}

const SWITCHES = [
  ...(['allow_signup', 'email_enabled', 'require_email_verification'] as const),
  ...(['phone_enabled', 'require_phone_verification', 'allow_anonymous'] as const),
  ...(['require_full_name', 'require_phone'] as const),
] as const
const NUMBERS = [
  { name: 'otp_length', least: 4, most: 8 },
  { name: 'otp_expiry_minutes', least: 1, most: 60 },
  { name: 'jwt_expiry_seconds', least: 60, most: 86_400 },
] as const

// Numbers and lists are text while they are typed.
function draftOf({
  redirect_urls,
  otp_length,
  otp_expiry_minutes,
  jwt_expiry_seconds,
  ...stored
}: AuthSettings) {
  return {
    ...stored,
    otp_length: String(otp_length),
    otp_expiry_minutes: String(otp_expiry_minutes),
    jwt_expiry_seconds: String(jwt_expiry_seconds),
    addresses: redirect_urls.join('\n'),
  }
}

type Draft = ReturnType<typeof draftOf>

function settingsOf({
  addresses,
  otp_length,
  otp_expiry_minutes,
  jwt_expiry_seconds,
  ...rest
}: Partial<Draft>) {
  return {
    ...rest,
    ...(otp_length !== undefined && { otp_length: Number(otp_length) }),
    ...(otp_expiry_minutes !== undefined && { otp_expiry_minutes: Number(otp_expiry_minutes) }),
    ...(jwt_expiry_seconds !== undefined && { jwt_expiry_seconds: Number(jwt_expiry_seconds) }),
    ...(addresses !== undefined && { redirect_urls: addresses.split(/\s+/).filter((line) => line !== '') }),
  }
}

/** SettingsForm changes what differs from what is stored. */
export function SettingsForm(props: AuthPartProps) {
  const m = useMessages(messages)
  const { data, isPending, error, refetch } = useQuery(authSettingsQuery(props.projectId))
  return (
    <Section title={m.tabs.settings} about={m.settings.about}>
      {isPending ? <Skeleton lines={6} /> : null}
      {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
      {data === undefined ? null : <Fields {...props} stored={data} />}
    </Section>
  )
}

function Fields({ projectId, mayWrite, stored }: AuthPartProps & { readonly stored: AuthSettings }) {
  const m = useMessages(messages)
  const words = m.settings
  const { draft, dirty, changes, change, saving } = useDraft(() => draftOf(stored))
  const attempt = useMutation({
    mutationFn: () => saving(() => setAuthSettings(projectId, settingsOf(changes))),
    onSuccess: () => toast(m.saved),
  })
  // Somebody who enters the number of another would share the account with its owner.
  const isOpen = draft.email_enabled && draft.phone_enabled && !draft.require_phone_verification
  return (
    <Form
      wide
      onSubmit={attempt.mutate}
      dirty={dirty}
      busy={attempt.isPending}
      action={mayWrite ? m.save : undefined}
    >
      <div className={classes.switches}>
        {SWITCHES.map((name) => (
          <Checkbox
            key={name}
            label={words.switches[name].label}
            hint={words.switches[name].hint}
            disabled={!mayWrite}
            checked={draft[name]}
            onChange={(checked) => change({ [name]: checked })}
          />
        ))}
      </div>
      {isOpen ? <p className={classes.warning}>{words.sharedNumbers}</p> : null}
      <div className={classes.numbers}>
        {NUMBERS.map(({ name, least, most }) => (
          <Field
            key={name}
            label={words.numbers[name].label}
            hint={`${words.numbers[name].hint} ${words.between(least, most)}`}
          >
            <Input
              type="number"
              required
              min={least}
              max={most}
              step={1}
              readOnly={!mayWrite}
              value={draft[name]}
              onValueChange={(value) => change({ [name]: value })}
            />
          </Field>
        ))}
      </div>
      <Field label={words.redirects} hint={words.redirectsHint} error={attempt.error?.message}>
        <Textarea
          code
          rows={4}
          placeholder="https://app.example.com/signed-in"
          readOnly={!mayWrite}
          value={draft.addresses}
          onValueChange={(addresses) => change({ addresses })}
        />
      </Field>
    </Form>
  )
}
