// Reads the statements of providers: CSV with a line for each payment that was received. Columns are found by their names.

import { type ProviderName, readAmount } from '#payments/model/money.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { inSlices, slices } from '#platform/loop/slices.ts'

/** StatementLine is a payment that the provider says to have received. */
export interface StatementLine {
  readonly receipt: string
  /** amount is in shillings, with cents where the provider has some. */
  readonly amount: number
  readonly account_reference: string | null
  readonly reference: string | null
  readonly paid_at: Date | null
}

/** MAX_LINES is how many lines a statement may have. */
export const MAX_LINES = 20_000
const MAX_COLUMNS = 200
const MAX_CELL = 10_000
// How many characters are read between two looks at the time.
const CHARACTERS = 4096

const COLUMNS = {
  receipt: ['receipt no.', 'receipt no', 'receipt', 'external reference', 'external_reference'],
  amount: ['paid in', 'amount', 'gross', 'gross amount'],
  account_reference: ['a/c no.', 'a/c no', 'account', 'account_reference'],
  reference: ['reference', 'payment reference', 'checkout_request_id'],
  status: ['transaction status', 'status'],
  paid_at: ['completion time', 'completed at', 'completed_at', 'date'],
} as const

/**
 * parseStatement reads a statement, in slices; what is no payment of a payer is left out. It throws 400 for what is no
 * statement.
 */
export async function parseStatement(provider: ProviderName, text: string): Promise<StatementLine[]> {
  const [head = [], ...rows] = await parseCsv(text)
  const names = head.map((name) => name.trim().toLowerCase())
  const at = (column: keyof typeof COLUMNS) =>
    COLUMNS[column].map((name) => names.indexOf(name)).find((i) => i >= 0) ?? -1
  const [receipt, amount, account, reference, status, paidAt] = [
    at('receipt'),
    at('amount'),
    at('account_reference'),
    at('reference'),
    at('status'),
    at('paid_at'),
  ]
  if (receipt < 0 || amount < 0)
    throw invalidInput(
      `This is no statement of ${provider}: it needs the columns ${COLUMNS.receipt[0]} and ${COLUMNS.amount[0]}.`,
    )
  const lines: StatementLine[] = []
  await inSlices(rows, (cells) => {
    const done = status < 0 || /^(?:completed|success)$/i.test(cells[status]?.trim() ?? '')
    const id = cells[receipt]?.trim() ?? ''
    if (!done || id === '' || id.length > 100) return
    const paid = paidIn(cells[amount] ?? '', id)
    if (paid === undefined) return
    lines.push({
      receipt: id,
      amount: paid,
      account_reference: textAt(cells, account),
      reference: textAt(cells, reference),
      paid_at: timeIn(cells[paidAt]?.trim() ?? ''),
    })
  })
  return lines
}

function textAt(cells: readonly string[], index: number): string | null {
  const text = cells[index]?.trim() ?? ''
  return text === '' ? null : text.slice(0, 200)
}

// Statements name no time zone where they mean that of East Africa.
function timeIn(text: string): Date | null {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)
  const [day = '', clock = '00:00:00'] = text.split(/[ T]/)
  const time = new Date(hasZone ? text : `${day}T${clock}+03:00`)
  return Number.isNaN(time.getTime()) ? null : time
}

// Amounts have thousands separators. What was paid out has none here, or a negative one.
function paidIn(text: string, receipt: string): number | undefined {
  const digits = text.replaceAll(/[,\s]/g, '')
  if (digits === '' || digits === '-') return undefined
  const amount = readAmount(digits)
  // A file of another form must not raise an alert for each of its payments.
  if (amount === 'unreadable')
    throw invalidInput(
      `The amount of the receipt ${receipt} must be a number, such as 1,500.00, not ${text.trim().slice(0, 40)}.`,
    )
  return amount !== undefined && amount > 0 ? amount : undefined
}

// RFC 4180, one pass over the text.
async function parseCsv(text: string): Promise<string[][]> {
  const turn = slices()
  const table = new CsvTable()
  const first = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (let start = first; start < text.length; start += CHARACTERS) {
    for (const char of text.slice(start, start + CHARACTERS)) table.read(char)
    const next = turn()
    if (next !== undefined) await next
  }
  return table.end()
}

class CsvTable {
  readonly #rows: string[][] = []
  #row: string[] = []
  #cell = ''
  #isQuoted = false
  // A quotation mark within quotation marks: it ends them, unless another one follows.
  #isQuote = false

  read(char: string): void {
    if (this.#isQuoted && !this.#isQuote) {
      if (char === '"') this.#isQuote = true
      else this.#add(char)
      return
    }
    if (this.#isQuote) {
      this.#isQuote = false
      this.#isQuoted = char === '"'
    }
    if (this.#isQuoted) this.#add(char)
    else if (char === '"' && this.#cell === '') this.#isQuoted = true
    else if (char === ',') this.#endCell()
    else if (char === '\n') this.#endRow()
    else if (char !== '\r') this.#add(char)
  }

  end(): string[][] {
    if (this.#isQuoted && !this.#isQuote)
      throw invalidInput('A quotation mark in the statement is not closed.')
    if (this.#cell !== '' || this.#row.length > 0) this.#endRow()
    return this.#rows
  }

  #add(char: string): void {
    this.#cell += char
    if (this.#cell.length > MAX_CELL)
      throw invalidInput(`A value in a statement may have at most ${MAX_CELL} characters.`)
  }

  #endCell(): void {
    this.#row.push(this.#cell)
    this.#cell = ''
    if (this.#row.length > MAX_COLUMNS)
      throw invalidInput(`A statement may have at most ${MAX_COLUMNS} columns.`)
  }

  #endRow(): void {
    this.#endCell()
    if (this.#row.length > 1 || this.#row[0] !== '') this.#rows.push(this.#row)
    this.#row = []
    if (this.#rows.length > MAX_LINES + 1)
      throw invalidInput(`A statement may have at most ${MAX_LINES} lines. Send it in parts.`)
  }
}
