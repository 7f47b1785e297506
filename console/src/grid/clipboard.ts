// Tables as texts, as spreadsheets write and read them: on the clipboard tabs between cells, line ends between rows, quotes around
// cells that have either. Beside the text stand the cells as they are, which no text tells: what is NULL, and where one cell ends.

/** Cells are the texts of a table; null is NULL, which a text cannot tell from nothing. */
export type Cells = readonly (readonly (string | null)[])[]

const OWN = 'application/x-msingi-cells'
const SPECIAL = /["\t\n\r]/

/** writeCells puts cells on a clipboard. */
export function writeCells(clipboard: DataTransfer, cells: Cells): void {
  clipboard.setData('text/plain', toClipboard(cells))
  clipboard.setData(OWN, JSON.stringify(cells))
}

/** readCells reads what writeCells has written, or the text of another program, whose empty cells are NULL. */
export function readCells(clipboard: DataTransfer): Cells {
  const read = () => fromClipboard(clipboard.getData('text/plain'))
  return ownCells(clipboard.getData(OWN)) ?? read().map((row) => row.map((text) => text || null))
}

// Any page can put something there under that name.
function ownCells(json: string): Cells | undefined {
  try {
    const cells: unknown = JSON.parse(json)
    const isCell = (one: unknown) => one === null || typeof one === 'string'
    const isTable = Array.isArray(cells) && cells.every((row) => Array.isArray(row) && row.every(isCell))
    return isTable ? cells : undefined
  } catch {
    return undefined
  }
}

/** toClipboard writes cells as a table; one alone is its text, which is what editors take. */
export function toClipboard(rows: Cells): string {
  const [first] = rows
  if (rows.length === 1 && first?.length === 1) return first[0] ?? ''
  const quoted = (text: string | null) =>
    text !== null && SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const lines = rows.map((cells) => cells.map(quoted).join('\t'))
  // Whoever reads it takes the last line end for none of a row.
  return lines.at(-1) === '' ? `${lines.join('\n')}\n` : lines.join('\n')
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
  const rows: (readonly string[])[] = []
  for (const { cells } of readRecords(text, separator)) {
    rows.push(cells)
    if (rows.length >= mostRows) break
  }
  return rows
}

/** TableRecord is one row of a table; `end` is where the next one begins in the text. */
export interface TableRecord {
  readonly cells: readonly string[]
  readonly end: number
}

/** readRecords reads a table row by row; an empty text is one row of one empty cell. */
export function* readRecords(text: string, separator: string): Generator<TableRecord> {
  let cells: string[] = []
  let at = 0
  while (at <= text.length) {
    const [cell, end] = text[at] === '"' ? quotedCell(text, at, separator) : plainCell(text, at, separator)
    cells.push(cell)
    at = end + 1
    if (text[end] === separator) continue
    if (text[end] === '\r' && text[at] === '\n') at += 1
    yield { cells, end: Math.min(at, text.length) }
    // A line end behind the last row begins no other.
    if (at >= text.length) return
    cells = []
  }
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
