// One delivery: its payload, and each attempt with request, response and timing.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useAct } from '#acts/use-act.ts'
import type { WebhookAttempt, WebhookDeliveryDetail } from '#api/client/schemas.ts'
import { deliveriesKey, deliveryQuery, type Receiver, retryDelivery } from '#api/services/deliveries.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { DeliveryState, NextAttempt } from './delivery-state.tsx'
import classes from './events.module.css'
import { messages } from './messages.ts'

/** DeliveryDrawer shows a delivery at the side of the list. */
export function DeliveryDrawer({
  receiver,
  deliveryId,
  isPaused,
  mayWrite,
  onClose,
}: {
  readonly receiver: Receiver
  readonly deliveryId: string
  readonly isPaused: boolean
  readonly mayWrite: boolean
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const delivery = useQuery(deliveryQuery(receiver, deliveryId))
  const attempt = useAct(m.retry, {
    mutationFn: () => retryDelivery(receiver, deliveryId),
    onSuccess: () => {
      toast(m.retried)
      return client.invalidateQueries({ queryKey: deliveriesKey(receiver) })
    },
  })
  const footer = mayWrite ? (
    <Button kind="primary" busy={attempt.isPending} onClick={() => attempt.mutate()}>
      <RotateCw aria-hidden />
      {m.retry}
    </Button>
  ) : undefined
  return (
    <Drawer open title={delivery.data?.event ?? m.delivery} onClose={onClose} footer={footer}>
      {delivery.isPending ? <Skeleton lines={6} /> : null}
      {delivery.isError ? <ErrorState error={delivery.error} onRetry={delivery.refetch} /> : null}
      {delivery.data === undefined ? null : <Delivery delivery={delivery.data} isPaused={isPaused} />}
    </Drawer>
  )
}

function Delivery({
  delivery,
  isPaused,
}: {
  readonly delivery: WebhookDeliveryDetail
  readonly isPaused: boolean
}) {
  const m = useMessages(messages)
  const { error, next_attempt_at } = delivery
  const items = [
    { title: m.state, value: <DeliveryState delivery={delivery} /> },
    ...(error === null ? [] : [{ title: m.error, value: error }]),
    ...(next_attempt_at === null
      ? []
      : [{ title: m.nextAttempt, value: <NextAttempt at={next_attempt_at} isPaused={isPaused} /> }]),
    { title: m.created, value: <Moment iso={delivery.created_at} /> },
  ]
  return (
    <>
      <CopyField text={delivery.event_id} what={m.eventId} />
      <Details items={items} />
      <section className={classes.part}>
        <h3>{m.payload}</h3>
        <pre>{JSON.stringify(delivery.payload, null, 2)}</pre>
      </section>
      <section className={classes.part}>
        <h3>{m.attempts}</h3>
        {delivery.tries.length === 0 ? <p>{m.noAttempts}</p> : null}
        {delivery.tries.map((one) => (
          <Attempt key={one.number} attempt={one} />
        ))}
      </section>
    </>
  )
}

function Attempt({ attempt }: { readonly attempt: WebhookAttempt }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { number, started_at, duration_ms, response_status, response_body, error } = attempt
  const isGood = response_status !== null && response_status >= 200 && response_status < 300
  return (
    <details className={classes.attempt}>
      <summary>
        <Badge tone={isGood ? 'success' : 'danger'}>{response_status ?? m.noAnswer}</Badge>
        <span>{m.attempt(number)}</span>
        <Moment iso={started_at} />
        <span>{m.milliseconds(format.number(duration_ms))}</span>
      </summary>
      {error === null ? null : <p className={classes.failure}>{error}</p>}
      <h4>{m.request}</h4>
      <pre>{`POST ${attempt.url}\n${headerLines(attempt.request_headers)}`}</pre>
      {attempt.response_headers === null ? null : (
        <>
          <h4>{m.response}</h4>
          <pre>{`${headerLines(attempt.response_headers)}\n\n${response_body ?? ''}`.trim()}</pre>
        </>
      )}
    </details>
  )
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
