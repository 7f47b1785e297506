// The transactions of a project: filtered, opened, and downloaded.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download, HandCoins } from 'lucide-react'
import { useAct } from '#acts/use-act.ts'
import type { PaymentTransaction } from '#api/client/schemas.ts'
import { type PaymentFilter, paymentsCsv, paymentsQuery } from '#api/services/payments.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { writeAmount } from './amount.ts'
import { Filters } from './filters.tsx'
import { messages } from './messages.ts'
import { PaymentDrawer } from './payment-drawer.tsx'
import { PaymentState } from './payment-state.tsx'
import classes from './payments.module.css'
import { filterOf, type PaymentsSearch } from './payments-search.ts'

const route = getRouteApi('/signed-in/projects/$projectId/payments')

/** Transactions lists the payments of a project, the latest first. */
export function Transactions({
  projectId,
  isActive,
}: {
  readonly projectId: string
  readonly isActive: boolean
}) {
  const m = useMessages(messages)
  const { locale } = useLanguage()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (change: PaymentsSearch) =>
    navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const filter = filterOf(search)
  const payments = useInfiniteQuery(paymentsQuery(projectId, filter))
  const download = useAct(m.download, {
    mutationFn: () => saveCsv(projectId, filter),
  })
  const rows = payments.data?.pages.flatMap(({ items }) => items)
  const columns: Column<PaymentTransaction>[] = [
    {
      title: m.columns.payment,
      cell: ({ id, description, kind }) => (
        <LinkButton onClick={() => change({ payment: id })}>{description ?? m.kinds[kind]}</LinkButton>
      ),
    },
    {
      title: m.columns.amount,
      end: true,
      cell: ({ amount, currency }) => (
        <span className={classes.short}>{writeAmount(amount, currency, locale)}</span>
      ),
    },
    { title: m.columns.status, cell: (payment) => <PaymentState payment={payment} /> },
    { title: m.columns.phone, cell: ({ phone }) => phone ?? '—' },
    {
      title: m.columns.provider,
      cell: ({ provider, environment }) => `${m.providers[provider]} · ${m.environments[environment]}`,
    },
    { title: m.columns.started, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
  ]
  return (
    <>
      <Filters search={search} onChange={change}>
        <Button busy={download.isPending} disabled={rows?.length === 0} onClick={() => download.mutate()}>
          <Download aria-hidden />
          {m.download}
        </Button>
      </Filters>
      {payments.isPending ? <Skeleton lines={8} /> : null}
      {payments.isError ? <ErrorState error={payments.error} onRetry={payments.refetch} /> : null}
      {rows === undefined ? null : (
        <Card>
          {rows.length === 0 ? (
            <Nothing
              isFiltered={Object.keys(filter).length > 0}
              isActive={isActive}
              onClear={() => navigate({ search: {} })}
              onSettings={() => navigate({ search: { tab: 'settings' } })}
            />
          ) : (
            <Table
              label={m.tabs.transactions}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              onMore={payments.hasNextPage ? () => payments.fetchNextPage() : undefined}
              loadingMore={payments.isFetchingNextPage}
            />
          )}
        </Card>
      )}
      {search.payment === undefined ? null : (
        <PaymentDrawer
          projectId={projectId}
          id={search.payment}
          onClose={() => change({ payment: undefined })}
        />
      )}
    </>
  )
}

function Nothing({
  isFiltered,
  isActive,
  onClear,
  onSettings,
}: {
  readonly isFiltered: boolean
  readonly isActive: boolean
  readonly onClear: () => void
  readonly onSettings: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  if (isFiltered)
    return <EmptyState title={common.states.nothing} action={<Button onClick={onClear}>{m.clear}</Button>} />
  const icon = <HandCoins aria-hidden />
  if (isActive) return <EmptyState icon={icon} title={m.emptyTitle} hint={m.emptyHint} />
  return (
    <EmptyState
      icon={icon}
      title={m.inactiveTitle}
      hint={m.inactiveHint}
      action={
        <Button kind="primary" onClick={onSettings}>
          {m.openSettings}
        </Button>
      }
    />
  )
}

async function saveCsv(projectId: string, filter: PaymentFilter): Promise<void> {
  const blob = new Blob([await paymentsCsv(projectId, filter)], { type: 'text/csv' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = 'transactions.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}
