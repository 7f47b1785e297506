// The table of webhooks.
import type { Webhook } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { messages } from './messages.ts'

const MOST_NAMED = 3

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
    { title: titles.url, cell: ({ url }) => <code>{url}</code> },
    {
      title: titles.events,
      cell: ({ events }) => (
        <span title={events.join(', ')}>
          {events.slice(0, MOST_NAMED).join(', ')}
          {events.length > MOST_NAMED ? ` ${m.andMore(events.length - MOST_NAMED)}` : ''}
        </span>
      ),
    },
    { title: titles.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
    { title: titles.changed, cell: ({ updated_at }) => <Moment iso={updated_at} relative /> },
  ]
  return (
    <Card>
      <Table label={m.title} columns={columns} rows={webhooks} rowKey={({ id }) => id} />
    </Card>
  )
}

/** WebhookState is whether events are sent; what the server has disabled stands out. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const m = useMessages(messages)
  if (webhook.enabled) return <Badge tone="success">{m.states.enabled}</Badge>
  if (webhook.disabled_reason !== null) return <Badge tone="danger">{m.states.disabled}</Badge>
  return <Badge tone="warning">{m.states.paused}</Badge>
}
