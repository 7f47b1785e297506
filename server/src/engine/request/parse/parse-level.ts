// One level of a read: the parameters that concern one table, and below it those of each relation that its select
// names. `author.name=eq.x` is to the relation shown as `author` what `name=eq.x` is to the table itself.

import { type Condition, filtersIn } from '#engine/request/conditions.ts'
import { parseFilter } from '#engine/request/filters.ts'
import { FilterError, findOperand, getOperand, lastKey } from '#engine/request/operands.ts'
import type { Embed, Order, Selection } from '#engine/request/plan.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { isDeletedParam } from './deleted-param.ts'
import { imageOf, isUrl, URL_FIELD } from './file-url.ts'
import { findRelation } from './find-relation.ts'
import { isGroup, parseGroup } from './parse-logic.ts'
import { parseOrder } from './parse-order.ts'
import { parseItems, type SelectItem } from './parse-select.ts'

/** QueryParams is a query string: a parameter that is given several times has an array. */
export type QueryParams = Readonly<Record<string, string | readonly string[]>>

/** RESERVED_PARAMS are the parameters that are not filters; no column may have such a name. */
export const RESERVED_PARAMS: ReadonlySet<string> = new Set([
  'select',
  'order',
  'limit',
  'offset',
  'cursor',
  'count',
  'on_conflict',
])

/** LIST_LIMITS are how many rows a page has; they hold for related rows as well. */
export const LIST_LIMITS = { default: 50, max: 200 } as const

const MAX_OFFSET = 10_000_000
const MAX_FILTERS = 50
const MAX_RELATIONS = 30
/** MAX_ROWS is how many rows an answer may come to where every page of every level is full. */
export const MAX_ROWS = 1_000_000
const ALIAS = /^[\p{L}_][\p{L}\p{N}_-]*$/u
const MAX_KEY_BYTES = 63

/** Level is what is wanted of one table. */
export interface Level {
  readonly selection: Selection
  readonly where: readonly Condition[]
  readonly order: readonly Order[]
  readonly limit: number
  readonly offset: number
}

/** Budget counts what a whole request asks for. */
export class Budget {
  #filters = 0
  #relations = 0

