// Reads the statements of providers: what each line says, and why one that says nothing of a payment is left out.
import { shortenText } from '#engine/shapes/shorten.ts'
import { type ProviderName, readAmount } from '#modules/payments/model/money.ts'
import type { CsvRecord } from '#platform/csv/csv-reader.ts'
import type { DateOrder } from '#platform/csv/date-order.ts'
import { inSlices } from '#platform/loop/slices.ts'
import { type Column, readTable } from './statement-table.ts'
import { findOrder, readTime } from './statement-time.ts'

/** OUTCOMES are what becomes of the lines of a statement. */
export const OUTCOMES = [
  'settled',
  'matched',
  'other_amount',
  'reversal',
  'not_ours',
  'other_environment',
  'withdrawal',
  'not_completed',
  'unreadable',
] as const

/** Outcome is one of them. */
export type Outcome = (typeof OUTCOMES)[number]

/** LineOutcome is what has become of a line, counted from 1, and why. */
export interface LineOutcome {
  readonly line: number
  readonly receipt: string | null
  readonly outcome: Outcome
  readonly reason: string
}

/** StatementLine is a payment that the provider says to have received, or to have taken back. */
export interface StatementLine {
  readonly line: number
  readonly kind: 'payment' | 'reversal'
  readonly receipt: string
  /** amount is in shillings, with cents where the provider has some. */
  readonly amount: number
  /** fee is what the provider keeps of it, or takes for it, in whole shillings; 0 where it says none. */
  readonly fee: number
  readonly account_reference: string | null
  readonly reference: string | null
  /** originals are receipts that a reversal may be about, the likeliest first. */
  readonly originals: readonly string[]
  readonly paid_at: Date | null
}

/** Statement is what the lines of a statement say. */
export interface Statement {
  readonly lines: readonly StatementLine[]
  readonly leftOut: readonly LineOutcome[]
  /** span is from the first to the last time on it; undefined where it has none. */
  readonly span: { readonly from: Date; readonly to: Date } | undefined
}

const MAX_RECEIPT = 100
const MAX_REFERENCE = 200
const MAX_SHOWN = 40
const MAX_ORIGINALS = 4

/** parseStatement reads a statement, in slices. It throws 400 for what is no statement, or has dates that can be read twice. */
export async function parseStatement(
  provider: ProviderName,
  text: string,
  dates?: DateOrder,
): Promise<Statement> {
  const { records, cellOf } = await readTable(provider, text)
  const order = await findOrder(records, (record) => cellOf(record, 'paid_at'), dates)
  const lines: StatementLine[] = []
  const leftOut: LineOutcome[] = []
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  await inSlices(records, (record) => {
    const read = (column: Column) => cellOf(record, column)
    const paidAt = readTime(read('paid_at'), order)
    if (paidAt instanceof Date) {
      from = Math.min(from, paidAt.getTime())
      to = Math.max(to, paidAt.getTime())
    }
    const one = readLine(record, read, paidAt)
    if ('outcome' in one) leftOut.push(one)
    else lines.push(one)
  })
  return { lines, leftOut, span: from <= to ? { from: new Date(from), to: new Date(to) } : undefined }
}

const DONE = /^(?:completed|success|successful|paid)$/i
const TAKEN_BACK = /\b(?:revers|refund|void)/i

function readLine(
  { line, isTorn }: CsvRecord,
  read: (column: Column) => string | undefined,
  paidAt: ReturnType<typeof readTime>,
): StatementLine | LineOutcome {
  const receipt = read('receipt') ?? ''
  const leave = (outcome: Outcome, reason: string): LineOutcome => ({
    ...{ line, receipt: receipt === '' ? null : shortenText(receipt, MAX_RECEIPT), outcome, reason },
  })
  if (isTorn) return leave('unreadable', 'Text stands behind a closing quotation mark.')
  if (receipt === '') return leave('unreadable', 'It has no receipt.')
  if (receipt.length > MAX_RECEIPT)
    return leave('unreadable', `Its receipt has more than ${MAX_RECEIPT} characters.`)
  const status = read('status')
  const isTakenBack = TAKEN_BACK.test(status ?? '')
  if (status !== undefined && !DONE.test(status) && !isTakenBack)
    return leave('not_completed', status === '' ? 'It has no status.' : `Its status is ${shown(status)}.`)
  const [paid, withdrawn] = [readMoney(read('amount')), readMoney(read('withdrawn'))]
  if (paid === 'unreadable') return leave('unreadable', unreadable('amount', read('amount')))
  if (withdrawn === 'unreadable') return leave('unreadable', unreadable('withdrawal', read('withdrawn')))
  if (paidAt === 'unreadable')
    return leave(
      'unreadable',
      `Its time ${shown(read('paid_at'))} is none such as 2026-11-26 03:17:19 or 26-11-2026 03:17:19.`,
    )
  const fee = readMoney(read('fee'))
  if (fee === 'unreadable') return leave('unreadable', unreadable('fee', read('fee')))
  const amount = paid === 0 ? -Math.abs(withdrawn) : paid
  if (amount === 0) return leave('unreadable', 'It has no amount.')
  const words = [read('details'), read('reason')].join(' ')
  if (amount < 0 && !isTakenBack && !TAKEN_BACK.test(words))
    return leave('withdrawal', 'Money was paid out, or a charge was taken.')
  const isReversal = amount < 0 || isTakenBack
  return {
    line,
    kind: isReversal ? 'reversal' : 'payment',
    receipt,
    amount: Math.abs(amount),
    fee: Number.isInteger(fee) ? Math.abs(fee) : 0,
    account_reference: textOf(read('account_reference')),
    reference: textOf(read('reference')),
    originals: isReversal ? originalsIn(read('linked'), words, receipt) : [],
    paid_at: paidAt,
  }
}

// Receipts have capitals and digits, as our account numbers have; statements name the one that is taken back in a column, or among the details.
function originalsIn(linked: string | undefined, words: string, receipt: string): string[] {
  const named = words.match(/\b(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{6,40}\b/g) ?? []
  const all = [linked ?? '', ...named.slice(0, MAX_ORIGINALS), receipt]
  return [...new Set(all)].filter((one) => one !== '' && one.length <= MAX_RECEIPT)
}

function textOf(text = ''): string | null {
  return text === '' ? null : text.slice(0, MAX_REFERENCE).toWellFormed()
}

// With separators of thousands, such as 1,500.00. 1.500,00 and 1500,00 could be taken for other amounts.
const MONEY = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)(?:\.\d{1,2})?$/

// 0 where nothing is there.
function readMoney(text = ''): number | 'unreadable' {
  if (text === '' || text === '-') return 0
  if (!MONEY.test(text)) return 'unreadable'
  return readAmount(text.replaceAll(/[+,\s]/g, '')) ?? 0
}

function unreadable(what: string, text: string | undefined): string {
  return `Its ${what} ${shown(text)} is no number such as 1,500.00.`
}

function shown(text = ''): string {
  return shortenText(text, MAX_SHOWN)
}
