// What the month has used of each meter, beside what the plan includes and its quota.
import type { Billing } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { type Column, Table } from '#ui/table.tsx'
import classes from './billing.module.css'

type Meter = Billing['meters'][number]

const NEAR = 0.8

/** Meters lists the meters of the month. */
export function Meters({ billing }: { readonly billing: Billing }) {
  const { m, format } = useLanguage()
  const words = m.billing
  const write = (meter: Meter['meter'], value: number) =>
    meter.endsWith('_bytes') ? format.bytes(value) : format.number(value)
  const columns: Column<Meter>[] = [
    { title: words.meter, cell: ({ meter }) => m.usage.meters[meter] },
    { title: words.used, end: true, cell: ({ meter, used }) => write(meter, used) },
    { title: words.forecast, end: true, cell: ({ meter, forecast }) => write(meter, forecast) },
    {
      title: words.included,
      end: true,
      cell: ({ meter, included }) => (included === 0 ? '—' : write(meter, included)),
    },
    {
      title: words.quota,
      end: true,
      cell: ({ meter, limit }) => (limit === null ? words.unlimited : write(meter, limit)),
    },
    { title: words.share, cell: (meter) => <Share meter={meter} /> },
  ]
  return <Table label={words.quotas} columns={columns} rows={billing.meters} rowKey={({ meter }) => meter} />
}

function Share({ meter: { used, limit } }: { readonly meter: Meter }) {
  const { m, format } = useLanguage()
  if (limit === null) return '—'
  const share = limit === 0 ? 1 : used / limit
  const tone = share >= 1 ? 'danger' : share >= NEAR ? 'warning' : 'neutral'
  return (
    <span className={classes.share}>
      <svg className={classes[tone]} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={Math.min(1, share) * 100} height="1" />
      </svg>
      {share >= 1 ? (
        <Badge tone="danger">{m.billing.reached}</Badge>
      ) : (
        `${format.number(Math.floor(share * 100))} %`
      )}
    </span>
  )
}
