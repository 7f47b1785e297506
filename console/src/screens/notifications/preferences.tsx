// Of what the viewer is notified, and whether a mail a day says what is unread. Each change is saved at once.
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { setupQuery } from '#api/accounts.ts'
import { preferencesQuery, setPreferences } from '#api/notifications.ts'
import type { NotificationPreferences } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Section, Sections } from '#ui/section.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import classes from './notifications.module.css'

type Type = NotificationPreferences['muted'][number]

/** Preferences has a box for each type of event. */
export function Preferences() {
  const { m } = useLanguage()
  const words = m.notifications
  const { data: setup } = useSuspenseQuery(setupQuery)
  const preferences = useQuery(preferencesQuery)
  const change = useMutation({
    mutationFn: setPreferences,
    onSuccess: () => toast(words.saved),
    onError: toastError,
  })
  if (preferences.isPending) return <Skeleton lines={6} />
  if (preferences.isError) return <ErrorState error={preferences.error} onRetry={preferences.refetch} />
  const { muted, digest } = preferences.data
  const set = (type: Type, wanted: boolean) =>
    change.mutate({ muted: wanted ? muted.filter((one) => one !== type) : [...muted, type] })
  return (
    <Sections>
      <Section title={words.types} about={words.typesHint}>
        <div className={classes.boxes}>
          {(Object.entries(words.events) as [Type, string][]).map(([type, label]) => (
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
      <Section title={words.mail}>
        <div className={classes.boxes}>
          <Checkbox
            label={words.digest}
            hint={setup.mail ? words.digestHint : words.noMail}
            checked={digest === 'daily'}
            disabled={change.isPending}
            onChange={(wanted) => change.mutate({ digest: wanted ? 'daily' : 'off' })}
          />
        </div>
      </Section>
    </Sections>
  )
}
