// How a file is written, and its columns as its beginning shows them.
import type { Delimiter, ImportFile } from '#api/data/imports.ts'
import { readRecords, type TableRecord } from '#grid/clipboard.ts'
import { typeOf } from '#screens/tables/create/pasted-columns.ts'
import { ordersOf } from './dates.ts'
import { fromText, type Sample } from './sample.ts'

/** Layout is how a file is written; NDJSON has neither delimiters nor a header. */
export interface Layout {
  readonly format: 'csv' | 'ndjson'
  readonly delimiter: Delimiter
  readonly header: boolean
}

/** FileColumn is a column of a file; `name` is empty where the file does not say it, and `texts` are its values but for empty ones. */
export interface FileColumn {
  readonly name: string
  readonly texts: readonly string[]
}

/** Contents are the columns of a file; the rows begin at a place in its text, behind so many lines. */
export interface Contents {
  readonly columns: readonly FileColumn[]
  readonly begins: number
  readonly linesBefore: number
}

const MOST_ROWS = 1000
const MOST_COLUMNS = 1600
const SIGNS: Readonly<Record<Delimiter, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' }
// Commas stand in texts and numbers as well.
const CANDIDATES = ['tab', 'semicolon', 'pipe', 'comma'] as const satisfies readonly Delimiter[]

/** layoutOf guesses how a file is written. */
export function layoutOf(sample: Sample): Layout {
  const delimiter = delimiterOf(sample)
  if (objectIn(linesOf(sample)[0] ?? '') !== undefined) return { format: 'ndjson', delimiter, header: true }
  const cells = recordsOf(sample, delimiter)[0]?.cells.map((cell) => cell.trim()) ?? []
  const named = cells.filter(isName).length
  return { format: 'csv', delimiter, header: 2 * named >= cells.filter((cell) => cell !== '').length }
}

// The one that divides most rows alike.
function delimiterOf(sample: Sample): Delimiter {
  const alike = CANDIDATES.map((delimiter) => {
    const records = recordsOf(sample, delimiter).slice(0, 20)
    const width = records[0]?.cells.length ?? 1
    const same = records.filter(({ cells }) => cells.length === width).length
    return { delimiter, weight: width === 1 ? 0 : (same / records.length) * 1000 + width }
  })
  const best = alike.reduce((one, other) => (other.weight > one.weight ? other : one))
  return best.weight === 0 ? 'comma' : best.delimiter
}

// Names of columns are neither empty nor, most of them, values that show a type.
function isName(text: string): boolean {
  return text !== '' && typeOf([text]) === 'text' && ordersOf([text]).length === 0
}

// Rows of the sample, without blank lines, and without one that its end may have cut.
function recordsOf({ text, isWhole }: Sample, delimiter: Delimiter): readonly TableRecord[] {
  const records: TableRecord[] = []
  let last = 0
  for (const record of readRecords(text, SIGNS[delimiter])) {
    last = record.end
    if (record.cells.length > 1 || record.cells[0] !== '') records.push(record)
    if (records.length > MOST_ROWS) break
  }
  return isWhole || last < text.length ? records : records.slice(0, -1)
}

function linesOf({ text, isWhole }: Sample): readonly string[] {
  const lines = text.split('\n')
  return (isWhole ? lines : lines.slice(0, -1)).filter((line) => line.trim() !== '').slice(0, MOST_ROWS)
}

function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  if (!line.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** contentsOf reads the columns of a file that is written that way. */
export function contentsOf(sample: Sample, { format, delimiter, header }: Layout): Contents {
  if (format === 'ndjson') return { columns: fieldsOf(sample), begins: 0, linesBefore: 0 }
  const [first, ...others] = recordsOf(sample, delimiter)
  if (first === undefined) return { columns: [], begins: 0, linesBefore: 0 }
  const rows = header ? others : [first, ...others]
  const columns = first.cells.slice(0, MOST_COLUMNS).map((cell, at) => ({
    name: header ? cell.trim() : '',
    texts: filled(rows.map(({ cells }) => cells[at] ?? '')),
  }))
  const begins = header ? first.end : 0
  return { columns, begins, linesBefore: sample.text.slice(0, begins).match(/\r\n?|\n/g)?.length ?? 0 }
}

function fieldsOf(sample: Sample): readonly FileColumn[] {
  const objects = linesOf(sample).map((line) => objectIn(line) ?? {})
  const names = new Set(objects.flatMap((one) => Object.keys(one)).filter((name) => name.trim() !== ''))
  return [...names].map((name) => ({ name, texts: filled(objects.map((one) => textOf(one[name]))) }))
}

const textOf = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const filled = (texts: readonly string[]) => texts.map((text) => text.trim()).filter((text) => text !== '')

/** Mapping is the column of the table for each column of a file, by its place; others are left out. */
export type Mapping = ReadonlyMap<number, string>

/**
 * fileOf returns what is sent. The server is told numbers in place of the names of CSV, which may be missing or stand twice,
 * and what is left out: it reports fields of NDJSON that the sample does not have.
 */
export async function fileOf(
  sample: Sample,
  { format, delimiter }: Layout,
  { columns, begins }: Contents,
  mapping: Mapping,
): Promise<Pick<ImportFile, 'file' | 'format' | 'delimiter' | 'columns'>> {
  const rows = await fromText(sample, begins)
  const pairs = columns.map(({ name }, at) =>
    quoted(`${format === 'csv' ? at : name}:${mapping.get(at) ?? ''}`),
  )
  const header = columns.map((_, at) => at).join(SIGNS[delimiter])
  const file = format === 'csv' ? new Blob([`${header}\n`, rows]) : rows
  return { file, format, delimiter, columns: pairs.join(',') }
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
