// A chart of one series, with its values as a table behind it. The part that draws is loaded when one is shown.
import { lazy, Suspense } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Skeleton } from '#ui/page/states.tsx'
import classes from './chart.module.css'
import type { ChartProps } from './types.ts'

const Plot = lazy(() => import('./plot.tsx').then(({ Plot }) => ({ default: Plot })))

/** Chart draws bars or a line. */
export function Chart(props: ChartProps) {
  const { common, format } = useLanguage()
  const { label, x, y } = props
  const points = x.labels.map((label, at) => ({ key: String(at), label, value: y.values[at] ?? null }))
  return (
    <figure className={classes.chart} aria-label={label}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <Plot {...props} />
      </Suspense>
      <details>
        <summary>{common.states.table}</summary>
        <div className={classes.table}>
          <Table
            label={label}
            rows={points}
            rowKey={({ key }) => key}
            columns={[
              { title: x.title, cell: ({ label }) => label },
              {
                title: y.title,
                end: true,
                cell: ({ value }) => (value === null ? '—' : format.number(value)),
              },
            ]}
          />
        </div>
      </details>
    </figure>
  )
}
