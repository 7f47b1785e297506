// With which settings the server runs.
import { useQuery } from '@tanstack/react-query'
import type { ServerSettings } from '#api/client/schemas.ts'
import { serverSettingsQuery } from '#api/organisations/operators.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Details } from '#ui/page/details.tsx'
import { Section } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './server.module.css'

/** Settings lists the settings of the server, without secrets. */
export function Settings() {
  const m = useMessages(messages)
  const settings = useQuery(serverSettingsQuery)
  return (
    <Section title={m.tabs.settings} about={m.settingsHint}>
      {settings.isPending ? <Skeleton lines={8} /> : null}
      {settings.isError ? <ErrorState error={settings.error} onRetry={settings.refetch} /> : null}
      {settings.data === undefined ? null : <All settings={settings.data} />}
    </Section>
  )
}

function All({ settings }: { readonly settings: ServerSettings }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const write = (name: keyof ServerSettings): string => {
    const value = settings[name]
    if (name === 'environment') return m.environments[settings.environment]
    if (name === 'storage_quota_bytes' && typeof value === 'number') return format.bytes(value)
    if (value === null || (Array.isArray(value) && value.length === 0)) return m.unset
    if (typeof value === 'boolean') return value ? m.yes : m.no
    if (typeof value === 'number') return format.number(value)
    return Array.isArray(value) ? value.join(', ') : value
  }
  const names = Object.keys(m.names) as (keyof ServerSettings)[]
  return (
    <div className={classes.details}>
      <Details items={names.map((name) => ({ title: m.names[name], value: write(name) }))} />
    </div>
  )
}
