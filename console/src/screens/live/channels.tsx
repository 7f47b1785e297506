// The channels of a project: created, renamed, turned off and on, and deleted.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Pencil, Plus, Power, Radio, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { Channel } from '#api/client/schemas.ts'
import { tablesQuery } from '#api/data/tables.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { channelsQuery, deleteChannel, refreshRealtime, updateChannel } from '#api/services/realtime.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Section } from '#ui/page/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { ChannelForm } from './channel-form.tsx'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/projects/$projectId/live')

/** Channels lists the channels of a project. */
export function Channels({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const { create } = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay(projectId)('realtime:write')
  const channels = useQuery(channelsQuery(projectId))
  const openForm = (create: true | undefined) => navigate({ search: (now) => ({ ...now, create }) })
  const button = mayWrite ? (
    <Button kind="primary" onClick={() => openForm(true)}>
      <Plus aria-hidden />
      {m.newChannel}
    </Button>
  ) : undefined
  const none = channels.data?.length === 0
  return (
    <Section title={m.tabs.channels} about={m.channelsAbout} action={none ? undefined : button}>
      {channels.isPending ? <Skeleton /> : null}
      {channels.isError ? <ErrorState error={channels.error} onRetry={channels.refetch} /> : null}
      {none ? (
        <EmptyState
          icon={<Radio aria-hidden />}
          title={m.noChannels}
          hint={m.noChannelsHint}
          action={button}
        />
      ) : null}
      {channels.data !== undefined && !none ? (
        <List projectId={projectId} channels={channels.data} mayWrite={mayWrite} />
      ) : null}
      {create && mayWrite ? <ChannelForm projectId={projectId} onClose={() => openForm(undefined)} /> : null}
    </Section>
  )
}

interface Act {
  readonly name: 'rename' | 'delete'
  readonly channel: Channel
}

function List({
  projectId,
  channels,
  mayWrite,
}: {
  readonly projectId: string
  readonly channels: readonly Channel[]
  readonly mayWrite: boolean
}) {
  const m = useMessages(messages)
  const { data: tables = [] } = useQuery(tablesQuery(projectId))
  const [act, setAct] = useState<Act>()
  const close = () => setAct(undefined)
  const toggle = useAct(({ name, enabled }) => `${enabled ? m.turnOff : m.turnOn}: ${name}`, {
    mutationFn: ({ id, enabled }: Channel) => updateChannel(projectId, id, { enabled: !enabled }),
    onSuccess: ({ name, enabled }) => {
      toast(enabled ? m.turnedOn(name) : m.turnedOff(name))
      return refreshRealtime(projectId)
    },
  })
  const columns: Column<Channel>[] = [
    { title: m.name, cell: ({ name }) => <code>{name}</code> },
    {
      title: m.carries,
      cell: ({ table_id }) =>
        table_id === null ? m.carriesMessages : (tables.find(({ id }) => id === table_id)?.name ?? table_id),
    },
    {
      title: m.state,
      cell: ({ enabled }) => <Badge tone={enabled ? 'success' : 'neutral'}>{enabled ? m.on : m.off}</Badge>,
    },
    { title: m.created, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
    ...(mayWrite ? [actions()] : []),
  ]
  function actions(): Column<Channel> {
    return {
      title: m.rename,
      hidden: true,
      end: true,
      cell: (channel) => <Acts channel={channel} onToggle={() => toggle.mutate(channel)} onAct={setAct} />,
    }
  }
  return (
    <>
      <Table label={m.tabs.channels} columns={columns} rows={channels} rowKey={({ id }) => id} />
      {act?.name === 'rename' ? (
        <ChannelForm projectId={projectId} channel={act.channel} onClose={close} />
      ) : null}
      {act?.name === 'delete' ? <Delete projectId={projectId} channel={act.channel} onClose={close} /> : null}
    </>
  )
}

function Acts({
  channel,
  onToggle,
  onAct,
}: {
  readonly channel: Channel
  readonly onToggle: () => void
  readonly onAct: (act: Act) => void
}) {
  const m = useMessages(messages)
  return (
    <Menu label={`${m.state}: ${channel.name}`}>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAct({ name: 'rename', channel })}>
        {m.rename}
      </MenuItem>
      <MenuItem icon={<Power aria-hidden />} onSelect={onToggle}>
        {channel.enabled ? m.turnOff : m.turnOn}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onAct({ name: 'delete', channel })}>
        {m.delete}
      </MenuItem>
    </Menu>
  )
}

function Delete({
  projectId,
  channel: { id, name },
  onClose,
}: {
  readonly projectId: string
  readonly channel: Channel
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  return (
    <ConfirmDialog
      title={m.deleteTitle(name)}
      about={m.deleteHint}
      action={m.delete}
      name={name}
      done={m.deleted(name)}
      onConfirm={() => deleteChannel(projectId, id)}
      onDone={() => {
        onClose()
        return refreshRealtime(projectId)
      }}
      onClose={onClose}
    />
  )
}
