// Where tables and their columns stand in a diagram, and the lines between them: on the screen and in a file alike.

/** WIDTH is that of a table, HEADING the height of its name, ROW that of a column: as the server lays them out. */
export const WIDTH = 260
export const HEADING = 44
export const ROW = 28

/** Box is a table: its upper left corner, and the columns that are shown. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly columns: readonly string[]
}

/** heightOf returns the height of a table with this many columns. */
export const heightOf = (columns: number) => HEADING + columns * ROW

/** boundsOf returns the rectangle around tables. */
export function boundsOf(boxes: readonly Box[]) {
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  const right = Math.max(...boxes.map(({ x }) => x + WIDTH))
  const bottom = Math.max(...boxes.map(({ y, columns }) => y + heightOf(columns.length)))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

// The height of a column; that of the heading where the columns are folded.
function heightAt({ y, columns }: Box, column: string): number {
  const at = columns.indexOf(column)
  return y + (at < 0 ? HEADING / 2 : HEADING + at * ROW + ROW / 2)
}

/** linkPath returns the line from the column that refers to the one it refers to; `one` is whether at most one row refers. */
export function linkPath(from: Box, column: string, to: Box, target: string, one: boolean): string {
  const [y1, y2] = [heightAt(from, column), heightAt(to, target)]
  // Out of the side that looks at the other table; both on the right where they stand above one another.
  const leaves = to.x + WIDTH < from.x ? -1 : 1
  const enters = from.x + WIDTH < to.x ? -1 : 1
  const x1 = leaves < 0 ? from.x : from.x + WIDTH
  const x2 = enters < 0 ? to.x : to.x + WIDTH
  const reach = Math.max(40, Math.min(160, Math.abs(x2 - x1) / 2))
  const end = x2 + enters * 14
  const foot = x1 + leaves * 14
  const many = `M${x1} ${y1 - 6}L${foot} ${y1}L${x1} ${y1 + 6}M${x1} ${y1}L${foot} ${y1}`
  const single = `M${x1} ${y1}L${foot} ${y1}M${x1 + leaves * 7} ${y1 - 6}v12`
  const line = `M${foot} ${y1}C${foot + leaves * reach} ${y1} ${end + enters * reach} ${y2} ${end} ${y2}L${x2} ${y2}`
  return `${one ? single : many}${line}M${x2 + enters * 7} ${y2 - 6}v12`
}
