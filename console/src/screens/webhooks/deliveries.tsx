// The deliveries of a webhook: filtered, opened, and sent again.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Webhook, WebhookDelivery } from '#api/client/schemas.ts'
import { deliveriesQuery, eventTypesQuery } from '#api/services/webhooks.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { messages } from './messages.ts'
import classes from './webhooks.module.css'
import { STATUSES, type WebhooksSearch } from './webhooks-search.ts'

const route = getRouteApi('/signed-in/projects/$projectId/webhooks')
const ALL = 'all'

/** Deliveries lists what was sent, and what waits. */
export function Deliveries({
  projectId,
  webhook,
  mayWrite,
}: {
  readonly projectId: string
  readonly webhook: Webhook
  readonly mayWrite: boolean
}) {
  const m = useMessages(messages)
  const { common, format } = useLanguage()
  const { status, event, delivery } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (change: WebhooksSearch) =>
    navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const filter = { ...(status === undefined ? {} : { status }), ...(event === undefined ? {} : { event }) }
  const deliveries = useInfiniteQuery(deliveriesQuery(projectId, webhook.id, filter))
  const { data: types = [] } = useQuery(eventTypesQuery(projectId))
  const rows = deliveries.data?.pages.flatMap((page) => page.items)
  const columns: Column<WebhookDelivery>[] = [
    {
      title: m.event,
      cell: ({ id, event }) => (
        <LinkButton onClick={() => change({ delivery: id })}>
          <code>{event}</code>
        </LinkButton>
      ),
    },
    { title: m.columns.state, cell: (delivery) => <DeliveryState delivery={delivery} /> },
    {
      title: m.attempts,
      end: true,
      cell: ({ attempts }) => format.number(attempts),
    },
    {
      title: m.nextAttempt,
      cell: ({ next_attempt_at }) =>
        next_attempt_at === null ? '—' : <Moment iso={next_attempt_at} relative />,
    },
    { title: m.created, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
  ]
  return (
    <section className={classes.deliveries} aria-label={m.deliveries}>
      <header className={classes.filters}>
        <h2>{m.deliveries}</h2>
        <Select
          label={m.columns.state}
          choices={[
            { value: ALL, label: m.anyState },
            ...STATUSES.map((value) => ({ value, label: m.statuses[value] })),
          ]}
          value={status ?? ALL}
          onChange={(next) => change({ status: STATUSES.find((one) => one === next) })}
        />
        <Select
          label={m.event}
          choices={[
            { value: ALL, label: m.anyEvent },
            ...types.map(({ type }) => ({ value: type, label: type })),
          ]}
          value={event ?? ALL}
          onChange={(next) => change({ event: next === ALL ? undefined : next })}
        />
      </header>
      {deliveries.isPending ? <Skeleton lines={6} /> : null}
      {deliveries.isError ? <ErrorState error={deliveries.error} onRetry={deliveries.refetch} /> : null}
      {rows === undefined ? null : (
        <Card>
          {rows.length === 0 ? (
            <EmptyState
              title={Object.keys(filter).length > 0 ? common.states.nothing : m.noDeliveries}
              hint={m.noDeliveriesHint}
            />
          ) : (
            <Table
              label={m.deliveries}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              onMore={deliveries.hasNextPage ? () => deliveries.fetchNextPage() : undefined}
              loadingMore={deliveries.isFetchingNextPage}
            />
          )}
        </Card>
      )}
      {delivery === undefined ? null : (
        <DeliveryDrawer
          projectId={projectId}
          webhookId={webhook.id}
          deliveryId={delivery}
          mayWrite={mayWrite}
          onClose={() => change({ delivery: undefined })}
        />
      )}
    </section>
  )
}
