// Tables as texts, as spreadsheets write and read them: on the clipboard tabs between cells, line ends between rows, quotes around
// cells that have either.

const SPECIAL = /["\t\n\r]/

/** toClipboard writes cells as a table. */
export function toClipboard(rows: readonly (readonly string[])[]): string {
  const quoted = (text: string) => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return rows.map((cells) => cells.map(quoted).join('\t')).join('\n')
}

/** fromClipboard reads a table; text without tabs and line ends is one cell. */
export function fromClipboard(text: string): readonly (readonly string[])[] {
  return readTable(text, '\t')
}

/** readTable reads the first rows of a table whose cells `separator` stands between, such as a comma. */
export function readTable(
  text: string,
  separator: string,
  mostRows = Number.POSITIVE_INFINITY,
): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let at = 0
  while (at <= text.length) {
    const [cell, end] = text[at] === '"' ? quotedCell(text, at, separator) : plainCell(text, at, separator)
    rows.at(-1)?.push(cell)
    at = end + 1
    if (text[end] === '\r' && text[at] === '\n') at += 1
    // A line end behind the last row begins no other.
    if (end >= text.length || (text[end] !== separator && at >= text.length)) break
    if (text[end] === separator) continue
    if (rows.length >= mostRows) break
    rows.push([])
  }
  return rows
}

function plainCell(text: string, from: number, separator: string): readonly [string, number] {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return [text.slice(from, end), end]
}

function quotedCell(text: string, from: number, separator: string): readonly [string, number] {
  let end = from + 1
  while (end < text.length && (text[end] !== '"' || text[end + 1] === '"')) end += text[end] === '"' ? 2 : 1
  const behind = text[end + 1]
  // A quote that does not end its cell is text.
  if (end >= text.length || (behind !== undefined && !`${separator}\n\r`.includes(behind)))
    return plainCell(text, from, separator)
  return [text.slice(from + 1, end).replaceAll('""', '"'), end + 1]
}
