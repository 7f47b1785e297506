// What a schema refuses, in the words of the API where the schema has none of its own.
import type { z } from 'zod'

// zod's own sentences begin with one of these.
const OWN = /^(?:Invalid|Too big|Too small|Unrecognized)/

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  url: 'a URL',
  date: 'a date such as 2026-01-31',
  datetime: 'a date and time such as 2026-01-31T14:30:00Z',
}

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', set: 'entries' }

/** problemOf returns what is wrong, to stand behind the name of a field. */
export function problemOf(issue: z.core.$ZodIssue): string {
  return OWN.test(issue.message) ? (inOurWords(issue) ?? issue.message) : issue.message
}

function inOurWords(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return must(TYPES[issue.expected])
    case 'invalid_value':
      return must(issue.values.map(String).join(' or '))
    case 'invalid_format':
      return must(FORMATS[issue.format] ?? 'of another form')
    case 'too_small':
      return bound(issue.origin, 'at least', issue.minimum)
    case 'too_big':
      return bound(issue.origin, 'at most', issue.maximum)
    case 'invalid_union':
      return must('of another form')
    default:
      return
  }
}

function must(what: string | undefined): string | undefined {
  return what === undefined ? undefined : `must be ${what}`
}

function bound(origin: string, most: string, size: number | bigint): string {
  const unit = UNITS[origin]
  return unit === undefined ? `must be ${most} ${size}` : `must have ${most} ${size} ${unit}`
}
