// The deliveries of a webhook: filtered, opened, and sent again.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Webhook, WebhookDelivery } from '#api/schemas.ts'
import { deliveriesQuery, eventTypesQuery } from '#api/webhooks.ts'
import { useLanguage } from '#i18n/language.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Card } from '#ui/page-header.tsx'
import { Select } from '#ui/select.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { DeliveryState } from './delivery-state.tsx'
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
  const { m, format } = useLanguage()
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
      title: m.webhooks.event,
      cell: ({ id, event }) => (
        <LinkButton onClick={() => change({ delivery: id })}>
          <code>{event}</code>
        </LinkButton>
      ),
    },
    { title: m.webhooks.columns.state, cell: (delivery) => <DeliveryState delivery={delivery} /> },
    {
      title: m.webhooks.attempts,
      end: true,
      cell: ({ attempts }) => format.number(attempts),
    },
    {
      title: m.webhooks.nextAttempt,
      cell: ({ next_attempt_at }) =>
        next_attempt_at === null ? '—' : <Moment iso={next_attempt_at} relative />,
    },
    { title: m.webhooks.created, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
  ]
  return (
    <section className={classes.deliveries} aria-label={m.webhooks.deliveries}>
      <header className={classes.filters}>
        <h2>{m.webhooks.deliveries}</h2>
        <Select
          label={m.webhooks.columns.state}
          choices={[
            { value: ALL, label: m.webhooks.anyState },
            ...STATUSES.map((value) => ({ value, label: m.webhooks.statuses[value] })),
          ]}
          value={status ?? ALL}
          onChange={(next) => change({ status: STATUSES.find((one) => one === next) })}
        />
        <Select
          label={m.webhooks.event}
          choices={[
            { value: ALL, label: m.webhooks.anyEvent },
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
              title={Object.keys(filter).length > 0 ? m.common.states.nothing : m.webhooks.noDeliveries}
              hint={m.webhooks.noDeliveriesHint}
            />
          ) : (
            <Table
              label={m.webhooks.deliveries}
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
