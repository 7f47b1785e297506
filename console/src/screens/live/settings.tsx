// What of a project is sent live.
import { useQuery } from '@tanstack/react-query'
import { useAct } from '#acts/use-act.ts'
import type { RealtimeSettings } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { realtimeSettingsQuery, refreshRealtime, updateRealtimeSettings } from '#api/services/realtime.ts'
import { useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Form } from '#ui/forms/form.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Section } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './live.module.css'
import { messages } from './messages.ts'

/** Settings shows the settings; who may not change them sees them as they are. */
export function Settings({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const settings = useQuery(realtimeSettingsQuery(projectId))
  return (
    <Section title={m.tabs.settings} about={m.settingsAbout}>
      {settings.isPending ? <Skeleton /> : null}
      {settings.isError ? <ErrorState error={settings.error} onRetry={settings.refetch} /> : null}
      {settings.data === undefined ? null : <Flags projectId={projectId} settings={settings.data} />}
    </Section>
  )
}

function Flags({ projectId, settings }: { readonly projectId: string; readonly settings: RealtimeSettings }) {
  const m = useMessages(messages)
  const mayWrite = useMay(projectId)('realtime:write')
  const { draft, dirty, change, saving } = useDraft(() => settings)
  const save = useAct(m.tabs.settings, {
    mutationFn: () =>
      saving(async (draft) => {
        await updateRealtimeSettings(projectId, draft)
        await refreshRealtime(projectId)
      }),
    onSuccess: () => toast(m.saved),
  })
  const names = {
    enabled: m.enabled,
    broadcast_inserts: m.inserts,
    broadcast_updates: m.updates,
    broadcast_deletes: m.deletes,
  } as const
  const keys = Object.keys(names) as (keyof typeof names)[]
  const boxes = keys.map((name) => (
    <Checkbox
      key={name}
      label={names[name]}
      checked={draft[name]}
      disabled={!mayWrite}
      onChange={(isOn) => change({ [name]: isOn })}
    />
  ))
  if (!mayWrite) return <div className={classes.flags}>{boxes}</div>
  return (
    <Form action={m.save} dirty={dirty} busy={save.isPending} onSubmit={() => save.mutate()}>
      {boxes}
    </Form>
  )
}
