// What Chart loads: uPlot, which draws on a canvas in the colours of the page.
import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { useLanguage } from '#i18n/language.tsx'
import classes from './chart.module.css'
import type { ChartProps } from './types.ts'

const HEIGHT = 320
const BAR_SHARE = 0.7
const BAR_MOST = 64
const LABEL = 18
// How much stays free above the highest bar.
const HEADROOM = 0.05

/** Plot draws the points of a chart; screen readers have the table. */
export function Plot({ shape, x, y }: ChartProps) {
  const { format } = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const scheme = useScheme()
  useEffect(() => {
    const frame = place.current
    if (frame === null || scheme === '') return
    const [line, grid, text] = [...frame.children].map((child) => getComputedStyle(child).color)
    const axis = { stroke: text, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } }
    const labelAt = (at: number) => {
      const label = Number.isInteger(at) ? (x.labels[at] ?? '') : ''
      return label.length > LABEL ? `${label.slice(0, LABEL)}…` : label
    }
    const plot = new UPlot(
      {
        width: frame.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        // Half a step on either side, so that the bars at the ends are whole.
        scales: {
          x: { time: false, range: [-0.5, Math.max(0.5, x.labels.length - 0.5)] },
          // Bars begin at zero: their lengths are compared.
          y: shape === 'bars' ? { range: fromZero } : {},
        },
        axes: [
          {
            ...axis,
            incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500],
            space: 90,
            values: (_, at) => at.map(labelAt),
          },
          { ...axis, size: 72, values: (_, at) => at.map((value) => format.number(value)) },
        ],
        series: [
          {},
          {
            stroke: line ?? '',
            width: shape === 'line' ? 2 : 0,
            ...(shape === 'bars'
              ? { fill: line ?? '', paths: bars, points: { show: false } }
              : { points: { show: x.labels.length < 2 || undefined } as UPlot.Series.Points }),
          },
        ],
      },
      [x.labels.map((_, at) => at), [...y.values]],
      frame,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: frame.clientWidth, height: HEIGHT }))
    observer.observe(frame)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [scheme, shape, x, y, format])
  return (
    <div ref={place} className={classes.plot} aria-hidden="true">
      <i className={classes.line} />
      <i className={classes.grid} />
      <i className={classes.text} />
    </div>
  )
}

const fromZero: UPlot.Range.Function = (_, low, high) =>
  UPlot.rangeNum(Math.min(0, low ?? 0), Math.max(0, high ?? 0), HEADROOM, true) as UPlot.Range.MinMax

const bars: UPlot.Series.PathBuilder = (...args) =>
  UPlot.paths.bars?.({ size: [BAR_SHARE, BAR_MOST] })(...args) ?? null

// A canvas does not follow the colours of the page by itself.
function useScheme(): string {
  const [scheme, setScheme] = useState('')
  useEffect(() => {
    const media = matchMedia('(prefers-color-scheme: dark)')
    const read = () => setScheme(`${document.documentElement.dataset.theme} ${media.matches}`)
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    media.addEventListener('change', read)
    read()
    return () => {
      observer.disconnect()
      media.removeEventListener('change', read)
    }
  }, [])
  return scheme
}
