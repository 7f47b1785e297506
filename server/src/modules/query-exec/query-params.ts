// The values of $1, $2, … as PostgreSQL reads them; it finds out their types from where they stand.
import { invalidInput } from '#platform/errors/app-error.ts'
import { exactNumber } from '#platform/http/json-body.ts'

const MAX_TEXT = 100_000

/** readParams gives the parameters in PostgreSQL's text form. */
export function readParams(params: readonly unknown[]): (string | null)[] {
  return params.map((value, index) => {
    const text = Array.isArray(value) ? arrayText(value, `params[${index}]`) : scalarText(value)
    if (text !== null && text.length > MAX_TEXT)
      throw invalidInput(`params[${index}]: must have at most ${MAX_TEXT} characters.`)
    if (text?.includes('\0')) throw invalidInput(`params[${index}]: must not contain NUL characters.`)
    return text
  })
}

function scalarText(value: unknown): string | null {
  if (value === null) return null
  const exact = exactNumber(value)
  if (exact !== undefined) return exact
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

// An array is one of PostgreSQL, for `= any ($1)`; JSON is sent as a text.
function arrayText(values: readonly unknown[], field: string): string {
  const elements = values.map((value) => {
    if (Array.isArray(value)) throw invalidInput(`${field}: arrays in arrays must be sent as JSON in a text.`)
    const text = scalarText(value)
    return text === null ? 'NULL' : `"${text.replace(/[\\"]/g, '\\$&')}"`
  })
  return `{${elements.join(',')}}`
}
