// Output of the example in a terminal.

/** Rows are the rows of a query. */
export type Rows = readonly Readonly<Record<string, unknown>>[]

const MOST_ROWS = 6
const MOST_CHARACTERS = 60

/** heading returns a title with a line under it. */
export function heading(text: string): string {
  return `\n${text}\n${'─'.repeat([...text].length)}`
}

/** indent moves every line of a text to the right. */
export function indent(text: string, by = '  '): string {
  return text.replace(/^(?=.)/gm, by)
}

/** tableOf returns rows as columns of text; numbers are right-aligned. */
export function tableOf(rows: Rows): string {
  const first = rows[0]
  if (first === undefined) return '(no rows)'
  const names = Object.keys(first)
  const shown = rows.slice(0, MOST_ROWS)
  const cells = [names, ...shown.map((row) => names.map((name) => cellOf(row[name])))]
  const widths = names.map((_, index) => Math.max(...cells.map((line) => widthOf(line[index] ?? ''))))
  const isNumeric = names.map((name) => shown.every((row) => typeof row[name] === 'number'))
  const lines = cells.map((line) =>
    line
      .map((cell, index) => pad(cell, widths[index] ?? 0, isNumeric[index] ?? false))
      .join('  ')
      .trimEnd(),
  )
  lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '))
  if (rows.length > shown.length) lines.push(`… and ${rows.length - shown.length} more`)
  return lines.join('\n')
}

/** perSecond returns a rate as text. */
export function perSecond(count: number, milliseconds: number): string {
  return `${Math.round((count * 1000) / Math.max(milliseconds, 1)).toLocaleString('en')} rows/s`
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '–'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return widthOf(text) > MOST_CHARACTERS ? `${[...text].slice(0, MOST_CHARACTERS - 1).join('')}…` : text
}

function widthOf(text: string): number {
  return [...text].length
}

function pad(text: string, width: number, atRight: boolean): string {
  const space = ' '.repeat(width - widthOf(text))
  return atRight ? space + text : text + space
}
