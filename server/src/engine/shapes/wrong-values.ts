// Dates, times and addresses in a wrong form: what the right one looks like.
import { type DataType, TYPE_FACTS } from './data-types.ts'
import type { ColumnShape } from './shape.ts'

// What an address has made of the + of an offset.
const LOST_PLUS = /:\d{2}(?:\.\d+)? \d{2}(?::?\d{2})?$/

// Day, month and year, as most of the world writes them.
const DAY_FIRST = /^ *(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?=\D|$)/

/** wrongForm says what a value of another form should look like. */
export function wrongForm(type: DataType, text: string): string {
  const { what = 'a value', example } = TYPE_FACTS[type]
  const plus = LOST_PLUS.test(text) ? '; in an address, + is written as %2B' : ''
  return `must be ${what} such as ${inTheirWords(type, text) ?? example}${plus}`
}

/** wrongValue says what a value that PostgreSQL refused should look like; `problem` is its own reason. */
export function wrongValue({ data_type }: ColumnShape, text: string, problem: string): string {
  const { what, example } = TYPE_FACTS[data_type]
  if (what === undefined) return problem
  if (problem.startsWith('invalid input syntax')) return wrongForm(data_type, text)
  return `${problem}; ${what} is written as ${example}`
}

// The value itself in the right form, where it is certain which number is the month.
function inTheirWords(type: DataType, text: string): string | undefined {
  const [, day = '', month = '', year = ''] = DAY_FIRST.exec(text) ?? []
  const isCertain = Number(day) > 12 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12
  if (type !== 'date' || !isCertain) return undefined
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
