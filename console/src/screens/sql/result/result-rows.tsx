// The rows of a query in a grid or as a chart.
import { getRouteApi } from '@tanstack/react-router'
import type { SqlResult } from '#api/data/sql.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import classes from '#screens/sql/sql.module.css'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { EmptyState, Skeleton } from '#ui/page/states.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ResultGrid } from './result-grid.tsx'

const ResultChart = whenShown(
  async () => (await import('./result-chart.tsx')).ResultChart,
  <Skeleton lines={4} />,
)

const route = getRouteApi('/signed-in/projects/$projectId/sql')

/** ResultRows shows what a query has returned; `number` is that of the result, from 1. */
export function ResultRows({
  number,
  label,
  result,
  ms,
}: {
  readonly number: number
  readonly label: string
  readonly result: SqlResult
  readonly ms: number
}) {
  const m = useMessages(messages)
  const { format, plural } = useLanguage()
  const { charts = {} } = route.useSearch()
  const { [number]: chart, ...others } = charts
  const navigate = route.useNavigate()
  const { rows, truncated, limits } = result
  const tables = Object.keys(others).length === 0 ? undefined : others
  const show = (view: string) =>
    navigate({
      search: (now) => ({ ...now, charts: view === 'chart' ? { ...others, [number]: {} } : tables }),
      replace: true,
      resetScroll: false,
    })
  return (
    <section className={classes.result} aria-label={label}>
      <div className={classes.resultHead}>
        <p className={classes.note} role="status">
          {m.rows(rows.length, plural)} {m.took(format.number(ms))}
          {truncated ? ` ${m.truncated(limits.rows, format.bytes(limits.bytes))}` : ''}
        </p>
        <ExportMenu result={result} />
      </div>
      {rows.length === 0 ? (
        <EmptyState title={m.noRows} />
      ) : (
        <Tabs
          label={m.view}
          value={chart === undefined ? 'table' : 'chart'}
          onChange={show}
          tabs={[
            { value: 'table', title: m.table, content: <ResultGrid label={label} result={result} /> },
            { value: 'chart', title: m.chart, content: <ResultChart number={number} result={result} /> },
          ]}
        />
      )}
    </section>
  )
}
