// Figures of one meter as bars, which are a table.
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { messages } from './messages.ts'
import { type Meter, writeFigure } from './meters.ts'
import classes from './usage.module.css'

/** Figure is what one row has used: undefined where that is not known, with `error` where that is why. */
export interface Figure {
  readonly key: string
  readonly used: number | undefined
  readonly error?: Error | null
}

/** MeterBars has the `first` column, and the longest bar for the highest figure. */
export function MeterBars<Row extends Figure>({
  meter,
  first,
  rows,
  onMore,
}: {
  readonly meter: Meter
  readonly first: Column<Row>
  readonly rows: readonly Row[]
  readonly onMore?: (() => void) | undefined
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const highest = Math.max(1, ...rows.map(({ used = 0 }) => used))
  const columns: Column<Row>[] = [
    first,
    {
      title: m.share,
      hidden: true,
      cell: ({ used = 0 }) => (
        <svg className={classes.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={(used / highest) * 100} height="1" />
        </svg>
      ),
    },
    {
      title: m.meters[meter],
      end: true,
      cell: ({ used, error }) => (
        <span className={classes.short}>
          {error?.message ?? (used === undefined ? '—' : writeFigure(meter, used, m, format))}
        </span>
      ),
    },
  ]
  return (
    <Card>
      <Table
        label={`${m.title}: ${m.meters[meter]}`}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        onMore={onMore}
      />
    </Card>
  )
}
