// A result as a chart: one column over another.
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SqlResult } from '#api/data/sql.ts'
import { textOf } from '#grid/columns.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import classes from '#screens/sql/sql.module.css'
import type { ChartView } from '#screens/sql/sql-search.ts'
import { Chart } from '#ui/chart/chart.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { fieldsOf, MOST_POINTS, numberOf } from './chart-fields.ts'

const route = getRouteApi('/signed-in/projects/$projectId/sql')

/** ResultChart draws a column of numbers. */
export function ResultChart({ number, result }: { readonly number: number; readonly result: SqlResult }) {
  const m = useMessages(messages)
  const { charts = {} } = route.useSearch()
  const view = charts[number] ?? {}
  const navigate = route.useNavigate()
  const { numbers, labels } = useMemo(() => fieldsOf(result), [result])
  const chosen = (names: readonly string[], wanted: string | undefined, other?: string) =>
    names.find((name) => name === wanted) ?? names.find((name) => name !== other) ?? names[0] ?? ''
  const y = chosen(numbers, view.y, labels[0])
  const x = chosen(labels, view.x, y)
  const shape = view.shape ?? 'bars'
  const points = useMemo(() => {
    const rows = result.rows.slice(0, MOST_POINTS)
    return {
      // The only column stands over the numbers of its rows.
      labels: rows.map((row, at) => (x === y ? String(at + 1) : textOf(row[x]))),
      values: rows.map((row) => numberOf(row[y])),
    }
  }, [result, x, y])
  const row = m.rowNumber
  const drawn = useMemo(
    () => ({
      x: { title: x === y ? row : x, labels: points.labels },
      y: { title: y, values: points.values },
    }),
    [points, x, y, row],
  )
  if (numbers.length === 0) return <EmptyState title={m.noNumbers} hint={m.noNumbersHint} />
  const change = (part: ChartView) =>
    navigate({
      search: (now) => ({ ...now, charts: { ...charts, [number]: { ...view, ...part } } }),
      replace: true,
      resetScroll: false,
    })
  const named = (names: readonly string[]) => names.map((value) => ({ value, label: value }))
  return (
    <div className={classes.drawn}>
      <div className={classes.params}>
        <Field label={m.shape}>
          <Select choices={choicesOf(m.shapes)} value={shape} onChange={(shape) => change({ shape })} />
        </Field>
        <Field label={m.across}>
          <Select choices={named(labels)} value={x} onChange={(x) => change({ x })} />
        </Field>
        <Field label={m.up}>
          <Select choices={named(numbers)} value={y} onChange={(y) => change({ y })} />
        </Field>
      </div>
      <Chart label={m.chartOf(y, drawn.x.title)} shape={shape} {...drawn} />
    </div>
  )
}
