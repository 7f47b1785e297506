// Invoices, and one of them with its lines.
import { useQuery } from '@tanstack/react-query'
import { type BilledTo, invoiceQuery, invoicesQuery } from '#api/billing.ts'
import type { InvoiceLine, InvoiceSummary } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Details } from '#ui/details.tsx'
import { Drawer } from '#ui/dialog.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Note, Section } from '#ui/section.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { writeMoney } from './money.ts'

/** Invoices lists the invoices of a project, or of an organisation with the project of each. */
export function Invoices({
  of,
  opened,
  onOpen,
}: {
  readonly of: BilledTo
  readonly opened: string | undefined
  readonly onOpen: (id: string | undefined) => void
}) {
  const { m, locale } = useLanguage()
  const words = m.billing
  const invoices = useQuery(invoicesQuery(of))
  const columns: Column<InvoiceSummary>[] = [
    {
      title: words.number,
      cell: ({ id, number }) => <LinkButton onClick={() => onOpen(id)}>{number}</LinkButton>,
    },
    ...('organisationId' in of
      ? [{ title: words.project, cell: ({ project_name }: InvoiceSummary) => project_name }]
      : []),
    { title: words.period, cell: ({ period }) => period },
    { title: words.issued, cell: ({ issued_at }) => <Moment iso={issued_at} /> },
    {
      title: words.total,
      end: true,
      cell: ({ total, currency }) => writeMoney(total, currency, locale),
    },
  ]
  return (
    <Section title={words.invoices} about={words.invoicesHint}>
      {invoices.isPending ? <Skeleton /> : null}
      {invoices.isError ? <ErrorState error={invoices.error} onRetry={invoices.refetch} /> : null}
      {invoices.data?.items.length === 0 ? <Note>{words.noInvoices}</Note> : null}
      {invoices.data !== undefined && invoices.data.items.length > 0 ? (
        <Table label={words.invoices} columns={columns} rows={invoices.data.items} rowKey={({ id }) => id} />
      ) : null}
      {opened === undefined ? null : <OneInvoice of={of} id={opened} onClose={() => onOpen(undefined)} />}
    </Section>
  )
}

function OneInvoice({
  of,
  id,
  onClose,
}: {
  readonly of: BilledTo
  readonly id: string
  readonly onClose: () => void
}) {
  const { m, locale, format } = useLanguage()
  const words = m.billing
  const { data: invoice, error, isPending, refetch } = useQuery(invoiceQuery(of, id))
  const columns: Column<InvoiceLine>[] = [
    { title: words.line, cell: ({ description }) => description },
    { title: words.quantity, end: true, cell: ({ quantity }) => format.number(quantity) },
    {
      title: words.amount,
      end: true,
      cell: ({ amount }) => writeMoney(amount, invoice?.currency ?? 'USD', locale),
    },
  ]
  return (
    <Drawer open title={invoice?.number ?? words.invoice} onClose={onClose}>
      {isPending ? <Skeleton /> : null}
      {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
      {invoice === undefined ? null : (
        <>
          <Details
            items={[
              { title: words.project, value: invoice.project_name },
              { title: words.period, value: invoice.period },
              { title: words.issued, value: <Moment iso={invoice.issued_at} /> },
              { title: words.total, value: writeMoney(invoice.total, invoice.currency, locale) },
            ]}
          />
          <Table
            label={words.lines}
            columns={columns}
            rows={invoice.lines}
            rowKey={({ plan_id, meter, from, description }) => `${plan_id} ${meter} ${from} ${description}`}
          />
        </>
      )}
    </Drawer>
  )
}
