// The table of triggers.
import type { FunctionTrigger } from '#api/client/schemas.ts'
import { EventNames, ReceiverState } from '#events/receiver-details.tsx'
import { useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { messages } from './messages.ts'

/** TriggerList shows which events call the function. */
export function TriggerList({
  triggers,
  onOpen,
}: {
  readonly triggers: readonly FunctionTrigger[]
  readonly onOpen: (id: string) => void
}) {
  const m = useMessages(messages)
  const { columns: titles } = m
  const columns: Column<FunctionTrigger>[] = [
    {
      title: titles.events,
      cell: ({ id, events }) => (
        <LinkButton onClick={() => onOpen(id)}>
          <EventNames events={events} />
        </LinkButton>
      ),
    },
    {
      title: titles.kinds,
      cell: ({ events }) =>
        kindsOf(events)
          .map((kind) => m.kinds[kind] ?? kind)
          .join(', '),
    },
    {
      title: titles.filter,
      cell: ({ filter, ordered }) => (
        <>
          {filter === null ? '—' : <code>{filter}</code>} {ordered ? <Badge>{m.ordered}</Badge> : null}
        </>
      ),
    },
    { title: titles.state, cell: (trigger) => <ReceiverState receiver={trigger} /> },
    { title: titles.changed, cell: ({ updated_at }) => <Moment iso={updated_at} relative /> },
  ]
  return <Table label={m.title} columns={columns} rows={triggers} rowKey={({ id }) => id} />
}

/** kindsOf returns what events are about, each once: the part of their names before the dot. */
function kindsOf(events: readonly string[]): readonly string[] {
  return [...new Set(events.map((event) => event.split('.')[0] as string))]
}
