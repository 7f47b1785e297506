// Reads the statements of providers: CSV with a line for each payment that was received. Columns are found by their names.

import type { ProviderName } from '#payments/model/money.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

/** StatementLine is a payment that the provider says to have received. */
export interface StatementLine {
  readonly receipt: string
  readonly amount: number
  readonly account_reference: string | null
  readonly reference: string | null
  readonly paid_at: Date | null
}

/** MAX_LINES is how many lines a statement may have. */
export const MAX_LINES = 20_000

const COLUMNS = {
  receipt: ['receipt no.', 'receipt no', 'receipt', 'external reference', 'external_reference'],
  amount: ['paid in', 'amount', 'gross', 'gross amount'],
  account_reference: ['a/c no.', 'a/c no', 'account', 'account_reference'],
  reference: ['reference', 'payment reference', 'checkout_request_id'],
  status: ['transaction status', 'status'],
  paid_at: ['completion time', 'completed at', 'completed_at', 'date'],
} as const

/** parseStatement reads a statement; what is no payment of a payer is left out. It throws 400 for what is no statement. */
export function parseStatement(provider: ProviderName, text: string): StatementLine[] {
  const [head = [], ...lines] = parseCsv(text)
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
  return lines.flatMap((cells) => {
    const done = status < 0 || /^(?:completed|success)$/i.test(cells[status]?.trim() ?? '')
    const paid = wholeAmount(cells[amount] ?? '')
    const id = cells[receipt]?.trim() ?? ''
    if (!done || paid === undefined || id === '' || id.length > 100) return []
    return [
      {
        receipt: id,
        amount: paid,
        account_reference: textAt(cells, account),
        reference: textAt(cells, reference),
        paid_at: timeIn(cells[paidAt]?.trim() ?? ''),
      },
    ]
  })
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

// Amounts have thousands separators and cents that are zero; what was paid out has none here.
function wholeAmount(text: string): number | undefined {
  const digits = text.replaceAll(/[,\s]/g, '')
  if (!/^\d{1,12}(?:\.0{1,2})?$/.test(digits)) return undefined
  const amount = Number(digits)
  return amount > 0 ? amount : undefined
}

// RFC 4180, one pass over the text.
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endRow = () => {
    row.push(cell)
    cell = ''
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    if (rows.length > MAX_LINES + 1)
      throw invalidInput(`A statement may have at most ${MAX_LINES} lines. Send it in parts.`)
  }
  for (let i = text.charCodeAt(0) === 0xfeff ? 1 : 0; i < text.length; i++) {
    const char = text[i] as string
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[i + 1] === '"') {
        cell += '"'
        i += 1
      } else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === ',') {
      row.push(cell)
      cell = ''
    } else if (char === '\n') endRow()
    else if (char !== '\r') cell += char
  }
  if (quoted) throw invalidInput('A quotation mark in the statement is not closed.')
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
