// How far a delivery has come.
import type { WebhookDelivery } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { messages } from './messages.ts'

const TONES = { pending: 'neutral', delivered: 'success', failed: 'danger' } as const

/** DeliveryState is how far a delivery has come, with what the receiver answered. */
export function DeliveryState({
  delivery,
}: {
  readonly delivery: Pick<WebhookDelivery, 'status' | 'response_status'>
}) {
  const m = useMessages(messages)
  const { status, response_status } = delivery
  return (
    <Badge tone={TONES[status]}>
      {response_status === null ? m.statuses[status] : `${m.statuses[status]} · ${response_status}`}
    </Badge>
  )
}

/** NextAttempt is when a delivery is sent again: once its receiver goes on, or at once where that is overdue. */
export function NextAttempt({ at, isPaused }: { readonly at: string; readonly isPaused: boolean }) {
  const m = useMessages(messages)
  if (isPaused) return m.whenResumed
  return Date.parse(at) <= Date.now() ? m.due : <Moment iso={at} relative />
}
