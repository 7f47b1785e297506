// How far a delivery has come.
import type { WebhookDelivery } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'

const TONES = { pending: 'neutral', delivered: 'success', failed: 'danger' } as const

/** DeliveryState is how far a delivery has come, with what the receiver answered. */
export function DeliveryState({
  delivery,
}: {
  readonly delivery: Pick<WebhookDelivery, 'status' | 'response_status'>
}) {
  const { m } = useLanguage()
  const { status, response_status } = delivery
  return (
    <Badge tone={TONES[status]}>
      {response_status === null
        ? m.webhooks.statuses[status]
        : `${m.webhooks.statuses[status]} · ${response_status}`}
    </Badge>
  )
}
