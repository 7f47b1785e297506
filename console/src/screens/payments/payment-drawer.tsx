// One payment: what is known about it, its timeline and its ledger lines, and what an owner decides about it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { LedgerEntry, PaymentEvent, PaymentTransactionDetails } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { isOpenPayment, paymentQuery } from '#api/services/payments.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button, buttonClass } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { writeAmount } from './amount.ts'
import { Decide } from './decide.tsx'
import { messages } from './messages.ts'
import { PaymentState } from './payment-state.tsx'
import classes from './payments.module.css'

/** PaymentDrawer shows a payment at the side of the list. */
export function PaymentDrawer({
  projectId,
  id,
  onClose,
}: {
  readonly projectId: string
  readonly id: string
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const mayWrite = useMay(projectId)('payments:write')
  const { data: payment, error, isPending, refetch } = useQuery(paymentQuery(projectId, id))
  const [act, setAct] = useState<'resolve' | 'reverse'>()
  const acts = payment === undefined || !mayWrite ? undefined : <Acts payment={payment} onAct={setAct} />
  return (
    <Drawer open title={payment?.description ?? m.details} onClose={onClose} footer={acts}>
      {isPending ? <Skeleton lines={6} /> : null}
      {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
      {payment === undefined ? null : <Payment projectId={projectId} payment={payment} />}
      {act === undefined ? null : (
        <Decide projectId={projectId} id={id} act={act} onClose={() => setAct(undefined)} />
      )}
    </Drawer>
  )
}

function Acts({
  payment,
  onAct,
}: {
  readonly payment: PaymentTransactionDetails
  readonly onAct: (act: 'resolve' | 'reverse') => void
}) {
  const m = useMessages(messages)
  const { status, checkout_url } = payment
  const isUnpaid = status === 'failed' || status === 'cancelled' || status === 'expired'
  return (
    <>
      {checkout_url !== null && isOpenPayment(payment) ? (
        <a href={checkout_url} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
          <ExternalLink aria-hidden />
          {m.checkout}
        </a>
      ) : null}
      {isOpenPayment(payment) || isUnpaid || payment.alert !== null ? (
        <Button onClick={() => onAct('resolve')}>{m.resolve}</Button>
      ) : null}
      {status === 'completed' ? <Button onClick={() => onAct('reverse')}>{m.reverse}</Button> : null}
    </>
  )
}

function Payment({
  projectId,
  payment,
}: {
  readonly projectId: string
  readonly payment: PaymentTransactionDetails
}) {
  const m = useMessages(messages)
  const { locale } = useLanguage()
  const { amount, currency, provider, environment, kind, user_id, metadata } = payment
  const texts = [
    [m.columns.phone, payment.phone],
    [m.fields.order, payment.order_id],
    [m.fields.reference, payment.reference],
    [m.fields.receipt, payment.receipt],
    [m.fields.accountReference, payment.account_reference ?? null],
    [m.fields.failure, payment.failure],
    [m.fields.alert, payment.alert],
  ] as const
  const moneys = [
    [m.refunded, payment.refunded_amount],
    [m.fee, payment.fee_amount ?? 0],
  ] as const
  const times = [
    [m.columns.started, payment.created_at],
    [m.fields.completed, payment.completed_at],
    [m.fields.expires, isOpenPayment(payment) ? payment.expires_at : null],
  ] as const
  const items = [
    { title: m.columns.status, value: <PaymentState payment={payment} /> },
    { title: m.columns.amount, value: writeAmount(amount, currency, locale) },
    ...moneys.flatMap(([title, value]) =>
      value === 0 ? [] : [{ title, value: writeAmount(value, currency, locale) }],
    ),
    {
      title: m.columns.provider,
      value: `${m.providers[provider]} · ${m.environments[environment]} · ${m.kinds[kind]}`,
    },
    ...texts.flatMap(([title, value]) => (value === null ? [] : [{ title, value }])),
    ...(user_id === null
      ? []
      : [
          {
            title: m.fields.user,
            value: (
              <Link to="/projects/$projectId/users" params={{ projectId }} search={{ user: user_id }}>
                {user_id}
              </Link>
            ),
          },
        ]),
    ...times.flatMap(([title, iso]) => (iso === null ? [] : [{ title, value: <Moment iso={iso} /> }])),
    ...(Object.keys(metadata).length === 0
      ? []
      : [{ title: m.fields.metadata, value: <pre>{JSON.stringify(metadata, null, 2)}</pre> }]),
  ]
  return (
    <>
      <CopyField text={payment.id} what={m.id} />
      <Details items={items} />
      <section className={classes.part}>
        <h3>{m.timeline}</h3>
        <ol className={classes.timeline} aria-label={m.timeline}>
          {(payment.timeline ?? []).map((event, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and are only added at the end
            <Event key={at} event={event} />
          ))}
        </ol>
      </section>
      <section className={classes.part}>
        <h3>{m.ledger}</h3>
        <Ledger entries={payment.ledger ?? []} />
      </section>
    </>
  )
}

function Event({ event: { kind, data, created_at } }: { readonly event: PaymentEvent }) {
  const m = useMessages(messages)
  const to = kind === 'transition' ? String(data.to) : undefined
  const said = to === undefined ? undefined : (m.statuses as Record<string, string>)[to]
  const tone = kind === 'alert' ? 'warning' : kind === 'transition' ? 'accent' : 'neutral'
  return (
    <li>
      <details>
        <summary>
          <Badge tone={tone}>{m.events[kind]}</Badge>
          {said === undefined ? null : <span>{said}</span>}
          <Moment iso={created_at} />
        </summary>
        <pre>{JSON.stringify(readable(data), null, 2)}</pre>
      </details>
    </li>
  )
}

// A callback is kept as it came: its text is JSON, unless somebody sent something else.
function readable({ body, ...rest }: Readonly<Record<string, unknown>>): unknown {
  if (typeof body !== 'string') return body === undefined ? rest : { ...rest, body }
  try {
    return { ...rest, body: JSON.parse(body) }
  } catch {
    return { ...rest, body }
  }
}

function Ledger({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  const m = useMessages(messages)
  const { locale } = useLanguage()
  // Two refunds can be booked at once.
  const rows = entries.map((entry, at) => ({ ...entry, key: String(at) }))
  const columns: Column<LedgerEntry>[] = [
    { title: m.account, cell: ({ account }) => <code>{account}</code> },
    { title: m.side, cell: ({ amount }) => (amount > 0 ? m.debit : m.credit) },
    {
      title: m.columns.amount,
      end: true,
      cell: ({ amount, currency }) => writeAmount(Math.abs(amount), currency, locale),
    },
  ]
  if (entries.length === 0) return <p className={classes.none}>{m.noLedger}</p>
  return <Table label={m.ledger} columns={columns} rows={rows} rowKey={({ key }) => key} />
}
