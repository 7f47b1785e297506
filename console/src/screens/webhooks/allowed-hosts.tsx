// The hosts that webhooks of the project may reach, and which webhooks have none of them.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { saveAllowedHosts, webhookSettingsQuery } from '#api/services/webhooks.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { Note, Section } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './webhooks.module.css'

interface Props {
  readonly projectId: string
  readonly webhooks: readonly Webhook[]
}

/** AllowedHosts shows the list, and changes it. */
export function AllowedHosts({ projectId, webhooks }: Props) {
  const m = useMessages(messages).hosts
  const mayConfigure = useMay(projectId)('webhooks:configure')
  const settings = useQuery(webhookSettingsQuery(projectId))
  const [isOpen, setOpen] = useState(false)
  const hosts = settings.data?.allowed_hosts
  const blocked = hosts === undefined ? [] : blockedBy(hosts, webhooks)
  return (
    <div className={classes.hosts}>
      <Section
        title={m.title}
        about={m.about}
        action={
          mayConfigure && hosts !== undefined ? (
            <Button onClick={() => setOpen(true)}>{m.change}</Button>
          ) : undefined
        }
      >
        {settings.isPending ? <Skeleton lines={1} /> : null}
        {settings.isError ? <ErrorState error={settings.error} onRetry={settings.refetch} /> : null}
        {hosts === undefined ? null : <Note>{hosts.length === 0 ? m.all : hosts.join(', ')}</Note>}
        {blocked.length === 0 ? null : (
          <Note>
            <span className={classes.blocked}>{m.blocked(blocked.join(', '))}</span>
          </Note>
        )}
      </Section>
      {isOpen && hosts !== undefined ? (
        <HostsForm projectId={projectId} webhooks={webhooks} hosts={hosts} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  )
}

function HostsForm({
  projectId,
  webhooks,
  hosts,
  onClose,
}: Props & { readonly hosts: readonly string[]; readonly onClose: () => void }) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const { draft, dirty, change } = useDraft(() => ({ text: hosts.join('\n') }))
  const typed = draft.text.split(/[\s,]+/).filter((host) => host !== '')
  const blocked = blockedBy(typed, webhooks)
  return (
    <FormDialog
      title={m.hosts.title}
      about={m.hosts.about}
      action={m.save}
      dirty={dirty}
      done={m.hosts.saved}
      onSave={() => saveAllowedHosts(projectId, typed)}
      onDone={(saved) => {
        client.setQueryData(webhookSettingsQuery(projectId).queryKey, saved)
        onClose()
      }}
      onClose={onClose}
    >
      <Field label={m.hosts.label} name="allowed_hosts" hint={m.hosts.hint}>
        <Textarea code rows={6} autoFocus value={draft.text} onValueChange={(text) => change({ text })} />
      </Field>
      {blocked.length === 0 ? null : (
        <p role="status" className={classes.blocked}>
          {m.hosts.willBlock(blocked.join(', '))}
        </p>
      )}
    </FormDialog>
  )
}

/** blockedBy returns the names of webhooks whose host is not in a list; an empty list has all. */
function blockedBy(hosts: readonly string[], webhooks: readonly Webhook[]): readonly string[] {
  if (hosts.length === 0) return []
  const lists = hosts.map((host) => host.toLowerCase())
  const isIn = (name: string) =>
    lists.some((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host))
  return webhooks.filter(({ url }) => !isIn(new URL(url).hostname)).map(({ name }) => name)
}
