// The table in a statement: exports of portals begin with lines about the account, and cells are separated in one of three
// ways. Columns are found by their names.
import type { ProviderName } from '#modules/payments/model/money.ts'
import { CsvReader, type CsvRecord } from '#platform/csv/csv-reader.ts'
import { shownNames } from '#platform/csv/shown-names.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { slices } from '#platform/loop/slices.ts'

/** MAX_LINES is how many lines a statement may have below its header. */
export const MAX_LINES = 20_000
/** HEADER_LINES are the lines in which the header is looked for. */
export const HEADER_LINES = 20
const MAX_COLUMNS = 200
// The header is looked for in so many characters.
const BEGINNING = 64 * 1024
// How many characters are read between two looks at the time.
const CHARACTERS = 4096
const DELIMITERS = [',', ';', '\t'] as const

const COLUMNS = {
  receipt: [
    'receipt no.',
    'receipt no',
    'receipt number',
    'receipt',
    'external reference',
    'external_reference',
  ],
  amount: ['paid in', 'amount', 'gross', 'gross amount'],
  withdrawn: ['withdrawn', 'paid out'],
  fee: ['fee', 'fees', 'charge', 'charges'],
  account_reference: ['a/c no.', 'a/c no', 'account', 'account_reference'],
  reference: ['reference', 'payment reference', 'checkout_request_id'],
  status: ['transaction status', 'status'],
  paid_at: ['completion time', 'completed at', 'completed_at', 'date'],
  details: ['details', 'description'],
  reason: ['reason type', 'type'],
  linked: ['linked transaction id', 'linked receipt'],
} as const

/** Column is what a column of a statement is about. */
export type Column = keyof typeof COLUMNS

/** StatementTable is the lines of a statement below its header. */
export interface StatementTable {
  readonly records: readonly CsvRecord[]
  /** cellOf returns the text of a cell, undefined where the statement has no such column. */
  cellOf(record: CsvRecord, column: Column): string | undefined
}

/** readTable reads the table of a statement, in slices. It throws 400 where none is found. */
export async function readTable(provider: ProviderName, file: string): Promise<StatementTable> {
  const text = file.startsWith('\uFEFF') ? file.slice(1) : file
  const { line: header, columns, delimiter } = findHeader(provider, text)
  const records: CsvRecord[] = []
  const add = (record: CsvRecord | undefined) => {
    if (record === undefined || record.line <= header) return
    if (record.cells.every((cell) => (cell ?? '').trim() === '')) return
    if (records.length === MAX_LINES)
      throw invalidInput(`A statement may have at most ${MAX_LINES} lines. Send it in parts.`)
    records.push(record)
  }
  const turn = slices()
  const reader = new CsvReader(delimiter, MAX_COLUMNS)
  for (let start = 0; start < text.length; start += CHARACTERS) {
    for (const record of reader.read(text.slice(start, start + CHARACTERS))) add(record)
    const next = turn()
    if (next !== undefined) await next
  }
  add(reader.end())
  const cellOf = ({ cells }: CsvRecord, column: Column) => {
    const at = columns.get(column)
    return at === undefined ? undefined : (cells[at]?.trim() ?? '')
  }
  return { records, cellOf }
}

interface Header {
  readonly line: number
  readonly columns: ReadonlyMap<Column, number>
  readonly delimiter: string
}

function findHeader(provider: ProviderName, text: string): Header {
  let seen: readonly string[] = []
  for (const delimiter of DELIMITERS)
    for (const { line, cells } of new CsvReader(delimiter, MAX_COLUMNS).read(
      `${text.slice(0, BEGINNING)}\n`,
    )) {
      if (line > HEADER_LINES) break
      const names = cells.map((cell) => (cell ?? '').trim())
      const columns = columnsIn(names.map((name) => name.toLowerCase().replaceAll(/\s+/g, ' ')))
      if (columns.has('receipt') && columns.has('amount')) return { line, columns, delimiter }
      if (names.length > seen.length) seen = names
    }
  throw invalidInput(
    `This is no statement of ${provider}: one of its first ${HEADER_LINES} lines must name the columns ` +
      `${COLUMNS.receipt[0]} and ${COLUMNS.amount[0]}, separated by comma, semicolon or tab. The columns seen are: ` +
      `${shownNames(seen.filter((name) => name !== ''))}.`,
  )
}

function columnsIn(names: readonly string[]): Map<Column, number> {
  const columns = new Map<Column, number>()
  for (const column of Object.keys(COLUMNS) as Column[]) {
    const at = COLUMNS[column].map((name) => names.indexOf(name)).find((index) => index >= 0)
    if (at !== undefined) columns.set(column, at)
  }
  return columns
}
