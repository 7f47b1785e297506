// The grammar of filters in query strings: `column=operator.value` (spec 4.2).
import { TYPE_FACTS } from '#engine/data-types.ts'
import type { ColumnShape } from '#engine/shape.ts'
import { fromText, isProblem } from '#engine/values.ts'

/** Comparison is an operator that takes one value. */
export type Comparison = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'ilike'

/** Filter is one condition on one column; its values are ready to be parameters. */
export type Filter =
  | { readonly column: ColumnShape; readonly operator: Comparison; readonly value: string }
  | { readonly column: ColumnShape; readonly operator: 'in'; readonly values: readonly string[] }
  | { readonly column: ColumnShape; readonly operator: 'is_null' | 'is_not_null' }

/** FilterError says what is wrong with a filter. */
export class FilterError extends Error {
  override name = 'FilterError'
}

const COMPARISONS: ReadonlySet<string> = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'])
const OPERATORS = 'eq, neq, gt, gte, lt, lte, like, ilike, is.null, is.not.null, in.(a,b)'
const MAX_IN = 1000

/** parseFilter reads `operator.value` for a column. */
export function parseFilter(column: ColumnShape, text: string): Filter {
  if (text === 'is.null') return { column, operator: 'is_null' }
  if (text === 'is.not.null') return { column, operator: 'is_not_null' }
  const dot = text.indexOf('.')
  const operator = dot < 0 ? text : text.slice(0, dot)
  const rest = dot < 0 ? undefined : text.slice(dot + 1)
  if (rest === undefined) {
    throw new FilterError(
      `${column.name}: a filter is written operator.value; the operators are ${OPERATORS}.`,
    )
  }
  if (operator === 'in') return { column, operator, values: parseList(column, rest) }
  if (!COMPARISONS.has(operator)) {
    throw new FilterError(
      `${column.name}: unknown operator ${operator.slice(0, 30)}; the operators are ${OPERATORS}.`,
    )
  }
  return { column, operator: operator as Comparison, value: comparand(column, operator, rest) }
}

function comparand(column: ColumnShape, operator: string, text: string): string {
  if (operator === 'like' || operator === 'ilike') return pattern(column, text)
  if (TYPE_FACTS[column.data_type].family === 'json') {
    throw new FilterError(
      `${column.name}: a ${column.data_type} column can only be compared by is.null and is.not.null.`,
    )
  }
  return parameter(column, text)
}

function parameter(column: ColumnShape, text: string): string {
  const value = fromText(column, text)
  if (isProblem(value) || value === null) {
    throw new FilterError(`${column.name}: ${isProblem(value) ? value.problem : 'needs a value'}.`)
  }
  return value
}

function pattern(column: ColumnShape, text: string): string {
  if (text.includes('\0')) throw new FilterError(`${column.name}: must not contain NUL characters.`)
  // PostgreSQL refuses a pattern whose last character escapes nothing.
  const trailing = /\\*$/.exec(text)?.[0].length ?? 0
  if (trailing % 2 === 1)
    throw new FilterError(`${column.name}: the pattern must not end in a single backslash.`)
  return text
}

// in.(a,b): values split on commas; one that holds a comma, a quote or a parenthesis stands in double quotes,
// within which a backslash takes the next character literally.
function parseList(column: ColumnShape, text: string): string[] {
  if (!text.startsWith('(') || !text.endsWith(')')) {
    throw new FilterError(`${column.name}: the values of in stand in parentheses, as in.(a,b).`)
  }
  const items = splitList(column, text.slice(1, -1))
  if (items.length > MAX_IN) throw new FilterError(`${column.name}: in takes at most ${MAX_IN} values.`)
  if (TYPE_FACTS[column.data_type].family === 'json') comparand(column, 'in', '')
  return items.map((item) => parameter(column, item))
}

function splitList(column: ColumnShape, text: string): string[] {
  if (text === '') return []
  const items: string[] = []
  let at = 0
  for (;;) {
    const item = text[at] === '"' ? quoted(column, text, at) : plain(text, at)
    items.push(item.value)
    at = item.end
    if (at >= text.length) return items
    if (text[at] !== ',') throw new FilterError(`${column.name}: a comma was expected after a quoted value.`)
    at += 1
  }
}

function plain(text: string, start: number): { value: string; end: number } {
  const comma = text.indexOf(',', start)
  const end = comma < 0 ? text.length : comma
  return { value: text.slice(start, end), end }
}

function quoted(column: ColumnShape, text: string, start: number): { value: string; end: number } {
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at] as string
    if (character === '"') return { value, end: at + 1 }
    if (character === '\\') at += 1
    value += text[at] ?? ''
  }
  throw new FilterError(`${column.name}: a quoted value has no closing quote.`)
}
