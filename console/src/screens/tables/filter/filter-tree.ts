// Filters as a tree of groups, written and read in the grammar of the API: `(price.lt.100,or(city.eq.Moshi,city.is.null))`.
import { type CellKind, type GridColumn, isId } from '#grid/columns.ts'

/** OPERATORS are those that the builder offers; each has a name in the messages. */
export const OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'ilike',
  'not.ilike',
  'in',
  'is.null',
  'is.not.null',
] as const

/** Operator compares a column. */
export type Operator = (typeof OPERATORS)[number]

/** Condition compares one column with a value; `is.null` and `is.not.null` have none. */
export interface Condition {
  readonly key: string
  readonly column: string
  readonly operator: Operator
  readonly value: string
}

/** Group joins conditions and other groups. */
export interface Group {
  readonly key: string
  readonly join: 'and' | 'or'
  readonly not: boolean
  readonly items: readonly (Condition | Group)[]
}

const NULLS: readonly Operator[] = ['is.null', 'is.not.null']
const SAME: readonly Operator[] = ['eq', 'neq']
const OF_KIND: Partial<Record<CellKind, readonly Operator[]>> = {
  text: OPERATORS,
  boolean: [...SAME, ...NULLS],
  choice: [...SAME, 'in', ...NULLS],
  json: [...SAME, ...NULLS],
}
const OF_OTHERS = OPERATORS.filter((operator) => !operator.endsWith('ilike'))

/** operatorsOf returns the operators that a kind of column can be compared by. */
export function operatorsOf(kind: CellKind | undefined): readonly Operator[] {
  return kind === undefined ? OPERATORS : (OF_KIND[kind] ?? OF_OTHERS)
}

let keys = 0

/** newKey returns a key for a condition or a group, by which React knows it again. */
export function newKey(): string {
  keys += 1
  return `filter-${keys}`
}

/** isGroup tells groups from conditions. */
export function isGroup(item: Condition | Group): item is Group {
  return 'items' in item
}

/** hasValue reports whether an operator compares with a value. */
export function hasValue(operator: Operator): boolean {
  return !operator.startsWith('is.')
}

/** isOne reports whether an operator compares with one value of the column's type: no list, and no pattern. */
export function isOne(operator: Operator): boolean {
  return hasValue(operator) && operator !== 'in' && !operator.endsWith('ilike')
}

/** isComplete reports whether all values are there and can be read; the empty text is one where a column has texts. */
export function isComplete(item: Condition | Group, columns: readonly GridColumn[]): boolean {
  if (isGroup(item)) return item.items.every((one) => isComplete(one, columns))
  const { operator, value } = item
  if (!hasValue(operator)) return true
  const column = columns.find(({ name }) => name === item.column)
  if (column?.reference !== undefined && isOne(operator)) return isId(value)
  return (column?.kind === 'text' || value.trim() !== '') && readWhere(whereOf([item])) !== undefined
}

/** emptyGroup returns a group without conditions. */
export function emptyGroup(): Group {
  return { key: newKey(), join: 'and', not: false, items: [] }
}

/** itemsOf returns what must all hold: the items of the outermost group, or this group alone where it joins otherwise. */
export function itemsOf(root: Group): Group['items'] {
  return root.join === 'and' && !root.not ? root.items : [root]
}

/** whereOf writes the parameter `where` for what must all hold. */
export function whereOf(items: Group['items']): string | undefined {
  return whereText({ ...emptyGroup(), items })
}

/** whereText writes the parameter `where`, or undefined for no filter. */
export function whereText(root: Group): string | undefined {
  const text = groupText(root)
  if (text === undefined) return undefined
  return root.join === 'and' && !root.not ? text.slice('and'.length) : `(${text})`
}

function groupText({ join, not, items }: Group): string | undefined {
  const texts = items.flatMap((item) => (isGroup(item) ? (groupText(item) ?? []) : conditionText(item)))
  return texts.length === 0 ? undefined : `${not ? 'not.' : ''}${join}(${texts.join(',')})`
}

function conditionText({ column, operator, value }: Condition): string {
  if (!hasValue(operator)) return `${column}.${operator}`
  if (operator === 'in') return `${column}.in.(${listIn(value)})`
  // The server leaves out the blanks around what is not quoted.
  const special = /[",()\\]/.test(value) || value !== value.trim()
  const quoted = special ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : value
  return `${column}.${operator}.${quoted}`
}

// A list may be written with its parentheses or without them.
function listIn(value: string): string {
  const inside = /^\s*\((.*)\)\s*$/s.exec(value)?.[1]
  return inside === undefined || split(inside) === undefined ? value : inside
}

/** readWhere reads the parameter `where`; undefined where it has what the builder cannot show. */
export function readWhere(text: string | undefined): Group | undefined {
  if (text === undefined) return emptyGroup()
  if (!text.startsWith('(') || !text.endsWith(')')) return undefined
  const root = readItems(text.slice(1, -1), 'and', false)
  const [only] = root?.items ?? []
  // What stands alone in the outermost group is that group.
  return root?.items.length === 1 && only !== undefined && isGroup(only) ? only : root
}

function readItems(text: string, join: Group['join'], not: boolean): Group | undefined {
  const items = split(text)?.map((part) => readItem(part.trim()))
  if (items === undefined || items.includes(undefined)) return undefined
  return { key: newKey(), join, not, items: items as (Condition | Group)[] }
}

function readItem(text: string): Condition | Group | undefined {
  const group = text.match(/^(not\.)?(and|or)\((.*)\)$/s)
  if (group !== null) return readItems(group[3] ?? '', group[2] as Group['join'], group[1] !== undefined)
  const [, column = '', rest = ''] = text.match(/^(\w+)\.(.*)$/s) ?? []
  const operator = OPERATORS.find((one) => (hasValue(one) ? rest.startsWith(`${one}.`) : rest === one))
  if (column === '' || operator === undefined) return undefined
  const raw = rest.slice(operator.length + 1)
  if (operator === 'in' && !/^\(.*\)$/s.test(raw)) return undefined
  const quoted = raw.match(/^"(.*)"$/s)
  const value = operator === 'in' ? raw.slice(1, -1) : (quoted?.[1]?.replaceAll(/\\(.)/gs, '$1') ?? raw)
  return { key: newKey(), column, operator, value }
}

// Commas divide, but not those in parentheses or quotes, which open where a value begins.
function split(text: string): readonly string[] | undefined {
  const parts: string[] = []
  let [start, depth, quoted] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (quoted && character === '\\') at += 1
    else if (character === '"') quoted = !quoted && /[.(,]/.test(text[at - 1] ?? '')
    else if (quoted) continue
    else if (character === '(') depth += 1
    else if (character === ')' && depth === 0) return undefined
    else if (character === ')') depth -= 1
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return depth === 0 && !quoted ? parts : undefined
}
