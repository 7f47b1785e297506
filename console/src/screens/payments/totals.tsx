// What was paid, by day and currency, and the balances of the ledger.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { LedgerBalance, PaymentDayTotal } from '#api/client/schemas.ts'
import { balancesQuery, dayTotalsQuery } from '#api/services/payments.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Select } from '#ui/forms/select.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Note, Section, Sections } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { writeAmount } from './amount.ts'
import { messages } from './messages.ts'
import classes from './payments.module.css'
import { beginningOf } from './payments-search.ts'

const route = getRouteApi('/signed-in/projects/$projectId/payments')

/** Totals shows the sums of a project's payments. */
export function Totals({ projectId }: { readonly projectId: string }) {
  return (
    <Sections>
      <ByDay projectId={projectId} />
      <Balances projectId={projectId} />
    </Sections>
  )
}

function ByDay({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const { locale, format } = useLanguage()
  const { span = 'month' } = route.useSearch()
  const shown = span === 'day' ? 'week' : span
  const navigate = route.useNavigate()
  const totals = useQuery(dayTotalsQuery(projectId, beginningOf(shown)))
  const columns: Column<PaymentDayTotal>[] = [
    { title: m.day, cell: ({ day }) => <span className={classes.short}>{day}</span> },
    { title: m.environment, cell: ({ environment }) => m.environments[environment] },
    { title: m.count, end: true, cell: ({ payments }) => format.number(payments) },
    { title: m.completed, end: true, cell: ({ completed }) => format.number(completed) },
    {
      title: m.total,
      end: true,
      cell: ({ amount, currency }) => (
        <span className={classes.short}>{writeAmount(amount, currency, locale)}</span>
      ),
    },
    {
      title: m.refunded,
      end: true,
      cell: ({ refunded_amount, currency }) => (
        <span className={classes.short}>{writeAmount(refunded_amount, currency, locale)}</span>
      ),
    },
  ]
  const choose = (
    <div className={classes.choice}>
      <Select
        label={m.span}
        choices={choicesOf(m.totalSpans)}
        value={shown}
        onChange={(span) => navigate({ search: (now) => ({ ...now, span }), replace: true })}
      />
    </div>
  )
  return (
    <Section title={m.byDay} about={m.byDayHint} action={choose}>
      {totals.isPending ? <Skeleton /> : null}
      {totals.isError ? <ErrorState error={totals.error} onRetry={totals.refetch} /> : null}
      {totals.data?.length === 0 ? <Note>{m.noTotals}</Note> : null}
      {totals.data !== undefined && totals.data.length > 0 ? (
        <Table
          label={m.byDay}
          columns={columns}
          rows={totals.data}
          rowKey={({ day, environment, currency }) => `${day} ${environment} ${currency}`}
        />
      ) : null}
    </Section>
  )
}

function Balances({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const { locale } = useLanguage()
  const balances = useQuery(balancesQuery(projectId))
  const columns: Column<LedgerBalance>[] = [
    { title: m.account, cell: ({ account }) => <code>{account}</code> },
    { title: m.environment, cell: ({ environment }) => m.environments[environment] },
    {
      title: m.balance,
      end: true,
      cell: ({ balance, currency }) => (
        <span className={classes.short}>{writeAmount(balance, currency, locale)}</span>
      ),
    },
  ]
  return (
    <Section title={m.balances} about={m.balancesHint}>
      {balances.isPending ? <Skeleton /> : null}
      {balances.isError ? <ErrorState error={balances.error} onRetry={balances.refetch} /> : null}
      {balances.data?.length === 0 ? <Note>{m.noBalances}</Note> : null}
      {balances.data !== undefined && balances.data.length > 0 ? (
        <Table
          label={m.balances}
          columns={columns}
          rows={balances.data}
          rowKey={({ environment, account, currency }) => `${environment} ${account} ${currency}`}
        />
      ) : null}
    </Section>
  )
}
