// Messages that were kept in development instead of being sent.
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import type { OutboxEntry } from '#api/client/schemas.ts'
import { outboxQuery } from '#api/project/auth.ts'
import { useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Section } from '#ui/page/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { MailPreview } from './mail-preview.tsx'
import { messages } from './messages.ts'

const keyOf = ({ created_at, to, text }: OutboxEntry) => `${created_at} ${to} ${text}`

/** Outbox lists them, the latest first, and opens one. */
export function Outbox({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const words = m.outbox
  const outbox = useQuery(outboxQuery(projectId))
  const [opened, setOpened] = useState<OutboxEntry>()
  const columns: Column<OutboxEntry>[] = [
    {
      title: words.to,
      cell: (entry) => <LinkButton onClick={() => setOpened(entry)}>{entry.to}</LinkButton>,
    },
    { title: words.channel, cell: ({ channel }) => m.channels[channel] },
    { title: words.subject, cell: ({ subject, text }) => subject ?? text },
    { title: words.at, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
  ]
  return (
    <Section title={m.tabs.outbox} about={words.about}>
      {outbox.isPending ? <Skeleton /> : null}
      {outbox.isError ? <ErrorState error={outbox.error} onRetry={outbox.refetch} /> : null}
      {outbox.data?.length === 0 ? (
        <EmptyState icon={<Inbox aria-hidden />} title={words.emptyTitle} hint={words.emptyHint} />
      ) : null}
      {outbox.data !== undefined && outbox.data.length > 0 ? (
        <Table label={m.tabs.outbox} columns={columns} rows={outbox.data} rowKey={keyOf} />
      ) : null}
      {opened === undefined ? null : (
        <Drawer
          open
          title={opened.subject ?? m.channels[opened.channel]}
          onClose={() => setOpened(undefined)}
        >
          <Details
            items={[
              { title: words.to, value: opened.to },
              { title: words.at, value: <Moment iso={opened.created_at} /> },
            ]}
          />
          <MailPreview text={opened.text} html={opened.html} />
        </Drawer>
      )}
    </Section>
  )
}
