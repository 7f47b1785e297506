// Figures over time as stacked bars, with the same figures as a table behind them. A bar can be picked, in either.
import { useLanguage } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import classes from './stacked-bars.module.css'

/** Series is one part of each bar: what it counts, and its colour. */
export interface Series {
  readonly title: string
  readonly tone: 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
}

/** Bar is a span of time, with a value for each series. */
export interface Bar {
  readonly key: string
  readonly title: string
  readonly values: readonly number[]
}

const HEIGHT = 100
const GAP = 0.15

/** StackedBars draws bars from left to right; series without a value are left out. */
export function StackedBars({
  label,
  first,
  series,
  bars,
  onPick,
}: {
  /** label says what is drawn, and `first` what each bar is. */
  readonly label: string
  readonly first: string
  readonly series: readonly Series[]
  readonly bars: readonly Bar[]
  readonly onPick: (key: string) => void
}) {
  const { common, format } = useLanguage()
  const shown = series
    .map((one, at) => ({ ...one, at, total: bars.reduce((sum, { values }) => sum + (values[at] ?? 0), 0) }))
    .filter(({ total }) => total > 0)
  const highest = Math.max(1, ...bars.map(sumOf))
  const columns: Column<Bar>[] = [
    { title: first, cell: ({ key, title }) => <LinkButton onClick={() => onPick(key)}>{title}</LinkButton> },
    ...shown.map(({ title, at }) => ({
      title,
      end: true,
      cell: ({ values }: Bar) => format.number(values[at] ?? 0),
    })),
  ]
  return (
    <figure className={classes.chart} aria-label={label}>
      <ul className={classes.legend}>
        {shown.map(({ title, tone, total }) => (
          <li key={title}>
            <svg viewBox="0 0 1 1" aria-hidden="true">
              <rect width="1" height="1" className={classes[tone]} />
            </svg>
            {title}: {format.number(total)}
          </li>
        ))}
      </ul>
      <svg
        className={`${classes.bars} ${classes.picked}`}
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map((bar, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the table below has a button for each bar
          <g key={bar.key} onClick={() => onPick(bar.key)}>
            <title>{`${bar.title}: ${format.number(sumOf(bar))}`}</title>
            <rect x={index} width="1" height={HEIGHT} className={classes.column} />
            {stackOf(bar, shown, highest).map(({ tone, y, height }) => (
              <rect
                key={tone}
                x={index + GAP / 2}
                y={y}
                width={1 - GAP}
                height={height}
                className={classes[tone]}
              />
            ))}
          </g>
        ))}
      </svg>
      <div className={classes.ends}>
        <span>{bars.at(0)?.title}</span>
        <span>{bars.at(-1)?.title}</span>
      </div>
      <details>
        <summary>{common.states.table}</summary>
        <div className={classes.table}>
          <Table label={label} columns={columns} rows={bars} rowKey={({ key }) => key} />
        </div>
      </details>
    </figure>
  )
}

function sumOf({ values }: Bar): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function stackOf(
  { values }: Bar,
  series: readonly (Series & { readonly at: number })[],
  highest: number,
): readonly { readonly tone: Series['tone']; readonly y: number; readonly height: number }[] {
  let top = HEIGHT
  return series.map(({ tone, at }) => {
    const height = ((values[at] ?? 0) / highest) * HEIGHT
    top -= height
    return { tone, y: top, height }
  })
}
