// What the month has used of each meter, beside what the plan includes and its quota.
import type { Billing } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import classes from './billing.module.css'
import { messages } from './messages.ts'

type Meter = Billing['meters'][number]

const NEAR = 0.8

/** Meters lists the meters of the month. */
export function Meters({ billing }: { readonly billing: Billing }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const write = (meter: Meter['meter'], value: number) =>
    meter.endsWith('_bytes') ? format.bytes(value) : format.number(value)
  const columns: Column<Meter>[] = [
    { title: m.meter, cell: ({ meter }) => m.meters[meter] },
    { title: m.used, end: true, cell: ({ meter, used }) => write(meter, used) },
    { title: m.forecast, end: true, cell: ({ meter, forecast }) => write(meter, forecast) },
    {
      title: m.included,
      end: true,
      cell: ({ meter, included }) => (included === 0 ? '—' : write(meter, included)),
    },
    {
      title: m.quota,
      end: true,
      cell: ({ meter, limit }) => (limit === null ? m.unlimited : write(meter, limit)),
    },
    { title: m.share, cell: (meter) => <Share meter={meter} /> },
  ]
  return <Table label={m.quotas} columns={columns} rows={billing.meters} rowKey={({ meter }) => meter} />
}

function Share({ meter: { used, limit } }: { readonly meter: Meter }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  if (limit === null) return '—'
  const share = limit === 0 ? 1 : used / limit
  const tone = share >= 1 ? 'danger' : share >= NEAR ? 'warning' : 'neutral'
  return (
    <span className={classes.share}>
      <svg className={classes[tone]} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={Math.min(1, share) * 100} height="1" />
      </svg>
      {share >= 1 ? <Badge tone="danger">{m.reached}</Badge> : `${format.number(Math.floor(share * 100))} %`}
    </span>
  )
}
