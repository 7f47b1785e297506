// Tables on the clipboard, as spreadsheets write and read them: tabs between cells, line ends between rows, quotes around
// cells that have either.

const SPECIAL = /["\t\n\r]/

/** toClipboard writes cells as a table. */
export function toClipboard(rows: readonly (readonly string[])[]): string {
  const quoted = (text: string) => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return rows.map((cells) => cells.map(quoted).join('\t')).join('\n')
}

/** fromClipboard reads a table; text without tabs and line ends is one cell. */
export function fromClipboard(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let at = 0
  while (at <= text.length) {
    const [cell, end] = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at)
    rows.at(-1)?.push(cell)
    at = end + 1
    if (text[end] === '\r' && text[at] === '\n') at += 1
    // A line end behind the last row begins no other.
    if (end >= text.length || (text[end] !== '\t' && at >= text.length)) break
    if (text[end] !== '\t') rows.push([])
  }
  return rows
}

function plainCell(text: string, from: number): readonly [string, number] {
  let end = from
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end += 1
  return [text.slice(from, end), end]
}

function quotedCell(text: string, from: number): readonly [string, number] {
  let end = from + 1
  while (end < text.length && (text[end] !== '"' || text[end + 1] === '"')) end += text[end] === '"' ? 2 : 1
  const behind = text[end + 1]
  // A quote that does not end its cell is text.
  if (end >= text.length || (behind !== undefined && !'\t\n\r'.includes(behind))) return plainCell(text, from)
  return [text.slice(from + 1, end).replaceAll('""', '"'), end + 1]
}
