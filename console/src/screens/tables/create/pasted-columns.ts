// Columns out of the clipboard: the header row of a spreadsheet, whose other rows tell the types.
import type { DataType } from '#api/client/schemas.ts'
import { readTable } from '#grid/clipboard.ts'
import { isId } from '#grid/columns.ts'

/** PastedColumn is the name of a column, with its type by the values below it. */
export interface PastedColumn {
  readonly name: string
  readonly data_type: DataType
}

const MOST_ROWS = 500

// The first type that all values have. A number that begins with 0 is a code, such as a postal one.
const TYPES: readonly (readonly [DataType, (text: string) => boolean])[] = [
  ['boolean', (text) => /^(?:true|false|yes|no)$/i.test(text)],
  ['integer', (text) => isNumber(text) && Number.isInteger(Number(text)) && Math.abs(Number(text)) < 2 ** 31],
  ['bigint', (text) => isNumber(text) && /^-?\d{1,18}$/.test(text)],
  ['decimal', (text) => isNumber(text)],
  ['date', (text) => /^\d{4}-\d\d-\d\d$/.test(text)],
  [
    'timestamp',
    (text) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/.test(text),
  ],
  ['time', (text) => /^\d\d:\d\d(?::\d\d)?$/.test(text)],
  ['uuid', isId],
  ['email', (text) => /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(text)],
  ['jsonb', isDocument],
]

function isNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)
}

function isDocument(text: string): boolean {
  if (!/^[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** columnsIn returns the columns that a text describes, or undefined where it is the name of one column. */
export function columnsIn(text: string): readonly PastedColumn[] | undefined {
  const separator = text.includes('\t') ? '\t' : ','
  const [header = [], ...rows] = readTable(text.trim(), separator, MOST_ROWS)
  const lines = rows.length + 1
  // Lines of one cell each are names below each other.
  if (header.length === 1)
    return lines === 1 ? undefined : [header, ...rows].flatMap(([name = '']) => named(name, 'text'))
  return header.flatMap((name, at) => named(name, typeOf(rows.map((cells) => cells[at]?.trim() ?? ''))))
}

function named(name: string, data_type: DataType): readonly PastedColumn[] {
  return name.trim() === '' ? [] : [{ name: name.trim(), data_type }]
}

/** typeOf returns the type that fits all values; empty ones fit every type. */
export function typeOf(texts: readonly string[]): DataType {
  const values = texts.filter((text) => text !== '')
  if (values.length === 0) return 'text'
  return TYPES.find(([, fits]) => values.every(fits))?.[0] ?? 'text'
}
