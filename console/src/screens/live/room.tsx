// A channel for messages that is listened to: who is present, and a message to all of them.

import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMay } from '#api/organisations/permissions.ts'
import type { Present } from '#api/services/inspection.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyText } from '#ui/buttons/copy-button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Note, Section } from '#ui/page/section.tsx'
import classes from './live.module.css'
import { messages } from './messages.ts'
import { type Inspected, messageChannel } from './use-inspection.ts'

/** Room shows the clients of a channel, and sends to them. */
export function Room({
  projectId,
  channel: name,
  inspected: { state, arrivals, connection },
}: {
  readonly projectId: string
  readonly channel: string
  readonly inspected: Inspected
}) {
  const m = useMessages(messages)
  const channel = messageChannel(projectId, name)
  const mayWrite = useMay(projectId)('realtime:write')
  const [present, setPresent] = useState<readonly Present[]>([])
  const isOpen = state?.status === 'open'
  const moves = arrivals.filter(
    (arrival) => arrival.channel === channel && (arrival.kind === 'join' || arrival.kind === 'leave'),
  )
  const latest = moves[0]?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again whenever somebody comes or goes
  useEffect(() => {
    if (!isOpen) return setPresent([])
    connection?.presence(channel).then(setPresent, () => setPresent([]))
  }, [isOpen, connection, channel, latest])
  const columns: Column<Present>[] = [
    { title: m.user, cell: ({ user }) => <CopyText text={user} what={m.user} /> },
    { title: m.client, cell: ({ client }) => <CopyText text={client} what={m.client} /> },
  ]
  return (
    <Section title={m.presenceOf(name)}>
      {present.length === 0 ? (
        <Note>{m.nobody}</Note>
      ) : (
        <Table label={m.presenceOf(name)} columns={columns} rows={present} rowKey={({ client }) => client} />
      )}
      {mayWrite && connection !== undefined ? (
        <Send isOpen={isOpen} onSend={(data) => connection.publish(channel, data)} />
      ) : null}
    </Section>
  )
}

function Send({
  isOpen,
  onSend,
}: {
  readonly isOpen: boolean
  readonly onSend: (data: unknown) => Promise<void>
}) {
  const m = useMessages(messages)
  const [text, setText] = useState('{"text": "Habari"}')
  const attempt = useMutation({
    mutationFn: () => onSend(parse(text, m.messageWrong)),
    onSuccess: () => toast(m.sent),
  })
  return (
    <form
      className={classes.send}
      onSubmit={(event) => {
        event.preventDefault()
        attempt.mutate()
      }}
    >
      <Field label={m.message} hint={m.messageHint} error={attempt.error?.message}>
        <Textarea code required value={text} onValueChange={setText} />
      </Field>
      <Button type="submit" kind="primary" busy={attempt.isPending} disabled={!isOpen}>
        {m.sendNow}
      </Button>
    </form>
  )
}

function parse(text: string, wrong: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(wrong)
  }
}
