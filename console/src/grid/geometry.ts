// Where rows and columns are, in px. Rows have one height, so that the window is arithmetic.

/** MAX_HEIGHT is how high an element is made: browsers end at 17.9 million px and more. */
export const MAX_HEIGHT = 8_000_000

/** Scroll is where the viewport is: `top` in px of the rows themselves, `bar` in px of the element that is scrolled. */
export interface Scroll {
  readonly top: number
  readonly bar: number
}

/** Extent is how much there is to scroll through: the height of all rows and that of the viewport. */
export interface Extent {
  readonly content: number
  readonly viewport: number
}

/** START is the first row. */
export const START: Scroll = { top: 0, bar: 0 }

/** heightOf returns the height of the element that stands for all rows. */
export function heightOf(content: number): number {
  return Math.min(content, MAX_HEIGHT)
}

/** scrolledTo returns the place of the bar at which the rows are at `top`. */
export function scrolledTo(top: number, extent: Extent): Scroll {
  const last = Math.max(0, extent.content - extent.viewport)
  const inside = Math.min(Math.max(0, top), last)
  return { top: inside, bar: inside * scaleOf(extent) }
}

/**
 * movedTo follows the bar. Small moves, as by a wheel, are as long as they are; with a bar that stands for more rows than it
 * has px, long ones, as by dragging, are scaled.
 */
export function movedTo(bar: number, from: Scroll, extent: Extent): Scroll {
  const scale = scaleOf(extent)
  if (scale === 1) return { top: bar, bar }
  const step = bar - from.bar
  const last = extent.content - extent.viewport
  if (bar <= 0) return { top: 0, bar }
  if (bar >= heightOf(extent.content) - extent.viewport - 1) return { top: last, bar }
  if (Math.abs(step) > 2 * extent.viewport) return { top: bar / scale, bar }
  return { top: Math.min(Math.max(0, from.top + step), last), bar }
}

function scaleOf({ content, viewport }: Extent): number {
  const last = content - viewport
  return content <= MAX_HEIGHT || last <= 0 ? 1 : (MAX_HEIGHT - viewport) / last
}

/** Span is a range of rows or columns, with `end` outside. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** rowsAt returns the rows in the viewport, with some above and below. */
export function rowsAt(top: number, viewport: number, rowHeight: number, count: number, extra = 4): Span {
  const start = Math.max(0, Math.floor(top / rowHeight) - extra)
  return {
    start: Math.min(start, count),
    end: Math.min(count, Math.ceil((top + viewport) / rowHeight) + extra),
  }
}

/** edgesOf returns where each column begins, and at the end where the last one ends. */
export function edgesOf(widths: readonly number[]): readonly number[] {
  const edges = [0]
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width)
  return edges
}

/** columnsAt returns the columns in the viewport that are not frozen, with one more on each side. */
export function columnsAt(edges: readonly number[], frozen: number, left: number, viewport: number): Span {
  const count = edges.length - 1
  const covered = edges[frozen] ?? 0
  let start = frozen
  while (start < count && (edges[start + 1] ?? 0) <= left + covered) start += 1
  let end = start
  while (end < count && (edges[end] ?? 0) < left + viewport) end += 1
  return { start: Math.max(frozen, start - 1), end: Math.min(count, end + 1) }
}

/** revealed returns the scroll position nearest to `at` at which a span is in the viewport, below what covers its start. */
export function revealed(at: number, viewport: number, from: number, to: number, covered = 0): number {
  if (from - covered < at) return Math.max(0, from - covered)
  return to > at + viewport ? to - viewport : at
}
