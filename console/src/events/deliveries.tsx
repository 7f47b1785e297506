// The deliveries to a webhook or a trigger: filtered, opened, and sent again.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { WebhookDelivery } from '#api/client/schemas.ts'
import { deliveriesQuery, type Receiver } from '#api/services/deliveries.ts'
import { eventTypesQuery } from '#api/services/webhooks.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { type DeliverySearch, STATUSES } from './delivery-search.ts'
import { DeliveryState, NextAttempt } from './delivery-state.tsx'
import classes from './events.module.css'
import { messages } from './messages.ts'

const ALL = 'all'

/** Deliveries lists what was sent, and what waits. */
export function Deliveries({
  receiver,
  isPaused,
  mayWrite,
  search,
  onSearch,
}: {
  readonly receiver: Receiver
  /** isPaused is whether nothing is sent for now. */
  readonly isPaused: boolean
  readonly mayWrite: boolean
  /** search is what the address says, and onSearch changes it. */
  readonly search: DeliverySearch
  readonly onSearch: (change: DeliverySearch) => void
}) {
  const m = useMessages(messages)
  const { common, format } = useLanguage()
  const { status, event, delivery } = search
  const filter = { ...(status === undefined ? {} : { status }), ...(event === undefined ? {} : { event }) }
  const deliveries = useInfiniteQuery(deliveriesQuery(receiver, filter))
  const { data: types = [] } = useQuery(eventTypesQuery(receiver.projectID))
  const rows = deliveries.data?.pages.flatMap((page) => page.items)
  const columns: Column<WebhookDelivery>[] = [
    {
      title: m.event,
      cell: ({ id, event }) => (
        <LinkButton onClick={() => onSearch({ delivery: id })}>
          <code>{event}</code>
        </LinkButton>
      ),
    },
    { title: m.state, cell: (delivery) => <DeliveryState delivery={delivery} /> },
    {
      title: m.attempts,
      end: true,
      cell: ({ attempts }) => format.number(attempts),
    },
    {
      title: m.nextAttempt,
      cell: ({ next_attempt_at }) =>
        next_attempt_at === null ? '—' : <NextAttempt at={next_attempt_at} isPaused={isPaused} />,
    },
    { title: m.created, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
  ]
  return (
    <section className={classes.deliveries} aria-label={m.deliveries}>
      <header className={classes.filters}>
        <h2>{m.deliveries}</h2>
        <Select
          label={m.state}
          choices={[
            { value: ALL, label: m.anyState },
            ...STATUSES.map((value) => ({ value, label: m.statuses[value] })),
          ]}
          value={status ?? ALL}
          onChange={(next) => onSearch({ status: STATUSES.find((one) => one === next) })}
        />
        <Select
          label={m.event}
          choices={[
            { value: ALL, label: m.anyEvent },
            ...types.map(({ type }) => ({ value: type, label: type })),
          ]}
          value={event ?? ALL}
          onChange={(next) => onSearch({ event: next === ALL ? undefined : next })}
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
          receiver={receiver}
          deliveryId={delivery}
          isPaused={isPaused}
          mayWrite={mayWrite}
          onClose={() => onSearch({ delivery: undefined })}
        />
      )}
    </section>
  )
}
