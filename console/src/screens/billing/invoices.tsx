// Invoices, and one of them with its lines.
import { useQuery } from '@tanstack/react-query'
import type { InvoiceLine, InvoiceSummary } from '#api/client/schemas.ts'
import { type BilledTo, invoiceQuery, invoicesQuery } from '#api/organisations/billing.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Note, Section } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
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
  const m = useMessages(messages)
  const { locale } = useLanguage()
  const invoices = useQuery(invoicesQuery(of))
  const columns: Column<InvoiceSummary>[] = [
    {
      title: m.number,
      cell: ({ id, number }) => <LinkButton onClick={() => onOpen(id)}>{number}</LinkButton>,
    },
    ...('organisationId' in of
      ? [{ title: m.project, cell: ({ project_name }: InvoiceSummary) => project_name }]
      : []),
    { title: m.period, cell: ({ period }) => period },
    { title: m.issued, cell: ({ issued_at }) => <Moment iso={issued_at} /> },
    {
      title: m.total,
      end: true,
      cell: ({ total, currency }) => writeMoney(total, currency, locale),
    },
  ]
  return (
    <Section title={m.invoices} about={m.invoicesHint}>
      {invoices.isPending ? <Skeleton /> : null}
      {invoices.isError ? <ErrorState error={invoices.error} onRetry={invoices.refetch} /> : null}
      {invoices.data?.items.length === 0 ? <Note>{m.noInvoices}</Note> : null}
      {invoices.data !== undefined && invoices.data.items.length > 0 ? (
        <Table label={m.invoices} columns={columns} rows={invoices.data.items} rowKey={({ id }) => id} />
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
  const m = useMessages(messages)
  const { locale, format } = useLanguage()
  const { data: invoice, error, isPending, refetch } = useQuery(invoiceQuery(of, id))
  const columns: Column<InvoiceLine>[] = [
    { title: m.line, cell: ({ description }) => description },
    { title: m.quantity, end: true, cell: ({ quantity }) => format.number(quantity) },
    {
      title: m.amount,
      end: true,
      cell: ({ amount }) => writeMoney(amount, invoice?.currency ?? 'USD', locale),
    },
  ]
  return (
    <Drawer open title={invoice?.number ?? m.invoice} onClose={onClose}>
      {isPending ? <Skeleton /> : null}
      {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
      {invoice === undefined ? null : (
        <>
          <Details
            items={[
              { title: m.project, value: invoice.project_name },
              { title: m.period, value: invoice.period },
              { title: m.issued, value: <Moment iso={invoice.issued_at} /> },
              { title: m.total, value: writeMoney(invoice.total, invoice.currency, locale) },
            ]}
          />
          <Table
            label={m.lines}
            columns={columns}
            rows={invoice.lines}
            rowKey={({ plan_id, meter, from, description }) => `${plan_id} ${meter} ${from} ${description}`}
          />
        </>
      )}
    </Drawer>
  )
}
