// The table of webhooks.

import type { Webhook } from '#api/client/schemas.ts'
import { EventNames, ReceiverState } from '#events/receiver-details.tsx'
import { useMessages } from '#i18n/language.tsx'
import { CopyText } from '#ui/buttons/copy-button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { messages } from './messages.ts'

/** WebhookList shows where events go, and which. */
export function WebhookList({
  webhooks,
  onOpen,
}: {
  readonly webhooks: readonly Webhook[]
  readonly onOpen: (id: string) => void
}) {
  const m = useMessages(messages)
  const { columns: titles } = m
  const columns: Column<Webhook>[] = [
    {
      title: titles.name,
      cell: ({ id, name }) => <LinkButton onClick={() => onOpen(id)}>{name}</LinkButton>,
    },
    { title: titles.url, cell: ({ url }) => <CopyText text={url} what={titles.url} /> },
    {
      title: titles.events,
      cell: ({ events }) => <EventNames events={events} />,
    },
    { title: titles.state, cell: (webhook) => <ReceiverState receiver={webhook} /> },
    { title: titles.changed, cell: ({ updated_at }) => <Moment iso={updated_at} relative /> },
  ]
  return (
    <Card>
      <Table label={m.title} columns={columns} rows={webhooks} rowKey={({ id }) => id} />
    </Card>
  )
}
