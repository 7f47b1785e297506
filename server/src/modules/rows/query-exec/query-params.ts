// The values of $1, $2, … or of :name as PostgreSQL reads them; it finds out their types from where they stand.
import { MAX_PARAMETERS, numberParameters } from '#engine/sql/named-parameters.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { exactNumber } from '#platform/json/exact-json.ts'

const MAX_TEXT = 100_000

/** Params are the values of a query's parameters, by their numbers or by their names. */
export type Params = readonly unknown[] | Readonly<Record<string, unknown>>

/** BoundSql is a query with numbers for parameters, and their values in PostgreSQL's text form. */
export interface BoundSql {
  readonly text: string
  readonly values: readonly (string | null)[]
  /** names are those of the parameters, where they have any. */
  readonly names: readonly string[] | undefined
}

/** bindParams binds the values to a query's parameters; names that are missing or unknown are a 400. */
export function bindParams(sql: string, params: Params): BoundSql {
  if (isList(params)) {
    const values = params.map((value, index) => readParam(value, fieldOf(undefined, index)))
    return { text: sql, values, names: undefined }
  }
  const { text, names } = numberParameters(sql)
  const missing = names.filter((name) => !Object.hasOwn(params, name))
  const unknown = Object.keys(params).filter((name) => !names.includes(name))
  const known = `The query takes ${names.length === 0 ? 'none' : names.join(', ')}.`
  const problems = [
    ...missing.map((name) => `params.${name}: is missing.`),
    ...unknown.map((name) => `params.${name.slice(0, 63)}: is no parameter of the query. ${known}`),
  ].slice(0, MAX_PARAMETERS)
  if (problems.length > 0) {
    const fields = problems.map((text) => text.slice(0, text.indexOf(':')))
    throw invalidInput(problems, { fields })
  }
  return { text, names, values: names.map((name, index) => readParam(params[name], fieldOf(names, index))) }
}

/** bindNothing stands in for values that are not known yet: 1 can be a number, a text or a pattern. */
export function bindNothing(sql: string): BoundSql {
  const { text, names } = numberParameters(sql)
  return { text, names, values: names.map(() => '1') }
}

/** fieldOf says what a value is called in the request. */
export function fieldOf(names: BoundSql['names'], index: number): string {
  return names === undefined ? `params[${index}]` : `params.${names[index]}`
}

function isList(params: Params): params is readonly unknown[] {
  return Array.isArray(params)
}

function readParam(value: unknown, field: string): string | null {
  const text = Array.isArray(value) ? arrayText(value, field) : scalarText(value)
  if (text !== null && text.length > MAX_TEXT)
    throw invalidInput(`${field}: must have at most ${MAX_TEXT} characters.`)
  if (text?.includes('\0')) throw invalidInput(`${field}: must not contain NUL characters.`)
  return text
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
