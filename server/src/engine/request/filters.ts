// The grammar of filters in query strings: `column=operator.value`, and `not.` and full-text search beyond it.
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import type { ColumnShape } from '#engine/shapes/shape.ts'
import { fromText, isProblem } from '#engine/shapes/values.ts'
import { COMPARISON_SQL, type Comparison, type Condition, type Filter } from './conditions.ts'
import { FilterError, type Operand } from './operands.ts'
import { isTextSearchConfig, type TextSearch } from './text-search.ts'

const COMPARISONS: ReadonlySet<string> = new Set(Object.keys(COMPARISON_SQL))
const OPERATORS =
  'eq, neq, gt, gte, lt, lte, like, ilike, is.null, is.not.null, in.(a,b), fts, plfts, phfts, wfts, ' +
  'each also with not. before it'
const MAX_IN = 1000
const SEARCH = /^(fts|plfts|phfts|wfts)(?:\(([a-z_]{1,30})\))?$/

/** parseFilter reads `operator.value` for an operand. */
export function parseFilter(operand: Operand, text: string): Condition {
  if (text.startsWith('not.'))
    return { kind: 'not', condition: parsePlain(operand, text.slice('not.'.length)) }
  return parsePlain(operand, text)
}

function parsePlain(operand: Operand, text: string): Filter {
  const { column } = operand
  if (text === 'is.null') return { ...operand, kind: 'filter', operator: 'is_null' }
  if (text === 'is.not.null') return { ...operand, kind: 'filter', operator: 'is_not_null' }
  const dot = text.indexOf('.')
  const operator = dot < 0 ? text : text.slice(0, dot)
  const rest = dot < 0 ? undefined : text.slice(dot + 1)
  if (rest === undefined) {
    throw new FilterError(
      `${column.name}: a filter is written operator.value; the operators are ${OPERATORS}.`,
    )
  }
  if (operator === 'in') return parseList(operand, rest)
  const search = SEARCH.exec(operator)
  if (search !== null) return textSearch(operand, search[1] as TextSearch, search[2], rest)
  if (!COMPARISONS.has(operator)) {
    throw new FilterError(
      `${column.name}: unknown operator ${operator.slice(0, 30)}; the operators are ${OPERATORS}.`,
    )
  }
  // In an address, `%` has to be written `%25`; so `*` means the same there, and `\*` is a star.
  const isPattern = operator === 'like' || operator === 'ilike'
  return compared(operand, operator as Comparison, isPattern ? replaceStars(rest, '%') : rest)
}

/** urlPattern writes a pattern of PostgreSQL for an address, where a star stands for any text. */
export function urlPattern(pattern: string): string {
  return replaceStars(pattern, '\\*')
}

function replaceStars(text: string, by: string): string {
  return text.replace(/\\.|\*/gs, (found) => (found === '*' ? by : found))
}

/** compared makes a filter of an operator and a value that is still text. */
export function compared(operand: Operand, operator: Comparison, text: string): Filter {
  const { column } = operand
  if (operator === 'like' || operator === 'ilike')
    return { ...operand, kind: 'filter', operator, value: pattern(column, text) }
  return { ...operand, kind: 'filter', operator, value: parameter(comparable(operand), text) }
}

/** within makes a filter of a list of values that are still text. */
export function within(operand: Operand, texts: readonly string[]): Filter {
  const { column } = operand
  if (texts.length > MAX_IN) throw wrong(column, `in takes at most ${MAX_IN} values`)
  comparable(operand)
  return { ...operand, kind: 'filter', operator: 'in', values: texts.map((text) => parameter(column, text)) }
}

// A json column as a whole has no order, not even equality. What a path extracts from a jsonb column has both.
function wrong({ name }: ColumnShape, problem: string): FilterError {
  return new FilterError(`${name}: ${problem}.`, name)
}

function comparable({ column, path }: Operand): ColumnShape {
  const inside = path !== undefined && column.data_type === 'jsonb'
  if (TYPE_FACTS[column.data_type].family !== 'json' || inside) return column
  const reason =
    path === undefined ? 'can only be compared by is.null and is.not.null' : 'needs ->> before its last name'
  throw wrong(column, `a ${column.data_type} column ${reason}`)
}

function parameter(column: ColumnShape, text: string): string {
  const value = fromText(column, text)
  if (isProblem(value) || value === null) {
    throw wrong(column, isProblem(value) ? value.problem : 'needs a value')
  }
  return value
}

function pattern(column: ColumnShape, text: string): string {
  if (text.includes('\0')) throw wrong(column, 'must not contain NUL characters')
  // PostgreSQL refuses a pattern whose last character escapes nothing.
  let escapes = 0
  while (text[text.length - 1 - escapes] === '\\') escapes += 1
  if (escapes % 2 === 1) throw wrong(column, 'the pattern must not end in a single backslash')
  return text
}

/** textSearch makes a filter that looks for words. */
export function textSearch(
  operand: Operand,
  operator: TextSearch,
  config: string | undefined,
  value: string,
): Filter {
  const { column } = operand
  if (TYPE_FACTS[column.data_type].family !== 'text')
    throw wrong(column, `only texts can be searched, not a ${column.data_type} column`)
  if (config !== undefined && !isTextSearchConfig(config))
    throw wrong(column, `there is no text search configuration ${config}`)
  if (value.includes('\0')) throw wrong(column, 'must not contain NUL characters')
  return { ...operand, kind: 'filter', operator, config: config ?? 'simple', value }
}

// in.(a,b): values split on commas; one that holds a comma, a quote or a parenthesis stands in double quotes,
// within which a backslash takes the next character literally.
function parseList(operand: Operand, text: string): Filter {
  const { column } = operand
  if (!text.startsWith('(') || !text.endsWith(')')) {
    throw wrong(column, 'the values of in stand in parentheses, as in.(a,b)')
  }
  return within(operand, splitList(column, text.slice(1, -1)))
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
    if (text[at] !== ',') throw wrong(column, 'a comma was expected after a quoted value')
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
  throw wrong(column, 'a quoted value has no closing quote')
}
