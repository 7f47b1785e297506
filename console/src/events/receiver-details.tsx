// What is said of a webhook and of a trigger alike: whether it receives events, and which.
import { useMessages } from '#i18n/language.tsx'
import { Badge } from '#ui/page/badge.tsx'
import type { Detail } from '#ui/page/details.tsx'
import classes from './events.module.css'
import { messages } from './messages.ts'

const MOST_NAMED = 3

interface ReceiverFields {
  readonly enabled: boolean
  readonly disabled_reason: string | null
  readonly events: readonly string[]
  readonly filter: string | null
  readonly ordered: boolean
}

/** ReceiverState is whether events are sent; what the server has disabled stands out. */
export function ReceiverState({
  receiver,
}: {
  readonly receiver: Pick<ReceiverFields, 'enabled' | 'disabled_reason'>
}) {
  const m = useMessages(messages)
  if (receiver.enabled) return <Badge tone="success">{m.states.enabled}</Badge>
  if (receiver.disabled_reason !== null) return <Badge tone="danger">{m.states.disabled}</Badge>
  return <Badge tone="warning">{m.states.paused}</Badge>
}

/** EventNames are the first events, and how many more there are. */
export function EventNames({ events }: Pick<ReceiverFields, 'events'>) {
  const m = useMessages(messages)
  return (
    <span title={events.join(', ')}>
      {events.slice(0, MOST_NAMED).join(', ')}
      {events.length > MOST_NAMED ? ` ${m.andMore(events.length - MOST_NAMED)}` : ''}
    </span>
  )
}

/** useReceiverDetails returns the state, the events, the filter and the order, as far as they are set. */
export function useReceiverDetails(receiver: ReceiverFields): Detail[] {
  const m = useMessages(messages)
  const { events, filter, ordered, disabled_reason } = receiver
  return [
    { title: m.state, value: <ReceiverState receiver={receiver} /> },
    ...(disabled_reason === null ? [] : [{ title: m.reason, value: disabled_reason }]),
    {
      title: m.events,
      value: (
        <span className={classes.names}>
          {events.map((event) => (
            <code key={event}>{event}</code>
          ))}
        </span>
      ),
    },
    ...(filter === null ? [] : [{ title: m.filter, value: <code>{filter}</code> }]),
    ...(ordered ? [{ title: m.order, value: m.ordered }] : []),
  ]
}
