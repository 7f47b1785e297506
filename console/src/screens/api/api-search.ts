// The view of the API screen, as the address has it.
import { OPERATIONS, type Operation } from './operations.ts'

/** ApiSearch is what the address says: the table, what is done with it, and the language of the snippet. */
export interface ApiSearch {
  readonly table?: string | undefined
  readonly do?: Operation | undefined
  readonly language?: string | undefined
}

const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))

/** apiSearchOf reads the address, and leaves out what it does not know. */
export function apiSearchOf(raw: Record<string, unknown>): ApiSearch {
  return {
    table: text(raw.table),
    do: OPERATIONS.find((operation) => operation === raw.do),
    language: text(raw.language),
  }
}
