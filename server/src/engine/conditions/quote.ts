// Quoting for SQL that a condition emits, with standard_conforming_strings on.
import { ConditionError } from './condition-error.ts'

/** quoteIdentifier writes a name in double quotes. */
export function quoteIdentifier(name: string): string {
  return `"${withoutNul(name).replaceAll('"', '""')}"`
}

/** quoteLiteral writes a text in single quotes; a backslash is a plain character. */
export function quoteLiteral(text: string): string {
  return `'${withoutNul(text).replaceAll("'", "''")}'`
}

function withoutNul(text: string): string {
  if (text.includes('\0')) throw new ConditionError('a condition cannot hold a NUL character')
  return text
}
