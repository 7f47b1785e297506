// Of what the viewer is notified, and whether a mail a day says what is unread. Each change is saved at once.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useAct } from '#acts/use-act.ts'
import { setupQuery } from '#api/account/accounts.ts'
import { preferencesQuery, setPreferences } from '#api/account/notifications.ts'
import type { NotificationPreferences } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { noMail } from '#i18n/no-mail.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Section, Sections } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './notifications.module.css'

type Type = NotificationPreferences['muted'][number]

/** Preferences has a box for each type of event. */
export function Preferences() {
  const m = useMessages(messages)
  const words = useMessages(noMail)
  const { data: setup } = useSuspenseQuery(setupQuery)
  const preferences = useQuery(preferencesQuery)
  const change = useAct(m.types, {
    mutationFn: setPreferences,
    onSuccess: () => toast(m.saved),
  })
  if (preferences.isPending) return <Skeleton lines={6} />
  if (preferences.isError) return <ErrorState error={preferences.error} onRetry={preferences.refetch} />
  const { muted, digest } = preferences.data
  const set = (type: Type, wanted: boolean) =>
    change.mutate({ muted: wanted ? muted.filter((one) => one !== type) : [...muted, type] })
  return (
    <Sections>
      <Section title={m.types} about={m.typesHint}>
        <div className={classes.boxes}>
          {(Object.entries(m.events) as [Type, string][]).map(([type, label]) => (
            <Checkbox
              key={type}
              label={label}
              checked={!muted.includes(type)}
              disabled={change.isPending}
              onChange={(wanted) => set(type, wanted)}
            />
          ))}
        </div>
      </Section>
      <Section title={m.mail}>
        <div className={classes.boxes}>
          <Checkbox
            label={m.digest}
            hint={setup.mail ? m.digestHint : words.none}
            checked={digest === 'daily'}
            disabled={change.isPending}
            onChange={(wanted) => change.mutate({ digest: wanted ? 'daily' : 'off' })}
          />
        </div>
      </Section>
    </Sections>
  )
}