  filters(conditions: readonly Condition[]): void {
    this.#filters += filtersIn(conditions).length
    if (this.#filters > MAX_FILTERS) throw new FilterError(`A request takes at most ${MAX_FILTERS} filters.`)
  }

  relation(): void {
    this.#relations += 1
    if (this.#relations > MAX_RELATIONS)
      throw new FilterError(`A request names at most ${MAX_RELATIONS} relationships.`)
  }

  rows(rows: number): void {
    if (rows <= MAX_ROWS) return
    throw new FilterError(
      `limit: the related rows could come to more than ${MAX_ROWS} rows; set smaller limits.`,
    )
  }
}

/** parseLevel reads the parameters of a request, and of all relations that its select names. */
export function parseLevel(
  schema: SchemaShape,
  table: TableShape,
  params: QueryParams,
  budget: Budget,
): Level {
  const text = single(params, 'select')
  const items = text === undefined ? undefined : parseItems(text)
  return readLevel({ schema, budget, rows: 1, at: '', many: true }, table, params, items)
}

interface Place {
  readonly schema: SchemaShape
  readonly budget: Budget
  /** rows is how many times this level may be read; many, whether there can be several rows each time. */
  readonly rows: number
  readonly many: boolean
  /** at is what the names of parameters of this level begin with. */
  readonly at: string
}

function readLevel(
  place: Place,
  table: TableShape,
  params: QueryParams,
  items: readonly SelectItem[] | undefined,
): Level {
  const { at, budget } = place
  const limit = wholeNumber(
    `${at}limit`,
    single(params, 'limit'),
    LIST_LIMITS.default,
    at === '' ? 1 : 0,
    LIST_LIMITS.max,
  )
  const rows = place.rows * (place.many ? Math.max(1, limit) : 1)
  budget.rows(rows)
  const below = { ...place, rows }
  const embeds = new Map<SelectItem, Embed>()
  for (const item of items ?? [])
    if (item.children !== undefined && !isUrl(table, item))
      embeds.set(item, embed(below, table, params, item, item.children))
  const keys = new Set([...embeds.values()].map(({ key }) => key))
  if (keys.size < embeds.size)
    throw new FilterError('select: two relationships go by one name; give one an alias, as other:name(…).')
  const filters = parseFilters(table, params, keys, at)
  budget.filters(filters)
  const inner = [...embeds]
    .filter(([item]) => item.inner)
    .map(([, related]) => ({ kind: 'exists' as const, related }))
  return {
    selection: select(table, items, embeds),
    where: [...filters, ...inner],
    order: parseOrder(table, single(params, 'order'), [...embeds.values()]),
    limit,
    offset: wholeNumber(`${at}offset`, single(params, 'offset'), 0, 0, MAX_OFFSET),
  }
}

function embed(
  place: Place,
  from: TableShape,
  params: QueryParams,
  item: SelectItem,
  children: readonly SelectItem[],
): Embed {
  const { schema, budget, at } = place
  budget.relation()
  const path = findRelation(schema, from, item.name, item.hint)
  const key = keyOf(item, item.name)
  const own = Object.entries(params)
    .filter(([name]) => name.startsWith(`${key}.`))
    .map(([name, value]) => [name.slice(key.length + 1), value] as const)
  const below = { ...place, many: path.relation.many, at: `${at}${key}.` }
  const level = readLevel(below, path.table, Object.fromEntries(own), children)
  return { kind: 'embed', key, ...path, ...level }
}

// Unknown columns are ignored, and nothing known means all. Empty parentheses select nothing, so that a
// relation can filter without being shown.
function select(
  table: TableShape,
  items: readonly SelectItem[] | undefined,
  embeds: ReadonlyMap<SelectItem, Embed>,
): Selection {
  if (items === undefined) return undefined
  const entries = new Map<string, NonNullable<Selection>[number]>()
  const add = (entry: NonNullable<Selection>[number]) => {
    const known = entries.get(entry.key)
    if (known === undefined) entries.set(entry.key, entry)
    else if (known.kind !== 'column' || entry.kind !== 'column' || known.column !== entry.column)
      throw new FilterError(
        `select: two entries are called ${entry.key}; give one an alias, as other:${entry.key}.`,
      )
  }
  let known = items.length === 0
  const expanded = expandedIn(embeds)
  // A text that stands there again adds nothing, and a star as often as it fits would read all columns each time.
  const seen = new Set<string>()
  for (const item of items) {
    const related = embeds.get(item)
    if (related === undefined && seen.size === seen.add(item.text).size) continue
    const all = item.text === '*' ? [...table.columns.values()].filter(({ name }) => !expanded.has(name)) : []
    for (const column of all) add({ kind: 'column', key: column.name, column })
    const operand = related === undefined && all.length === 0 ? operandOf(table, item) : undefined
    if (operand !== undefined) add({ kind: 'column', ...operand })
    if (related !== undefined && item.children?.length !== 0) add(related)
    const url = related === undefined && operand === undefined && isUrl(table, item)
    if (url) add({ kind: 'url', key: keyOf(item, URL_FIELD), image: imageOf(item) })
    known ||= related !== undefined || all.length > 0 || operand !== undefined || url
  }
  return known ? [...entries.values()] : undefined
}

// Columns that are shown as the rows which they refer to, so that a star leaves them out.
function expandedIn(embeds: ReadonlyMap<SelectItem, Embed>): ReadonlySet<string> {
  const shown = [...embeds].filter(([{ children }]) => children?.length !== 0)
  return new Set(
    shown.flatMap(([, { key, relation }]) => (relation.forward && relation.link === key ? [key] : [])),
  )
}

function operandOf(table: TableShape, item: SelectItem) {
  const operand = findOperand(table, item.text) ?? findOperand(table, item.name)
  if (operand === undefined) return undefined
  const { column, path } = operand
  return { ...operand, key: keyOf(item, path === undefined ? column.name : lastKey(path)) }
}

// A name of more bytes than PostgreSQL keeps would come out cut.
function keyOf({ alias, text }: SelectItem, name: string): string {
  if (alias !== undefined && !ALIAS.test(alias))
    throw new FilterError(`select: the alias of ${text.slice(0, 80)} must be a plain name.`)
  const key = alias ?? name
  if (new TextEncoder().encode(key).length > MAX_KEY_BYTES)
    throw new FilterError(`select: ${key.slice(0, 63)}… is too long a name; give it a shorter alias.`)
  return key
}

function parseFilters(
  table: TableShape,
  params: QueryParams,
  keys: ReadonlySet<string>,
  at: string,
): Condition[] {
  return Object.entries(params).flatMap(([name, value]) => {
    if (RESERVED_PARAMS.has(name) || (at === '' && isDeletedParam(name, value))) return []
    if (isRelated(table, keys, name, at)) return []
    const texts = typeof value === 'string' ? [value] : value
    return texts.map((text) =>
      isGroup(name, text) ? parseGroup(table, name, text) : parseFilter(getOperand(table, name), text),
    )
  })
}

function isRelated(table: TableShape, keys: ReadonlySet<string>, name: string, at: string): boolean {
  const dot = name.indexOf('.')
  if (dot < 0 || table.columns.has(name)) return false
  const key = name.slice(0, dot)
  if (keys.has(key)) return true
  if (key.includes('->') || key === 'not') return false
  const near = suggestion(name, table.columns.keys())
  throw new FilterError(
    `The table ${table.slug} has no column ${name.slice(0, 63)}, and the select names no ${at}${key.slice(0, 63)}(…).${near}`,
  )
}

/** single returns a parameter that may be given only once. */
export function single(params: QueryParams, name: string): string | undefined {
  const value = params[name]
  if (value === undefined || typeof value === 'string') return value
  throw new FilterError(`${name}: may be given only once.`)
}

function wholeNumber(
  name: string,
  text: string | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value < least || value > most) {
    throw new FilterError(`${name}: must be a whole number between ${least} and ${most}.`)
  }
  return value
}
