// What the providers and we do not agree on, and the import of their statements.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import type { ReconciliationDifference, ReconciliationTotals } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { isOpenPayment, reconciliationQuery } from '#api/services/payments.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Select } from '#ui/forms/select.tsx'
import { SpanFilter } from '#ui/lists/span-filter.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Note, Section, Sections } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { writeAmount } from './amount.ts'
import { CloseDifference } from './close-difference.tsx'
import { ImportStatement } from './import-statement.tsx'
import { Imports } from './imports.tsx'
import { messages } from './messages.ts'
import { PaymentDrawer } from './payment-drawer.tsx'
import classes from './payments.module.css'
import { type PaymentsSearch, reportFilterOf, reportSpanOf } from './payments-search.ts'
import { statementMessages } from './statement-messages.ts'

const route = getRouteApi('/signed-in/projects/$projectId/payments')

/** Reconciliation shows the report of a span of time. */
export function Reconciliation({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const words = useMessages(statementMessages)
  const search = route.useSearch()
  const { since, until, environment, payment } = search
  const navigate = route.useNavigate()
  const mayWrite = useMay(projectId)('payments:write')
  const [imports, setImports] = useState(false)
  const [closing, setClosing] = useState<string>()
  const report = useQuery(reconciliationQuery(projectId, reportFilterOf(search)))
  const change = (more: Partial<PaymentsSearch>) =>
    navigate({ search: (now) => ({ ...now, ...more }), replace: true })
  const open = (payment: string | undefined) => navigate({ search: (now) => ({ ...now, payment }) })
  const choose = (
    <div className={classes.acts}>
      <div className={classes.choice}>
        <Select
          label={m.environment}
          choices={choicesOf({ both: words.both, ...m.environments })}
          value={environment ?? 'both'}
          onChange={(one) => change({ environment: one === 'both' ? undefined : one })}
        />
      </div>
      <SpanFilter
        label={m.span}
        spans={words.spans}
        from={words.from}
        until={words.until}
        value={{ span: reportSpanOf(search), since, until }}
        className={classes.choice}
        onChange={change}
      />
      {mayWrite ? (
        <Button onClick={() => setImports(true)}>
          <FileUp aria-hidden />
          {m.import}
        </Button>
      ) : null}
    </div>
  )
  return (
    <Sections>
      <Section title={m.reconcileTotals} about={m.reconcileTotalsHint} action={choose}>
        {report.isPending ? <Skeleton /> : null}
        {report.isError ? <ErrorState error={report.error} onRetry={report.refetch} /> : null}
        {report.data === undefined ? null : <TotalsOf totals={report.data.totals} />}
      </Section>
      {report.data === undefined ? null : (
        <Section title={m.differences} about={m.differencesHint}>
          <Differences
            differences={report.data.differences}
            onOpen={open}
            onClose={mayWrite ? setClosing : undefined}
          />
        </Section>
      )}
      <Imports projectId={projectId} mayWrite={mayWrite} />
      {closing === undefined ? null : (
        <CloseDifference projectId={projectId} id={closing} onClose={() => setClosing(undefined)} />
      )}
      {imports ? <ImportStatement projectId={projectId} onClose={() => setImports(false)} /> : null}
      {payment === undefined ? null : (
        <PaymentDrawer projectId={projectId} id={payment} onClose={() => open(undefined)} />
      )}
    </Sections>
  )
}

function TotalsOf({ totals }: { readonly totals: readonly ReconciliationTotals[] }) {
  const m = useMessages(messages)
  const { locale, format } = useLanguage()
  if (totals.length === 0) return <Note>{m.nothingStarted}</Note>
  const columns: Column<ReconciliationTotals>[] = [
    {
      title: m.columns.provider,
      cell: ({ provider, environment }) => `${m.providers[provider]} · ${m.environments[environment]}`,
    },
    { title: m.completed, end: true, cell: ({ completed }) => format.number(completed) },
    {
      title: m.completedAmount,
      end: true,
      cell: ({ completed_amount, currency }) => writeAmount(completed_amount, currency, locale),
    },
    {
      title: m.refunded,
      end: true,
      cell: ({ refunded_amount, currency }) => writeAmount(refunded_amount, currency, locale),
    },
    { title: m.openOnes, end: true, cell: ({ open }) => format.number(open) },
    { title: m.failedOnes, end: true, cell: ({ failed }) => format.number(failed) },
  ]
  return (
    <Table
      label={m.reconcileTotals}
      columns={columns}
      rows={totals}
      rowKey={({ provider, environment, currency }) => `${provider} ${environment} ${currency}`}
    />
  )
}

function Differences({
  differences,
  onOpen,
  onClose,
}: {
  readonly differences: readonly ReconciliationDifference[]
  readonly onOpen: (id: string) => void
  readonly onClose: ((id: string) => void) | undefined
}) {
  const m = useMessages(messages)
  const { locale } = useLanguage()
  if (differences.length === 0) return <Note>{m.noDifferences}</Note>
  const write = (amount: number | null, currency: string) =>
    amount === null ? '—' : <span className={classes.short}>{writeAmount(amount, currency, locale)}</span>
  const columns: Column<ReconciliationDifference>[] = [
    {
      title: m.columns.payment,
      cell: ({ transaction_id, receipt, reference }) => {
        const name = receipt ?? reference ?? m.details
        return transaction_id === null ? (
          name
        ) : (
          <LinkButton onClick={() => onOpen(transaction_id)}>{name}</LinkButton>
        )
      },
    },
    { title: m.cause, cell: ({ cause }) => <Badge tone="warning">{m.causes[cause] ?? cause}</Badge> },
    // The server's own sentence.
    { title: m.advice, cell: ({ advice }) => advice },
    { title: m.ours, end: true, cell: ({ amount, currency }) => write(amount, currency) },
    {
      title: m.theirs,
      end: true,
      cell: ({ provider_amount, currency }) => write(provider_amount, currency),
    },
    { title: m.when, cell: ({ at }) => <Moment iso={at} relative /> },
    {
      title: m.close,
      hidden: true,
      cell: ({ id, status }) =>
        onClose === undefined || (status !== null && isOpenPayment({ status })) ? null : (
          <LinkButton onClick={() => onClose(id)}>{m.close}</LinkButton>
        ),
    },
  ]
  return <Table label={m.differences} columns={columns} rows={differences} rowKey={({ id }) => id} />
}
