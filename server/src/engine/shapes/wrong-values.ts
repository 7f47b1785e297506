// Dates, times and addresses in a wrong form: what the right one looks like. Which forms are right is PostgreSQL's to say.
import type { DataType } from './data-types.ts'
import type { ColumnShape } from './shape.ts'

const EXAMPLES: Partial<Record<DataType, readonly [what: string, example: string]>> = {
  date: ['a date', '2026-01-31'],
  timestamp: ['a date and time', '2026-01-31T14:30:00Z'],
  time: ['a time of day', '14:30:00'],
  interval: ['a span of time', '3 days 04:30:00'],
  inet: ['an IP address', '192.0.2.10'],
}

// Day, month and year, as most of the world writes them and PostgreSQL does not read them.
const DAY_FIRST = /^ *(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?=\D|$)/

/** exampleOf returns a value of a type whose form is not plain from its name. */
export function exampleOf(type: DataType): string | undefined {
  return EXAMPLES[type]?.[1]
}

/** wrongValue says what a value that PostgreSQL refused should look like; `problem` is its own reason. */
export function wrongValue({ data_type }: ColumnShape, text: string, problem: string): string {
  const known = EXAMPLES[data_type]
  if (known === undefined) return problem
  const [what, example] = known
  const theirs = inTheirWords(data_type, text)
  if (theirs !== undefined || problem.startsWith('invalid input syntax'))
    return `must be ${what} such as ${theirs ?? example}`
  return `${problem}; ${what} is written as ${example}`
}

// The value itself in the right form, where that is certain.
function inTheirWords(type: DataType, text: string): string | undefined {
  const [, day = '', month = '', year = ''] = DAY_FIRST.exec(text) ?? []
  if (type !== 'date' || Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31)
    return undefined
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
