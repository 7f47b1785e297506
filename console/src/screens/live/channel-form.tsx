// The form of a channel, new or renamed.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Channel } from '#api/client/schemas.ts'
import { tablesQuery } from '#api/data/tables.ts'
import { createChannel, refreshRealtime, updateChannel } from '#api/services/realtime.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

const MESSAGES = 'messages'

/** ChannelForm creates a channel, or renames `channel`. */
export function ChannelForm({
  projectId,
  channel,
  onClose,
}: {
  readonly projectId: string
  readonly channel?: Channel
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { data: tables = [] } = useQuery(tablesQuery(projectId))
  const [name, setName] = useState(channel?.name ?? '')
  const [table, setTable] = useState(MESSAGES)
  return (
    <FormDialog
      title={channel === undefined ? m.newChannel : m.renameTitle(channel.name)}
      action={channel === undefined ? common.actions.create : m.save}
      dirty={name !== (channel?.name ?? '')}
      ready={name !== (channel?.name ?? '')}
      done={m.channelSaved(name)}
      onSave={() =>
        channel === undefined
          ? createChannel(projectId, { name, table_id: table === MESSAGES ? null : table, enabled: true })
          : updateChannel(projectId, channel.id, { name })
      }
      onDone={() => {
        onClose()
        return refreshRealtime(projectId)
      }}
      onClose={onClose}
    >
      <Field label={m.name} hint={m.nameHint} name="name">
        <Input
          required
          autoFocus
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          onValueChange={setName}
        />
      </Field>
      {channel === undefined ? (
        <Combobox
          label={m.ofTable}
          search={common.actions.search}
          choices={[
            { value: MESSAGES, label: m.messagesOnly },
            ...tables.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={table}
          onChange={setTable}
        />
      ) : null}
    </FormDialog>
  )
}
